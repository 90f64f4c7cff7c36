import { expect, test, vi } from 'vitest';
import { workerFolders } from '../platform/worker-files.ts';
import { LEAN_CHECK } from '../test/type-checks.ts';
import { runTool, typesFolder, wranglerTypes } from './generate.ts';

// All at once on a machine that does other things, too.
vi.setConfig({ testTimeout: 240_000 });

test.concurrent.each(workerFolders())('%s: the types are those of its wrangler.jsonc (else: npm run worker-types)', async (worker) => {
  const { code, output } = await wranglerTypes(worker, { check: true });
  expect(code, output).toBe(0);
});

test.concurrent.each(workerFolders())('%s: its code takes for granted what every environment has, and nothing else', async (worker) => {
  const { code, output } = await runTool('tsc', ['-p', '.', ...LEAN_CHECK.options], typesFolder(worker), LEAN_CHECK.env);
  expect(output).toBe('');
  expect(code).toBe(0);
});
