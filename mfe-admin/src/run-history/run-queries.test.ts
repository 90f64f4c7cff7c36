import { expect, it } from 'vitest';
import { asStatus, withChosen } from './run-queries.ts';

it('takes from the address only what the call would take', () => {
  expect(asStatus('Failed')).toBe('Failed');
  expect(asStatus('failed')).toBeUndefined();
  expect(asStatus('constructor')).toBeUndefined();
});

it('keeps the chosen workflow among the choices, whatever is searched for', () => {
  const choices = [{ value: 'a', label: 'Orders' }];
  expect(withChosen(choices, 'a', 'Orders')).toEqual(choices);
  expect(withChosen(choices, 'b', 'Nightly report')).toEqual([{ value: 'b', label: 'Nightly report' }, ...choices]);
  expect(withChosen(choices, '')).toEqual(choices);
});
