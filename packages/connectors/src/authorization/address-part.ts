import { type AddressPart, namesInBraces } from './asked-field.ts';

/** Values that fit in a path segment without changing where the address leads. */
const PATH_PART = /^(?!\.{1,2}$)[\w.~-]+$/;
/** Host names, dots included. An underscore is written as a hyphen. */
const HOST_PART = /^(?:[a-z\d](?:[\w-]{0,61}[a-z\d])?)(?:\.[a-z\d](?:[\w-]{0,61}[a-z\d])?)*$/i;

/**
 * A value in the form an address needs. Hosts have no underscores: NetSuite's account 1234567_SB1 is found at 1234567-sb1.
 *
 * @returns null for a value that no host can have, or that would change more of the address than its placeholder (HOSTILE 22)
 */
export function addressPart(value: string, place: AddressPart): string | null {
  if (place === 'path') return PATH_PART.test(value) ? value : null;
  return HOST_PART.test(value) ? value.replaceAll('_', '-') : null;
}

/** Where the host of an address with placeholders ends. */
export function findHostEnd(template: string): number {
  return /^https?:\/\/[^/?#]*/i.exec(template)?.[0].length ?? 0;
}

/** Which part of these addresses contains a field. A host allows fewer values than a path, so it wins. Null: none does. */
export function findAddressPart(field: string, addresses: readonly string[]): AddressPart | null {
  const isIn = (texts: readonly string[]) => namesInBraces(texts).includes(field);
  if (isIn(addresses.map((address) => address.slice(0, findHostEnd(address))))) return 'host';
  return isIn(addresses) ? 'path' : null;
}
