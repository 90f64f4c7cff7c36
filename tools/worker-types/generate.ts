import { spawn } from 'node:child_process';
import { join, relative } from 'node:path';
import { ROOT } from '@portage/build-output';

/** The folder that compares a Worker's code with its wrangler.jsonc. */
export function typesFolder(worker: string): string {
  return join(ROOT, 'tools', 'worker-types', 'workers', worker);
}

/** Runs one of the repository's tools in a folder. */
export function runTool(
  tool: string,
  args: string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(join(ROOT, 'node_modules/.bin', tool), args, {
    cwd,
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: 'true', NO_COLOR: '1', FORCE_COLOR: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** Writes what a Worker's wrangler.jsonc binds as types, which git ignores. */
export function writeWorkerTypes(worker: string): Promise<{ code: number | null; output: string }> {
  const cwd = join(ROOT, worker);
  const file = relative(cwd, join(typesFolder(worker), 'configured-env.d.ts'));
  const options = ['--include-runtime=false', '--strict-vars=false', '--env-interface=ConfiguredEnv'];
  return runTool('wrangler', ['types', file, ...options], cwd);
}
