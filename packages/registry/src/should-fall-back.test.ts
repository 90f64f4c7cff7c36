import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shouldFallBack } from './should-fall-back.ts';

test.each([
  [3, 3, 3, true],
  [3, 6, 6, true],
  [3, 7, 7, false],
  [2, 2, 2, false],
  [50, 100, 100, true],
  [50, 101, 101, false],
  [0, 0, 0, false],
  // Everyone who has come so far, but few of those expected.
  [3, 3, 30, true],
  [3, 3, 31, false],
])('it failed for %i people of %i who loaded it and %i who should get it: %s', (failedUsers, loadedUsers, expectedUsers, expected) => {
  expect(shouldFallBack({ failedUsers, loadedUsers, expectedUsers })).toBe(expected);
});

test('a single person never brings a version down, whatever the settings', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000 }),
      fc.integer({ min: 2, max: 100 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (loadedUsers, minUsers, shareOfLoaded) => {
        const counts = { failedUsers: 1, loadedUsers, expectedUsers: 0 };
        expect(shouldFallBack(counts, { minUsers, shareOfLoaded, shareOfExpected: 0 })).toBe(false);
      },
    ),
  );
  const none = { failedUsers: 0, loadedUsers: 5, expectedUsers: 0 };
  expect(shouldFallBack(none, { minUsers: 0, shareOfLoaded: 0, shareOfExpected: 0 })).toBe(false);
});
