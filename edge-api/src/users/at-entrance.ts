import { toCallerKey } from '../http/caller-address.ts';
import type { RequestContext } from '../http/context.ts';
import { busy } from './password-turn.ts';

/** An office behind one address signs in a few at a time; more than this at once is a script. */
const MOST_OF_A_PLACE = 8;
/** Most of these for one account: a script that guesses one password leaves room for others at its address. */
const MOST_OF_AN_ACCOUNT = 4;
/** Beyond this, an address may only add calls up to an equal share. */
const SHARED = 32;
/** For all addresses together. */
const MOST_IN_ALL = 128;
/** A call whose caller has left never reports its end: it counts for as long as the slowest call may take. */
const COUNTED_FOR_MS = 20_000;

interface CallUnderWay {
  place: string;
  account: string;
  countsUntilMs: number;
}

const underWay = new Set<CallUnderWay>();

/**
 * Limits the expensive calls without a sign-in (sign-in, sign-up, forgotten passwords) that are in progress in this isolate:
 * per address, and per account there. When many addresses call, each has an equal share, so a few of them can't take all the
 * room. The limit is checked before the first database statement, so a flood costs nothing.
 *
 * @param account the e-mail address of the account, if the call names one
 * @throws ApiProblem 503 with Retry-After beyond the limit
 */
export async function atEntrance<Value>(
  { ipAddress }: Pick<RequestContext, 'ipAddress'>,
  account: string,
  work: () => Promise<Value>,
): Promise<Value> {
  const call = { place: toCallerKey(ipAddress), account: account.toLowerCase(), countsUntilMs: Date.now() + COUNTED_FOR_MS };
  if (!hasRoomFor(call)) throw busy();
  underWay.add(call);
  try {
    return await work();
  } finally {
    underWay.delete(call);
  }
}

/** Drops expired entries and counts the rest. */
function hasRoomFor({ place, account }: CallUnderWay): boolean {
  const nowMs = Date.now();
  const places = new Set([place]);
  let [ofPlace, ofAccount] = [0, 0];
  for (const call of underWay) {
    if (call.countsUntilMs < nowMs || call.countsUntilMs > nowMs + COUNTED_FOR_MS) {
      underWay.delete(call);
      continue;
    }
    places.add(call.place);
    if (call.place !== place) continue;
    ofPlace += 1;
    if (account !== '' && call.account === account) ofAccount += 1;
  }
  if (ofPlace >= MOST_OF_A_PLACE || ofAccount >= MOST_OF_AN_ACCOUNT || underWay.size >= MOST_IN_ALL) return false;
  return underWay.size < SHARED || ofPlace < Math.max(1, Math.floor(SHARED / places.size));
}
