import type { RequestContext } from '../http/context.ts';
import { busy } from './password-turn.ts';

/** An office behind one address signs in a few at a time; more than this at once is a script. */
const MOST_OF_A_PLACE = 8;
const MOST_IN_ALL = 32;
/** A call whose caller has left never says that it ended: it counts for as long as the slowest one may take. */
const COUNTED_FOR_MS = 20_000;

interface CallUnderWay {
  place: string;
  countsUntilMs: number;
}

const underWay = new Set<CallUnderWay>();

/**
 * Bounds the expensive calls that need no sign-in (sign-in, sign-up, forgotten passwords): so many under way at once for a
 * place, and in all, in this isolate. The bound stands before the first database statement, so a flood costs nothing.
 *
 * @throws ApiProblem 503 with Retry-After beyond the bound
 */
export async function atEntrance<Value>({ ipAddress }: RequestContext, work: () => Promise<Value>): Promise<Value> {
  const place = ipAddress ?? '';
  const call = { place, countsUntilMs: Date.now() + COUNTED_FOR_MS };
  const ofPlace = countUnderWay(place);
  if (ofPlace >= MOST_OF_A_PLACE || underWay.size >= MOST_IN_ALL) throw busy();
  underWay.add(call);
  try {
    return await work();
  } finally {
    underWay.delete(call);
  }
}

/** Forgets what is too old to be true, and counts the rest. */
function countUnderWay(place: string): number {
  const nowMs = Date.now();
  let count = 0;
  for (const call of underWay) {
    if (call.countsUntilMs < nowMs || call.countsUntilMs > nowMs + COUNTED_FOR_MS) underWay.delete(call);
    else if (call.place === place) count += 1;
  }
  return count;
}
