import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { DeployError, type DeployedArea } from '@portage/deploy-client';
import { runTool } from '../run-tool.ts';
import { LEAN_CHECK, prepareTypeChecks } from '../test/type-checks.ts';

/** How much of a tool's output a person reads: the summary is at its end. */
const SHOWN_LINES = 40;

/** Checks an area's types and runs its unit tests, both at once. @throws DeployError with the output of what failed */
export async function checkSources({ workspace }: Pick<DeployedArea, 'workspace'>): Promise<void> {
  const types = prepareTypeChecks([workspace]).map(({ project }) =>
    runTool('tsc', ['-p', project, ...LEAN_CHECK.options], ROOT, LEAN_CHECK.env),
  );
  const tests = runTool('vitest', ['run', '--project', 'unit', '--passWithNoTests'], join(ROOT, workspace));
  const failed = (await Promise.all([...types, tests])).filter(({ code }) => code !== 0);
  if (failed.length === 0) return;
  const shown = failed.map(({ output }) => output.trim().split('\n').slice(-SHOWN_LINES).join('\n'));
  throw new DeployError(
    `${shown.join('\n\n')}\n${workspace} has type errors or failing unit tests. Nothing was uploaded. Deploy it all the same: -- --anyway`,
  );
}
