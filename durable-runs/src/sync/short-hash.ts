import { createHash } from 'node:crypto';

/** 132 bits: two records that differ never look alike. */
export function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
