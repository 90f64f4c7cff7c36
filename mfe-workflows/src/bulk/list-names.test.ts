import { expect, test } from 'vitest';
import { listNames } from './list-names.ts';

test('names up to five, and counts the others', () => {
  expect(listNames(['A'])).toBe('“A”');
  expect(listNames(['A', 'B'])).toBe('“A” and “B”');
  expect(listNames(['A', 'B', 'C', 'D', 'E'])).toBe('“A”, “B”, “C”, “D” and “E”');
  expect(listNames(['A', 'B', 'C', 'D', 'E', 'F', 'G'])).toBe('“A”, “B”, “C”, “D”, “E” and 2 more');
});
