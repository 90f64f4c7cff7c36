import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const durableRuns = join(import.meta.dirname, '../../durable-runs');
const outdir = join(import.meta.dirname, '../node_modules/.cache/durable-runs');

let built: ReturnType<typeof build> | undefined;

/** Bundles the run engine as deployed, once, for tests that run against it; returns its modules in Miniflare's form. */
export function buildEngine(): ReturnType<typeof build> {
  built ??= build();
  return built;
}

async function build() {
  const wrangler = join(import.meta.dirname, '../../node_modules/.bin/wrangler');
  await promisify(execFile)(wrangler, ['deploy', '--dry-run', '--outdir', outdir], {
    cwd: durableRuns,
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: '1' },
  });
  const files = await readdir(outdir);
  return [
    { type: 'ESModule' as const, path: join(outdir, 'index.js') },
    ...files.filter((name) => name.endsWith('.wasm')).map((name) => ({ type: 'CompiledWasm' as const, path: join(outdir, name) })),
  ];
}
