/** Ends chains of runs that start one another by HTTP calls. */
const MOST_HOPS = 10;

/** Why a run may not make a call (HOSTILE 19); null: it may. */
export function hopsRefusal(hops: number): string | null {
  return hops < MOST_HOPS ? null : `The run was started by a chain of ${hops} runs that call one another, so it can’t make any more calls.`;
}
