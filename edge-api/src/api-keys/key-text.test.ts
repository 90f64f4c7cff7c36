import { API_KEY_PATTERN } from '@portage/contracts';
import { expect, test } from 'vitest';
import { isWholeApiKey, makeApiKeyText } from './key-text.ts';

test('a key has 256 random bits after its prefix, and a checksum', () => {
  const keys = Array.from({ length: 200 }, makeApiKeyText);
  expect(new Set(keys).size).toBe(200);
  for (const key of keys) {
    expect(key).toMatch(/^portage_[0-9A-Za-z]{49}$/);
    expect(isWholeApiKey(key)).toBe(true);
  }
  // Leading zeros are kept, so that all keys have the same length.
  const first = new Set(keys.map((key) => key.charAt('portage_'.length)));
  expect(first.size).toBeGreaterThan(5);
});

test('HOSTILE 44: a typo, a cut and two swapped characters are noticed without a database query', () => {
  const key = makeApiKeyText();
  const at = 20;
  const other = key.charAt(at) === 'x' ? 'y' : 'x';
  expect(isWholeApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
  expect(isWholeApiKey(key.slice(0, -1))).toBe(false);
  expect(isWholeApiKey(`${key}A`)).toBe(false);
  expect(isWholeApiKey(key.toUpperCase())).toBe(false);
  const swapped = [...key];
  const place = swapped.findIndex((one, index) => index > 8 && one !== swapped[index + 1]);
  [swapped[place], swapped[place + 1]] = [swapped[place + 1] ?? '', swapped[place] ?? ''];
  expect(isWholeApiKey(swapped.join(''))).toBe(false);
});

test('a secret scanner finds a key in any text with one pattern', () => {
  const key = makeApiKeyText();
  expect(`curl -H "Authorization: Bearer ${key}" https://portage.test`.match(API_KEY_PATTERN)).toEqual([key]);
});
