import { evaluateExpression, type LoopStep, type StepValues } from '@portage/workflow';
import type { ActiveRun } from '../active-run/active-run.ts';
import { loopOfResults } from '../core/step-path.ts';
import { runLimits } from '../limits.ts';
import { failed, type StepContext, type StepResult } from '../step-context/step-handler.ts';

/**
 * Evaluates the result of the innermost loop's current iteration. Steps that this iteration did not run have no value: their values from
 * an earlier iteration aren't part of this result.
 */
export function collectTurn(run: ActiveRun, step: LoopStep, { scope }: StepContext): StepResult {
  const loop = run.state.frames.at(-1);
  if (loop?.kind !== 'loop' || !loop.collecting) throw new Error(`No result of loop "${step.stepId}" is due`);
  const { from, chars: before } = loop.collecting;
  const steps = Object.create(null, Object.getOwnPropertyDescriptors(scope.steps)) as Record<string, StepValues>;
  for (const [name, ordinal] of run.values.ordinals) if (ordinal > loop.ordinal && ordinal < from) delete steps[name];
  const value = evaluateExpression(step.resultExpression ?? '', { ...scope, steps }) ?? null;
  const chars = JSON.stringify(value).length + 1;
  if (before + chars > runLimits.valueBytes) {
    const most = runLimits.valueBytes / (1024 * 1024);
    return failed(
      `The results of this loop are larger than ${most} MB, which is the most a value may hold. Collect less from each iteration.`,
    );
  }
  return { outcome: { kind: 'collected', chars }, values: { Response: value } };
}

/** The list of the iterations' results, in order; null for an iteration that failed. */
export async function gatherResults(run: ActiveRun, context: StepContext): Promise<StepResult> {
  const { collects, path = '', ordinal = 0 } = run.state.current ?? {};
  const loopPath = loopOfResults(path);
  if (typeof collects !== 'object' || loopPath === null) throw new Error('No results of a loop are due');
  const { loopOrdinal, turns } = collects;
  const results =
    run.values.resultsOf(loopPath) ?? (await run.readResults({ loopPath, from: loopOrdinal, to: ordinal }, () => context.pause(0)));
  return { outcome: { kind: 'succeeded' }, values: { Results: Array.from({ length: turns }, (_, turn) => results[turn] ?? null) } };
}
