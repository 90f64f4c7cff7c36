import { sha256 } from '@noble/hashes/sha2.js';

const encoder = new TextEncoder();
/** Used again for each text, because making them costs more than hashing a short one. */
const beginning = sha256.create();
const state = sha256.create();
const bytes = new Uint8Array(4_096);
const hash = new Uint8Array(32);
const BASE64_URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * 132 bits of a text: two different records never look alike. Fingerprints of `sync_items` are made with it, and so must be whatever is
 * compared with them.
 *
 * In JavaScript: the runtime's own hashes and its base64 take several times as long for a short text, and a sync hashes every record.
 */
export function shortHash(text: string): string {
  beginning._cloneInto(state);
  // A character takes three bytes at most.
  const isShort = text.length * 3 <= bytes.length;
  state.update(isShort ? bytes.subarray(0, encoder.encodeInto(text, bytes).written) : encoder.encode(text)).digestInto(hash);
  let short = '';
  for (let at = 0; at < 18; at += 3) {
    const bits = ((hash[at] ?? 0) << 16) | ((hash[at + 1] ?? 0) << 8) | (hash[at + 2] ?? 0);
    for (let shift = 18; shift >= 0; shift -= 6) short += BASE64_URL[(bits >> shift) & 63];
  }
  return short.slice(0, 22);
}
