import type { Env } from '../env.ts';

/** Where a call comes from, as the platform saw it; null: not known. A local Portage knows it from its settings, never from the call. */
export function callerAddressOf({ headers }: Request, { CALLER_ADDRESS }: Pick<Env, 'CALLER_ADDRESS'>): string | null {
  return CALLER_ADDRESS ?? headers.get('cf-connecting-ip');
}
