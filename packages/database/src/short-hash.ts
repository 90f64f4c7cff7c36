import { sha256 } from '@noble/hashes/sha2.js';
import { toBase64Url } from '@portage/primitives/base64';

const encoder = new TextEncoder();

/**
 * 132 bits of a text: two records that differ never look alike. Fingerprints of `sync_items` are made with it, and what is compared
 * with them must be, too.
 *
 * In JavaScript: the runtime's own hashes take several times as long for a short text, and a sync makes four for each new record.
 */
export function shortHash(text: string): string {
  return toBase64Url(sha256(encoder.encode(text)).subarray(0, 17)).slice(0, 22);
}
