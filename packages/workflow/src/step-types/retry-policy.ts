import type { RetryFailure, RetryGrowth } from '../model/values.ts';

/** The part of a step that says whether and how its failed call is repeated. */
export interface RetryOptions {
  useRetry?: boolean;
  retryAttempts?: number;
  retryPauseSeconds?: number;
  retryGrowth?: RetryGrowth;
  retryFailures?: readonly RetryFailure[];
}

export type RetryPolicy = Required<Omit<RetryOptions, 'useRetry'>>;

/** Spec ENG-15. */
export const retryDefaults = {
  retryAttempts: 3,
  retryPauseSeconds: 1,
  retryGrowth: 'Tripling',
  retryFailures: ['Connection', 'Timeout', 'Status'],
} as const satisfies RetryPolicy;

const growthFactors: Record<RetryGrowth, number> = { Fixed: 1, Doubling: 2, Tripling: 3 };

/** @returns null: a failed call isn't repeated */
export function readRetryPolicy({
  useRetry,
  retryAttempts = retryDefaults.retryAttempts,
  retryPauseSeconds = retryDefaults.retryPauseSeconds,
  retryGrowth = retryDefaults.retryGrowth,
  retryFailures = retryDefaults.retryFailures,
}: RetryOptions): RetryPolicy | null {
  return useRetry === true ? { retryAttempts, retryPauseSeconds, retryGrowth, retryFailures } : null;
}

/**
 * The pause after a failed attempt, which the engine spreads by ±25 %.
 *
 * @param attempt counted from 1
 */
export function retryPauseMs({ retryPauseSeconds, retryGrowth }: RetryPolicy, attempt: number): number {
  return retryPauseSeconds * 1_000 * growthFactors[retryGrowth] ** (attempt - 1);
}
