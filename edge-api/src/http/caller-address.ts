import type { Env } from '../env.ts';

/** A call's address as the platform saw it; null: unknown. A local Portage knows it from its settings, never from the call. */
export function getCallerAddress({ headers }: Request, { CALLER_ADDRESS }: Pick<Env, 'CALLER_ADDRESS'>): string | null {
  return CALLER_ADDRESS ?? headers.get('cf-connecting-ip');
}

/** The caller as limits count it: an IPv6 customer has 2^64 addresses or more, so a whole /64 counts as one. */
export function toCallerKey(ipAddress: string | null): string {
  if (!ipAddress?.includes(':')) return ipAddress ?? '';
  const [address = ''] = ipAddress.toLowerCase().split('%');
  const [, ipv4] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address) ?? [];
  if (ipv4) return ipv4;
  const [before = [], after] = address.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const zeros = after ? Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0') : [];
  const groups = [...before, ...zeros, ...(after ?? [])].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}
