import { createHash } from 'node:crypto';

/**
 * 132 bits of a text: two records that differ never look alike. Fingerprints of `sync_items` are made with it, and what is compared
 * with them must be, too.
 */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
