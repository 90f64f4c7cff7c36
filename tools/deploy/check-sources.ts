import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import type { DeployedArea } from '@portage/deploy-client';
import { requirePassed } from '@portage/deploy-client/area';
import { runTool } from '../run-tool.ts';
import { LEAN_CHECK, prepareTypeChecks } from '../test/type-checks.ts';

/** Checks an area's types and runs its unit tests, both at once. @throws DeployError with the output of what failed */
export async function checkSources(area: Pick<DeployedArea, 'workspace'>): Promise<void> {
  const types = prepareTypeChecks([area.workspace]).map(({ project }) =>
    runTool('tsc', ['-p', project, ...LEAN_CHECK.options], ROOT, LEAN_CHECK.env),
  );
  const tests = runTool('vitest', ['run', '--project', 'unit', '--passWithNoTests'], join(ROOT, area.workspace));
  requirePassed(area, await Promise.all([...types, tests]));
}
