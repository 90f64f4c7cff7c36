import { parseRunId } from './run-id.ts';

/** Set on every call that a run makes; a run that such a call starts hands on one more (HOSTILE 19: a loop through Portage itself). */
export const HOPS_HEADER = 'portage-run-hops';
/** Beside it: the run at the beginning of the chain (HOSTILE 37: a call that sets off ever more runs). */
export const ORIGIN_HEADER = 'portage-run-origin';

/** How a run came to be, where another run's call started it. */
export interface RunChain {
  /** How many runs led to it. */
  hops: number;
  /** The run that no other run started. */
  origin: string;
}

/** The run that made a call, by the call's headers; null: no run did, or the headers make no sense. */
export function runChainOf(header: (name: string) => string | null | undefined): RunChain | null {
  const [hops, origin] = [header(HOPS_HEADER) ?? '', header(ORIGIN_HEADER) ?? ''];
  return /^\d{1,4}$/.test(hops) && Number(hops) > 0 && parseRunId(origin) ? { hops: Number(hops), origin } : null;
}

/** The headers that name the run on its calls. */
export function runChainHeaders({ hops, origin }: RunChain): Record<string, string> {
  return { [HOPS_HEADER]: String(hops), [ORIGIN_HEADER]: origin };
}
