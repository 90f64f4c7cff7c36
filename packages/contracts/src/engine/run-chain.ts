import { parseRunId } from './run-id.ts';

/** Set on every call of a run. A run that such a call starts sends a number one higher (HOSTILE 19: a loop through Portage itself). */
export const HOPS_HEADER = 'portage-run-hops';
/** Sent with it: the first run of the chain (HOSTILE 37: a call that causes ever more runs). */
export const ORIGIN_HEADER = 'portage-run-origin';

/** The origin of a run that another run's call started. */
export interface RunChain {
  /** How many runs led to it. */
  hops: number;
  /** The run that no other run started. */
  origin: string;
}

/** The chain of the run that made a call, from the call's headers; null: no run made it, or the headers are invalid. */
export function readRunChain(header: (name: string) => string | null | undefined): RunChain | null {
  const [hops, origin] = [header(HOPS_HEADER) ?? '', header(ORIGIN_HEADER) ?? ''];
  return /^\d{1,4}$/.test(hops) && Number(hops) > 0 && parseRunId(origin) ? { hops: Number(hops), origin } : null;
}

/** The headers that name the run on its calls. */
export function runChainHeaders({ hops, origin }: RunChain): Record<string, string> {
  return { [HOPS_HEADER]: String(hops), [ORIGIN_HEADER]: origin };
}
