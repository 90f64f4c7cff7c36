import type { RunAttempt, RunInstance } from '../api-types.ts';

/** How long a run took: in total, and without the time between failing and being continued. */
export interface RunTime {
  wholeMs: number;
  workedMs: number;
}

/**
 * @param attempts those before the current one
 * @param nowMs the end of a run that isn't over
 */
export function computeRunTime(
  { startedAt, createdAt, finishedAt, continuedAt }: Pick<RunInstance, 'startedAt' | 'createdAt' | 'finishedAt' | 'continuedAt'>,
  attempts: readonly Pick<RunAttempt, 'finishedAt' | 'continuedAt'>[],
  nowMs: number,
): RunTime {
  const endMs = finishedAt ? Date.parse(finishedAt) : nowMs;
  const wholeMs = Math.max(0, endMs - Date.parse(startedAt ?? createdAt));
  // Until the attempts are loaded, only a continued run's total time is known.
  const stoodMs = continuedAt ? attempts.reduce((sum, one) => sum + Date.parse(one.continuedAt) - Date.parse(one.finishedAt), 0) : 0;
  return { wholeMs, workedMs: Math.max(0, wholeMs - stoodMs) };
}
