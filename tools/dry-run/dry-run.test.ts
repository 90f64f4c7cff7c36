import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { expect, test, vi } from 'vitest';
import { environmentNames, readWorkerConfig, workerFolders } from '../platform/worker-files.ts';

// They all run at once on a machine that is also busy with other things.
vi.setConfig({ testTimeout: 240_000 });

/** Wrangler's own report of an upload; nothing leaves the machine. */
function dryRun(worker: string, environment: string): Promise<{ code: number | null; output: string }> {
  const child = spawn(join(ROOT, 'node_modules/.bin/wrangler'), ['deploy', '--dry-run', '--env', environment], {
    cwd: join(ROOT, worker),
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: 'true', NO_COLOR: '1', FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

const every = workerFolders().flatMap((worker) => environmentNames.map((name) => [worker, name] as const));

test.concurrent.each(every)('%s can be deployed to %s', async (worker, name) => {
  const { code, output } = await dryRun(worker, name);
  expect(code, output).toBe(0);
  expect(output).not.toContain('WARNING');
  expect(output).toContain('--dry-run: exiting now.');
  const { durable_objects, services = [], r2_buckets = [], kv_namespaces = [], vars = {} } = readWorkerConfig(worker).env[name];
  for (const binding of durable_objects?.bindings ?? []) expect(output).toContain(`env.${binding.name} (${binding.class_name}`);
  for (const { binding, service } of services) expect(output).toMatch(new RegExp(`env\\.${binding} \\(${service}`));
  for (const { binding, bucket_name } of r2_buckets) expect(output).toContain(`env.${binding} (${bucket_name})`);
  for (const { binding, id } of kv_namespaces) expect(output).toContain(`env.${binding} (${id})`);
  for (const [key, value] of Object.entries(vars)) expect(output).toContain(`env.${key} ("${value}")`);
});
