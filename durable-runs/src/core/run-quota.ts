import { countWords } from '@portage/primitives/count-words';
import type { RunState } from './run-state.ts';

type QuotaState = Pick<RunState, 'stepCount' | 'startedAt' | 'continued'> & { quota?: RunState['quota'] | undefined };

/** Why a run may not enter one more step at an instant (spec ENG-25, ENG-26); null: it may. */
export function stepRefusal({ quota, stepCount, startedAt, continued }: QuotaState, atMs: number): string | null {
  if (!quota) return null;
  const { maxSteps, maxSeconds } = quota;
  if (maxSteps !== null && stepCount >= maxSteps) {
    return `The run was stopped: it has more than ${countWords(maxSteps, 'step')}, the most your quota allows for one run.`;
  }
  return maxSeconds !== null && runsSince(startedAt, continued, atMs) > maxSeconds * 1_000 ? tooLong(maxSeconds) : null;
}

/** Why a delay that ends at an instant is not worth waiting for; null: it is. */
export function delayRefusal({ quota, startedAt, continued }: RunState, untilMs: number): string | null {
  const maxSeconds = quota?.maxSeconds ?? null;
  return maxSeconds !== null && runsSince(startedAt, continued, untilMs) > maxSeconds * 1_000 ? tooLong(maxSeconds) : null;
}

/** A continued run gets the full seconds again: it did not run between its failure and the continue. */
function runsSince(startedAt: number | null, continued: RunState['continued'], atMs: number): number {
  return atMs - (continued?.atMs ?? startedAt ?? atMs);
}

function tooLong(maxSeconds: number): string {
  return `The run was stopped: it takes longer than ${countWords(maxSeconds, 'second')}, delays included, the most your quota allows for one run.`;
}
