import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shouldFallBack } from './should-fall-back.ts';

test.each([
  [3, 0, true],
  [3, 3, true],
  [3, 4, false],
  [2, 0, false],
  [50, 50, true],
  [50, 51, false],
  [0, 0, false],
])('%i people it failed for, %i it worked for: %s', (failedUsers, shownUsers, expected) => {
  expect(shouldFallBack({ failedUsers, shownUsers })).toBe(expected);
});

test('one person alone never brings a version down, whatever is set', () => {
  fc.assert(
    fc.property(
      fc.nat(1_000),
      fc.integer({ min: 2, max: 100 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (shownUsers, minUsers, share) => {
        expect(shouldFallBack({ failedUsers: 1, shownUsers }, { minUsers, share })).toBe(false);
      },
    ),
  );
  expect(shouldFallBack({ failedUsers: 0, shownUsers: 5 }, { minUsers: 0, share: 0 })).toBe(false);
});
