import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '@portage/build-output';

/** Runs one of the repository's tools in a folder. @returns code 1 for a tool that couldn't be started or was killed */
export function runTool(
  tool: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const child = spawn(join(ROOT, 'node_modules/.bin', tool), args, {
    cwd,
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: 'true', NO_COLOR: '1', FORCE_COLOR: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
