import { ApiProblem } from '../http/api-problem.ts';

/** Twice what a password costs here (DESIGN 5): the other half of the time is for everybody else's calls. */
const TURN_MS = 250;
/** Who would wait longer is told so at once. */
const LONGEST_WAIT_MS = 15_000;

let freeAtMs = 0;

/**
 * Waits until a password may be hashed. Hashing holds up every call of an isolate, so that a burst of sign-ins, right or
 * wrong, would be felt by all others; turns leave room between them. Turns are reserved by time: in a Worker one request
 * cannot wait for a promise of another's.
 *
 * @throws ApiProblem 503 when too many wait already
 */
export async function passwordTurn(nowMs: number): Promise<void> {
  // A clock that was set back must not make anybody wait for the old time to come again.
  const startsAtMs = freeAtMs > nowMs + LONGEST_WAIT_MS + TURN_MS ? nowMs : Math.max(nowMs, freeAtMs);
  const waitMs = startsAtMs - nowMs;
  if (waitMs > LONGEST_WAIT_MS) throw busy();
  freeAtMs = startsAtMs + TURN_MS;
  if (waitMs > 0) await scheduler.wait(waitMs);
}

function busy(): ApiProblem {
  return new ApiProblem(503, 'busy', 'Too many people are signing in just now. Please try again in a moment.', {
    headers: { 'retry-after': '15' },
  });
}
