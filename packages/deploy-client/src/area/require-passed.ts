import { DeployError } from '../deploy-error.ts';
import type { DeployedArea } from '../deployed-area.ts';
import type { CommandResult } from '../run-command.ts';

/** How much of a tool's output a person reads: the summary is at its end. */
const SHOWN_LINES = 40;

/** @throws DeployError with the output of the type check or the unit tests that failed */
export function requirePassed({ workspace }: Pick<DeployedArea, 'workspace'>, results: readonly CommandResult[]): void {
  const failed = results.filter(({ code }) => code !== 0);
  if (failed.length === 0) return;
  const shown = failed.map(({ output }) => output.trim().split('\n').slice(-SHOWN_LINES).join('\n'));
  throw new DeployError(
    `${shown.join('\n\n')}\n${workspace} has type errors or failing unit tests. Nothing was uploaded. Deploy it all the same: -- --anyway`,
  );
}
