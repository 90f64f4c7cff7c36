import { hmac } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import type { CHash } from '@noble/hashes/utils.js';
import { type Service, ServiceFault, textMember } from './service.ts';

const hashes = { 'SHA-1': sha1, 'SHA-256': sha256, 'SHA-384': sha384, 'SHA-512': sha512 } satisfies Record<string, CHash>;
const LONGEST_DATA = 16 * 1024 * 1024;
const FUEL_A_HASH = 1_500;
const FUEL_A_BYTE = 2;

export type HashName = keyof typeof hashes;

/** Bytes are texts with one character per byte. */
export interface HashRequest {
  hash: HashName;
  data: string;
  /** With a key, the result is the HMAC. */
  key?: string;
}

export const hashService: Service = (request, charge) => {
  const data = textMember(request, 'data', LONGEST_DATA);
  const key = request.key === undefined ? undefined : textMember(request, 'key', LONGEST_DATA);
  charge(FUEL_A_HASH + FUEL_A_BYTE * (data.length + (key?.length ?? 0)));
  const name = textMember(request, 'hash', 20);
  if (!Object.hasOwn(hashes, name)) throw new ServiceFault('TypeError', 'There is no such hash.');
  const hash: CHash = hashes[name as HashName];
  return toBinary(key === undefined ? hash(toBytes(data)) : hmac(hash, toBytes(key), toBytes(data)));
};

function toBytes(binary: string): Uint8Array {
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

function toBinary(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
