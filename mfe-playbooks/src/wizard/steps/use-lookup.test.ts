import { expect, test } from 'vitest';
import { foundBy } from './use-lookup.ts';

const option = (value: string, label: string) => ({ value, label, name: label });
const first = [option('1', 'Open Studio Days (Dec 23, 2026, 8:46 PM)'), option('2', 'Summer fair (Jul 1, 2026, 7:00 AM)')];

test('a record is found by the date that its choice shows, even if its system spells it differently', () => {
  expect(foundBy('dec 23', [], first)).toEqual([first[0]]);
  expect(foundBy('fair jul', [], first)).toEqual([first[1]]);
  expect(foundBy('nothing of it', [], first)).toEqual([]);
});

test('the system’s results come first, without duplicates', () => {
  const found = [option('9', 'Fair of 2025'), ...first.slice(1)];
  expect(foundBy('fair', found, first)).toEqual(found);
  expect(foundBy('', found, first)).toEqual(found);
});
