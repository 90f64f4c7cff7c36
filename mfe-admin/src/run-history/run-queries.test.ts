import { expect, it } from 'vitest';
import { asInstant, asStatus, withChosen } from './run-queries.ts';

it('takes from the address only what the call would take', () => {
  expect(asStatus('Failed')).toBe('Failed');
  expect(asStatus('failed')).toBeUndefined();
  expect(asStatus('constructor')).toBeUndefined();
  expect(asInstant('2026-11-21T04:00:00+01:00')).toBe('2026-11-21T03:00:00.000Z');
  expect(asInstant('yesterday')).toBeUndefined();
  expect(asInstant('')).toBeUndefined();
});

it('keeps the chosen workflow among the choices, whatever is searched for', () => {
  const choices = [{ value: 'a', label: 'Orders' }];
  expect(withChosen(choices, 'a', 'Orders')).toEqual(choices);
  expect(withChosen(choices, 'b', 'Nightly report')).toEqual([{ value: 'b', label: 'Nightly report' }, ...choices]);
  expect(withChosen(choices, '')).toEqual(choices);
});
