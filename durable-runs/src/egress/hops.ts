/** Set on every call a run makes; a run that such a call starts hands on one more (HOSTILE 19: a loop through Portage itself). */
export const HOPS_HEADER = 'portage-run-hops';

/** How many runs led to this one, from the headers of the call that started it. */
export function hopsOf(headers: Readonly<Record<string, string>> | undefined): number {
  const text = headers?.[HOPS_HEADER] ?? '';
  return /^\d{1,4}$/.test(text) ? Number(text) : 0;
}

/** Runs that set one another off by HTTP calls end here. */
const MOST_HOPS = 10;

/** Why a run may make no call (HOSTILE 19); null: it may. */
export function hopsRefusal(hops: number): string | null {
  return hops < MOST_HOPS ? null : `The run was set off by a chain of ${hops} runs that call one another; it makes no further call.`;
}
