import { sql } from 'drizzle-orm';

/** How an attempt at an outbox entry ended: done, given up, or due again. */
export type OutboxOutcome<Done> = Done | { droppedAt: Date; error: string } | { nextAttemptAt: Date; error: string };

/** Which entries to claim: those due `now`, until the time by which their sender is surely done. */
export interface OutboxClaim {
  now: Date;
  until: Date;
  limit: number;
}

/** The columns that a claim changes. Entries whose sender stopped are due again at `until`. */
export function claimedUntil(until: Date) {
  return { nextAttemptAt: until, attempts: sql<number>`attempts + 1` };
}
