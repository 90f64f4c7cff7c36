import { expect, test } from 'vitest';
import { sharedMismatches } from './shared-versions.ts';

test.each([
  ['^19.0.0', '19.3.1', true],
  ['^19.3.1', '19.3.1', true],
  ['^19.3.2', '19.3.1', false],
  ['^19.4.0', '19.3.9', false],
  ['^19.0.0', '20.0.0', false],
  ['^20.0.0', '19.3.1', false],
  ['^0.2.3', '0.2.4', true],
  ['^0.2.3', '0.3.0', false],
  ['^0.0.3', '0.0.4', false],
  ['19.3.1', '19.3.1', true],
  ['19.3.1', '19.3.2', false],
  ['*', '19.3.1', false],
  ['^19.0.0', '19.4.0-canary.1', false],
  ['>=1 <99', '19.3.1', false],
])('%s and %s: %s', (range, version, fits) => {
  expect(sharedMismatches({ react: range }, { react: version }).length === 0).toBe(fits);
});

test('a mismatch is reported in a sentence, even if the shell lacks the package', () => {
  expect(sharedMismatches({ react: '^20.0.0', 'left-pad': '^1.0.0', constructor: '^1.0.0' }, { react: '19.3.1' })).toEqual([
    'It asks for react ^20.0.0, and the shell shares react 19.3.1.',
    'It asks for left-pad ^1.0.0, which the shell does not share.',
    'It asks for constructor ^1.0.0, which the shell does not share.',
  ]);
});
