import { retryLimits } from '../limits.ts';

/**
 * The pause before the next attempt: growing, spread by ±25 %, and never shorter than a server asked for.
 *
 * @param attempt the attempt that failed, from 1.
 * @param random in [0, 1).
 * @returns null when no more attempts are due (spec ENG-15), or the server asks for a longer pause than a run will wait.
 */
export function retryPauseMs(attempt: number, random: number, retryAfterMs: number | null): number | null {
  if (attempt >= retryLimits.attempts) return null;
  if (retryAfterMs !== null && retryAfterMs > retryLimits.longestPauseMs) return null;
  const pause = retryLimits.firstPauseMs * retryLimits.growth ** (attempt - 1) * (0.75 + random / 2);
  return Math.round(Math.max(pause, retryAfterMs ?? 0));
}
