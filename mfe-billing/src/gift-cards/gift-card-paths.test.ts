import { expect, test } from 'vitest';
import { buildListPath, giftCardPath } from './gift-card-paths.ts';

test('a card links back to the list’s page and filters, and nowhere else', () => {
  const backFrom = (address: string) => buildListPath(new URL(address, 'https://portage.test').searchParams);
  expect(giftCardPath('a/b', '')).toBe('/gift-cards/a%2Fb');
  expect(backFrom(giftCardPath('1', ''))).toBe('/gift-cards');
  expect(backFrom(giftCardPath('1', '?name=Jos%C3%A9+%26+Co&page=3'))).toBe('/gift-cards?name=Jos%C3%A9+%26+Co&page=3');
  expect(backFrom('/gift-cards/1?list=//evil.example/%3Fa')).toMatch(/^\/gift-cards\?/);
});
