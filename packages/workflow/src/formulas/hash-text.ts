import { hmac } from '@noble/hashes/hmac.js';
import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, type CHash } from '@noble/hashes/utils.js';
import { toBase64, toBase64Url } from '@portage/primitives/base64';
import type { WorkBudget } from '../work/work-budget.ts';
import { ArgumentFault, shown, textArgument } from './formula-arguments.ts';

const HASHING_UNITS = 1_000;

interface Algorithm {
  hash: CHash;
  unitsPerByte: number;
}

/** MD5 and SHA-1 are here for systems that need them, such as Mailchimp for a subscriber's id. */
const algorithms: Record<string, Algorithm> = {
  sha256: { hash: sha256, unitsPerByte: 1.2 },
  sha512: { hash: sha512, unitsPerByte: 3 },
  sha1: { hash: sha1, unitsPerByte: 1.5 },
  md5: { hash: md5, unitsPerByte: 2.5 },
};
const encodings: Record<string, (bytes: Uint8Array) => string> = { hex: bytesToHex, base64: toBase64, base64url: toBase64Url };

/** Synchronous, like expressions; WebCrypto isn't. @throws ArgumentFault for an unknown algorithm or encoding */
export function hashText(text: string, algorithm: unknown, encoding: unknown, work: WorkBudget): string {
  const { hash, unitsPerByte } = choose(algorithms, algorithm, 'sha256', work);
  return choose(encodings, encoding, 'hex', work)(hash(encodeBytes(text, unitsPerByte, work)));
}

/** @throws ArgumentFault as hashText */
export function hmacText(text: string, key: string, algorithm: unknown, encoding: unknown, work: WorkBudget): string {
  const { hash, unitsPerByte } = choose(algorithms, algorithm, 'sha256', work);
  const [keyBytes, textBytes] = [encodeBytes(key, unitsPerByte, work), encodeBytes(text, unitsPerByte, work)];
  return choose(encodings, encoding, 'hex', work)(hmac(hash, keyBytes, textBytes));
}

function encodeBytes(text: string, unitsPerByte: number, work: WorkBudget): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  work.charge(HASHING_UNITS + bytes.length * unitsPerByte);
  return bytes;
}

function choose<T>(choices: Record<string, T>, value: unknown, standard: string, work: WorkBudget): T {
  const name = value === undefined ? standard : textArgument(value, work).toLowerCase().replace('-', '');
  const chosen = Object.hasOwn(choices, name) ? choices[name] : undefined;
  if (chosen === undefined) throw new ArgumentFault(`${shown(value)} is not one of ${Object.keys(choices).join(', ')}.`);
  return chosen;
}
