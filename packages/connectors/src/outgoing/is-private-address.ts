import { type IpAddress, parseIpAddress } from './ip-address.ts';

/** IPv4 ranges that aren't for the open internet (IANA special-purpose registry), and one cloud's internal address. */
const CLOSED_IPV4 = parseRanges([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

const MAPPED_IPV4 = parseRanges(['::ffff:0:0/96']);
/** All global unicast assigned so far. Loopback, unique local, link-local, multicast, NAT64 and IPv4-compatible are outside it. */
const OPEN_IPV6 = parseRanges(['2000::/3']);
/** Parts of OPEN_IPV6 that tunnel to other addresses, or are for documentation and tests. */
const CLOSED_IPV6 = parseRanges(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

interface Range {
  bits: number;
  prefix: bigint;
  shift: bigint;
}

function parseRanges(blocks: readonly string[]): Range[] {
  return blocks.map((block) => {
    const [text = '', length = ''] = block.split('/');
    const address = parseIpAddress(text);
    if (!address) throw new Error(`no address block: ${block}`);
    const shift = BigInt(address.bits - Number(length));
    return { bits: address.bits, prefix: address.value >> shift, shift };
  });
}

function isIn(address: IpAddress, ranges: readonly Range[]): boolean {
  return ranges.some(({ bits, prefix, shift }) => bits === address.bits && address.value >> shift === prefix);
}

/**
 * Whether an address must not be called: loopback, link-local, private, shared (CGNAT), multicast, reserved, and tunnels to any
 * of them. For literal addresses and for what a name resolves to (HOSTILE 19).
 *
 * @returns true also for a text that isn't an address.
 */
export function isPrivateAddress(ip: string): boolean {
  const address = parseIpAddress(ip);
  if (!address) return true;
  if (address.bits === 32) return isIn(address, CLOSED_IPV4);
  if (isIn(address, MAPPED_IPV4)) return isIn({ bits: 32, value: address.value & 0xffff_ffffn }, CLOSED_IPV4);
  return !isIn(address, OPEN_IPV6) || isIn(address, CLOSED_IPV6);
}
