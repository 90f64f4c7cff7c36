import type { RunResponse } from '@portage/contracts';
import type { Program } from '../core/program.ts';
import type { RunState } from '../core/run-state.ts';
import type { RunValues } from './run-values.ts';

/** The response of the End step that ended the run. A run that failed or was cancelled has none. */
export function findResponse({
  program,
  state,
  values,
}: {
  program: Program;
  state: Pick<RunState, 'status'>;
  values: Pick<RunValues, 'ordinals' | 'steps'>;
}): RunResponse | null {
  if (state.status !== 'Succeeded') return null;
  let last: { ordinal: number; name: string } | null = null;
  for (const [name, ordinal] of values.ordinals) {
    if (program.steps.get(name)?.type === 'EndStep' && ordinal > (last?.ordinal ?? -1)) last = { ordinal, name };
  }
  return last === null ? null : ((values.steps[last.name]?.Response as RunResponse | undefined) ?? null);
}
