import { describe, expect, test } from 'vitest';
import { parseRetryAfterMs } from './retry-after.ts';

const now = Date.parse('2026-11-21T10:00:00Z');

describe('Retry-After', () => {
  test.each<[string | null, number | null]>([
    [null, null],
    ['0', 0],
    ['120', 120_000],
    [' 7 ', 7_000],
    ['Sat, 21 Nov 2026 10:00:30 GMT', 30_000],
    ['Sat, 21 Nov 2026 09:59:00 GMT', 0],
    ['soon', null],
    ['-5', null],
    ['9'.repeat(40), null],
    ['', null],
  ])('%j is a pause of %j ms', (value, pauseMs) => {
    expect(parseRetryAfterMs(value, now)).toBe(pauseMs);
  });
});
