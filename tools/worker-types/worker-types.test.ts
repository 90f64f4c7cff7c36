import { join, relative } from 'node:path';
import { ROOT } from '@portage/build-output';
import { expect, test, vi } from 'vitest';
import { workerFolders } from '../platform/worker-files.ts';
import { runTool } from '../run-tool.ts';
import { LEAN_CHECK } from '../test/type-checks.ts';

// They all run at once on a machine that is also busy with other things.
vi.setConfig({ testTimeout: 240_000 });

test.concurrent.each(workerFolders())('%s: its code relies on exactly what every environment has', async (worker) => {
  const folder = join(ROOT, 'tools', 'worker-types', 'workers', worker);
  const options = ['--include-runtime=false', '--strict-vars=false', '--env-interface=ConfiguredEnv'];
  const written = await runTool(
    'wrangler',
    ['types', relative(join(ROOT, worker), join(folder, 'configured-env.d.ts')), ...options],
    join(ROOT, worker),
  );
  expect(written.code, written.output).toBe(0);
  const { code, output } = await runTool('tsc', ['-p', '.', ...LEAN_CHECK.options], folder, LEAN_CHECK.env);
  expect(output).toBe('');
  expect(code).toBe(0);
});
