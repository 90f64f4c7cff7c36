import type { LoopTurns } from '../api-types.ts';

/** The turn of a loop that a step ran in, from 0; null where it ran elsewhere. */
export function turnOfStep(loopPath: string, stepPath: string | null): number | null {
  if (!stepPath?.startsWith(`${loopPath}[`)) return null;
  const end = stepPath.indexOf(']', loopPath.length);
  const digits = stepPath.slice(loopPath.length + 1, end);
  return end > 0 && /^\d+$/.test(digits) ? Number(digits) : null;
}

/**
 * The turn to show while the person has chosen none: that of the shown step, else the first that failed, else the newest of a
 * loop that is under way, else the first.
 */
export function firstTurn({ failed, count }: LoopTurns, chosen: number | null, isOpen: boolean): number {
  return chosen ?? failed[0] ?? (isOpen ? Math.max(0, count - 1) : 0);
}

/** The next failed turn after this one, starting over after the last; null if none failed. */
export function nextFailedTurn({ failed }: LoopTurns, turn: number): number | null {
  return failed.find((one) => one > turn) ?? failed[0] ?? null;
}
