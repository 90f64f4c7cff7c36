import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { type CommandResult, runCommand } from '@portage/deploy-client';

/** Runs npm, or one of the repository's tools, in a folder. */
export function runTool(tool: string, args: readonly string[], cwd: string, env: Record<string, string> = {}): Promise<CommandResult> {
  return runCommand(tool === 'npm' ? tool : join(ROOT, 'node_modules/.bin', tool), args, {
    cwd,
    env: { WRANGLER_SEND_METRICS: 'false', CI: 'true', NO_COLOR: '1', FORCE_COLOR: '0', ...env },
  });
}
