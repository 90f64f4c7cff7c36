import { formatErrorCauses } from '@portage/contracts/log';
import type { OutboxClaim, OutboxOutcome } from '@portage/database';
import { cutText } from '@portage/primitives/cut-text';
import { DAY_MS, MINUTE_MS } from '@portage/primitives/durations';

const ENTRIES_A_ROUND = 20;
const MOST_ROUNDS = 10;
/** Longer than all attempts at one entry can take together. */
const CLAIM_MS = MINUTE_MS;
const TRIED_FOR_MS = DAY_MS;
const MOST_ERROR_CHARACTERS = 500;

export interface Outbox<Entry, Done> {
  claim(claim: OutboxClaim): Promise<Entry[]>;
  /** @throws Error to try again later */
  deliver(entry: Entry): Promise<OutboxOutcome<Done>>;
  note(entry: Entry, outcome: OutboxOutcome<Done>): Promise<void>;
  /** True: another attempt would fail, too. */
  isFinal?(error: unknown): boolean;
  /** The pause after a failed attempt; it doubles with each one after that. */
  firstPauseMs: number;
  longestPauseMs: number;
  logFailure(entry: Entry, cause: string): void;
  now(): Date;
}

/**
 * Sends the due entries of an outbox. It may be stopped at any point and may run twice at once, so each entry needs a key by which its
 * receiver recognizes a duplicate.
 */
export async function sendOutbox<Entry extends { attempts: number; createdAt: Date }, Done>(outbox: Outbox<Entry, Done>): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const at = outbox.now();
    const entries = await outbox.claim({ now: at, until: new Date(at.getTime() + CLAIM_MS), limit: ENTRIES_A_ROUND });
    await Promise.all(entries.map(async (entry) => outbox.note(entry, await attempt(outbox, entry))));
    if (entries.length < ENTRIES_A_ROUND) return;
  }
}

async function attempt<Entry extends { attempts: number; createdAt: Date }, Done>(
  { deliver, isFinal, firstPauseMs, longestPauseMs, logFailure, now }: Outbox<Entry, Done>,
  entry: Entry,
): Promise<OutboxOutcome<Done>> {
  try {
    return await deliver(entry);
  } catch (error) {
    logFailure(entry, formatErrorCauses(error));
    const reason = cutText(error instanceof Error ? error.message : String(error), MOST_ERROR_CHARACTERS);
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** entry.attempts);
    const nextAttemptAt = new Date(now().getTime() + pauseMs);
    const isTooLate = nextAttemptAt.getTime() - entry.createdAt.getTime() > TRIED_FOR_MS;
    return isTooLate || isFinal?.(error) ? { droppedAt: now(), error: reason } : { nextAttemptAt, error: reason };
  }
}
