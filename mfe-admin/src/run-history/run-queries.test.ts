import { expect, it } from 'vitest';
import { asInstant, asStatus } from './run-queries.ts';

it('takes from the address only what the call would take', () => {
  expect(asStatus('Failed')).toBe('Failed');
  expect(asStatus('failed')).toBeUndefined();
  expect(asStatus('constructor')).toBeUndefined();
  expect(asInstant('2026-11-21T04:00:00+01:00')).toBe('2026-11-21T03:00:00.000Z');
  expect(asInstant('yesterday')).toBeUndefined();
  expect(asInstant('')).toBeUndefined();
});
