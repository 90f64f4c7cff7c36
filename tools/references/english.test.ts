import { expect, test } from 'vitest';
import { oddPhrases, oddTexts } from './english.ts';

test('comments, test names and pages have no phrases that read like a translation', () => {
  expect(oddTexts()).toEqual([]);
});

test.each([
  'A run goes on with the next step.',
  'It is not available just now.',
  'Each area has a bundle of its own.',
  'The system does not answer.',
  'What became of it',
])('“%s” is odd', (text) => {
  expect(oddPhrases.some(({ pattern }) => pattern.test(text))).toBe(true);
});

test.each(['The toolbar goes on top.', 'A key goes on every call.', 'It has no id of its own.'])('“%s” is fine', (text) => {
  expect(oddPhrases.some(({ pattern }) => pattern.test(text))).toBe(false);
});
