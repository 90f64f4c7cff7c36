import { expect, test, vi } from 'vitest';
import { workerFolders } from '../platform/worker-files.ts';
import { LEAN_CHECK } from '../test/type-checks.ts';
import { runTool, typesFolder, writeWorkerTypes } from './generate.ts';

// They all run at once on a machine that is also busy with other things.
vi.setConfig({ testTimeout: 240_000 });

test.concurrent.each(workerFolders())('%s: its code relies on exactly what every environment has', async (worker) => {
  const written = await writeWorkerTypes(worker);
  expect(written.code, written.output).toBe(0);
  const { code, output } = await runTool('tsc', ['-p', '.', ...LEAN_CHECK.options], typesFolder(worker), LEAN_CHECK.env);
  expect(output).toBe('');
  expect(code).toBe(0);
});
