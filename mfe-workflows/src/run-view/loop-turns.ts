import type { LoopTurns } from '../api-types.ts';

/** The iteration of a loop that a step ran in, from 0; null if it ran elsewhere. */
export function turnOfStep(loopPath: string, stepPath: string | null): number | null {
  if (!stepPath?.startsWith(`${loopPath}[`)) return null;
  const end = stepPath.indexOf(']', loopPath.length);
  const digits = stepPath.slice(loopPath.length + 1, end);
  return end > 0 && /^\d+$/.test(digits) ? Number(digits) : null;
}

/** Until the person chooses: the shown step's, otherwise the first failed one, the newest of a running loop, or the first. */
export function firstTurn({ failed, count }: LoopTurns, chosen: number | null, isOpen: boolean): number {
  return chosen ?? failed[0] ?? (isOpen ? Math.max(0, count - 1) : 0);
}

/** The next failed iteration after this one, starting over after the last; null if none failed. */
export function nextFailedTurn({ failed }: LoopTurns, turn: number): number | null {
  return failed.find((one) => one > turn) ?? failed[0] ?? null;
}
