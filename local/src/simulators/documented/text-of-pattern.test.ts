import { expect, test } from 'vitest';
import { textOfPattern } from './text-of-pattern.ts';

test.each([
  '^[A-Z]{2}-\\d{4}$',
  '^\\d{1,12}(\\.\\d{1,4})?$',
  '^(usr|org)_\\d{6}$',
  '^[a-f0-9]{24}$',
  '^[^\\s]+@[\\w.]+$',
  '^https?://[\\w.]+/\\d\\d$',
  '^(?!x)[a-z]{3,}$',
  '^#?([0-9a-fA-F]{3}){1,2}$',
])('texts match %s, and differ by their numbers', (pattern) => {
  const texts = [1, 2, 12, 21, 22].map((number) => textOfPattern(pattern, number) ?? '');
  for (const text of texts) expect(text).toMatch(new RegExp(pattern, 'u'));
  expect(new Set(texts).size).toBe(texts.length);
});

test('a text has the length that its schema asks for', () => {
  expect(textOfPattern('^[a-z]+$', 3, 8)).toHaveLength(8);
});

test.each(['(', '[a', 'a{99999999}', '(((a{900}){900}){900}){900}'])('generates no text for %s', (pattern) => {
  expect(textOfPattern(pattern, 1)).toBeNull();
});
