import type { Env } from '../env.ts';

type AddressEnv = Pick<Env, 'CALLER_ADDRESS' | 'TRUSTED_PROXIES'>;

/** A call's address as the platform saw it; null: unknown. A local Portage knows it from its settings, never from the call. */
export function getCallerAddress(request: Request, { CALLER_ADDRESS, TRUSTED_PROXIES }: AddressEnv): string | null {
  if (TRUSTED_PROXIES !== undefined) return getForwardedAddress(request, TRUSTED_PROXIES);
  return CALLER_ADDRESS ?? request.headers.get('cf-connecting-ip');
}

/** The last address on the way that isn't a trusted proxy's: what comes before it in `X-Forwarded-For` is only a claim. */
function getForwardedAddress({ cf, headers }: Request, trusted: readonly string[]): string | null {
  // workerd's name for the other end of the connection: `127.0.0.1:40100`, `[::1]:40100`.
  const socket = typeof cf?.clientIp === 'string' ? cf.clientIp.replace(/:\d+$/, '').replace(/^\[|\]$/g, '') : null;
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').map((address) => address.trim());
  let address = socket;
  while (address !== null && trusted.some((network) => isWithin(address ?? '', network))) {
    const before = forwarded.pop();
    if (!before || readAddress(before) === null) break;
    address = before;
  }
  return address;
}

/** @param network an address, or `10.0.0.0/8` */
function isWithin(address: string, network: string): boolean {
  const [base = '', bits] = network.split('/');
  const [found, wanted] = [readAddress(address), readAddress(base)];
  if (!found || !wanted || found.length !== wanted.length) return false;
  const length = bits === undefined ? found.length : Number(bits);
  return found.slice(0, length) === wanted.slice(0, length);
}

/** An address as its bits, `0` and `1`: 32 for IPv4, also if it is written as IPv6. @returns null for anything else */
function readAddress(text: string): string | null {
  const [, ipv4 = text] = /^::ffff:([\d.]+)$/i.exec(text) ?? [];
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(ipv4)) {
    const bytes = ipv4.split('.').map(Number);
    return bytes.every((byte) => byte < 256) ? bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('') : null;
  }
  // Only these characters: `::1]/x[` would be an address with a path.
  if (!/^[\da-f:.]+$/i.test(text) || !URL.canParse(`http://[${text}]/`)) return null;
  const groups = ipv6Groups(new URL(`http://[${text}]/`).hostname.slice(1, -1));
  return groups.map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0')).join('');
}

function ipv6Groups(address: string): string[] {
  const [before = [], after] = address.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const zeros = after ? Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0') : [];
  return [...before, ...zeros, ...(after ?? [])];
}

/** The caller as limits count it: an IPv6 customer has 2^64 addresses or more, so a whole /64 counts as one. */
export function toCallerKey(ipAddress: string | null): string {
  if (!ipAddress?.includes(':')) return ipAddress ?? '';
  const [address = ''] = ipAddress.toLowerCase().split('%');
  const [, ipv4] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address) ?? [];
  if (ipv4) return ipv4;
  const groups = ipv6Groups(address).slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}
