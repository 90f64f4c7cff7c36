import { countWords } from '@portage/primitives/count-words';
import type { RunState } from './run-state.ts';

type QuotaState = Pick<RunState, 'stepCount' | 'startedAt' | 'continued'> & { quota?: RunState['quota'] | undefined };

/** Why a run may not enter another step at this time (spec ENG-25, ENG-26); null if it may. */
export function stepRefusal({ quota, stepCount, startedAt, continued }: QuotaState, atMs: number): string | null {
  if (!quota) return null;
  const { maxSteps, maxSeconds } = quota;
  if (maxSteps !== null && stepCount >= maxSteps) {
    return `The run was stopped: it has more than ${countWords(maxSteps, 'step')}, the most your quota allows for one run.`;
  }
  return maxSeconds !== null && runsSince(startedAt, continued, atMs) > maxSeconds * 1_000 ? tooLong(maxSeconds) : null;
}

/** Why a delay until this time isn't worth waiting for; null if it is. */
export function delayRefusal({ quota, startedAt, continued }: RunState, untilMs: number): string | null {
  const maxSeconds = quota?.maxSeconds ?? null;
  return maxSeconds !== null && runsSince(startedAt, continued, untilMs) > maxSeconds * 1_000 ? tooLong(maxSeconds) : null;
}

/** A continued run gets its full seconds again. Time between its failure and the continue doesn't count. */
function runsSince(startedAt: number | null, continued: RunState['continued'], atMs: number): number {
  return atMs - (continued?.atMs ?? startedAt ?? atMs);
}

function tooLong(maxSeconds: number): string {
  return `The run was stopped: it takes longer than ${countWords(maxSeconds, 'second')}, delays included, the most your quota allows for one run.`;
}
