/** An address as a number, with its family's length in bits. */
export interface IpAddress {
  bits: 32 | 128;
  value: bigint;
}

/**
 * Reads an IP address in any spelling that URLs allow: `127.1`, `0x7f000001`, `2130706433`, `017700000001`, `[::1]`,
 * `fe80::1%eth0`. The URL parser decides what it means, as it does for the call itself.
 *
 * @returns null if the text isn't an IP address.
 */
export function parseIpAddress(text: string): IpAddress | null {
  const bare = text
    .trim()
    .replace(/^\[|\]$/g, '')
    .replace(/%.*$/, '');
  const isIpv6 = bare.includes(':');
  if (!/^[0-9a-fx.:]+$/i.test(bare)) return null;
  let host: string;
  try {
    host = new URL(isIpv6 ? `http://[${bare}]/` : `http://${bare}/`).hostname;
  } catch {
    return null;
  }
  if (isIpv6) return { bits: 128, value: ipv6Value(host.slice(1, -1)) };
  return /^\d+\.\d+\.\d+\.\d+$/.test(host) ? { bits: 32, value: ipv4Value(host) } : null;
}

function ipv4Value(dotted: string): bigint {
  return dotted.split('.').reduce((value, part) => value * 256n + BigInt(part), 0n);
}

/** @param canonical as the URL parser writes it: hexadecimal groups, at most one `::`. */
function ipv6Value(canonical: string): bigint {
  const [head = '', tail] = canonical.split('::');
  const before = head ? head.split(':') : [];
  const after = tail ? tail.split(':') : [];
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].reduce((value, group) => value * 65_536n + BigInt(`0x${group}`), 0n);
}
