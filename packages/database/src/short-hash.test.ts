import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { shortHash } from './short-hash.ts';

test('is SHA-256, however it is computed', () => {
  for (const text of ['', 'a', 'Grüße 😀', '\ud800 half', 'x'.repeat(100_000)])
    expect(shortHash(text)).toBe(createHash('sha256').update(text).digest('base64url').slice(0, 22));
});
