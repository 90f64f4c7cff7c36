import { hmac } from '@noble/hashes/hmac.js';
import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, type CHash } from '@noble/hashes/utils.js';
import { toBase64, toBase64Url } from '@portage/primitives/base64';
import { ArgumentFault, shown, textArgument } from './formula-arguments.ts';

/** MD5 and SHA-1 are here for systems that ask for them, as Mailchimp does for the id of a subscriber. */
const algorithms: Record<string, CHash> = { sha256, sha512, sha1, md5 };
const encodings: Record<string, (bytes: Uint8Array) => string> = { hex: bytesToHex, base64: toBase64, base64url: toBase64Url };

/** Synchronous, as expressions are; WebCrypto is not. @throws ArgumentFault for an algorithm or an encoding that there is not */
export function hashText(text: string, algorithm: unknown, encoding: unknown): string {
  return choose(encodings, encoding, 'hex')(choose(algorithms, algorithm, 'sha256')(new TextEncoder().encode(text)));
}

/** @throws ArgumentFault as hashText */
export function hmacText(text: string, key: string, algorithm: unknown, encoding: unknown): string {
  const [keyBytes, textBytes] = [key, text].map((one) => new TextEncoder().encode(one)) as [Uint8Array, Uint8Array];
  return choose(encodings, encoding, 'hex')(hmac(choose(algorithms, algorithm, 'sha256'), keyBytes, textBytes));
}

function choose<T>(choices: Record<string, T>, value: unknown, standard: string): T {
  const name = value === undefined ? standard : textArgument(value).toLowerCase().replace('-', '');
  const chosen = Object.hasOwn(choices, name) ? choices[name] : undefined;
  if (chosen === undefined) throw new ArgumentFault(`${shown(value)} is not one of ${Object.keys(choices).join(', ')}.`);
  return chosen;
}
