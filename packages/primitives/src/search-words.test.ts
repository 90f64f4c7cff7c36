import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchWords, spellings } from './search-words.ts';

test.each([
  ['an order number', 'A-1004', ['a-1004']],
  ['a number with a sign in front', '#1004', ['1004']],
  ['an address', 'Ada.Lovelace+shop@Example.com', ['ada.lovelace+shop@example.com']],
  ['an amount', '19.99 €', ['19.99']],
  ['a sentence', 'Please deliver “A-1004”, today!', ['please', 'deliver', 'a-1004', 'today']],
  ['an address of a page', 'https://shop.example/orders/1004?ref=mail', ['https', 'shop.example', 'orders', '1004', 'ref', 'mail']],
  ['the day of an instant', '2026-11-30T08:00:00.000Z', ['2026-11-30']],
  ['accents and wide letters', 'Müller ＡＢ１２', ['muller', 'ab12']],
  ['a language without blanks', '注文 円', ['注文', '円']],
  ['the same word once', 'tea Tea TEA', ['tea']],
  ['single letters between signs', 'A&B<1> x A,B', ['ab1', 'ab']],
  ['nothing', ' - a ! ', []],
  ['text that PostgreSQL cannot store', 'a1\u0000b2\ud800c3', ['a1', 'b2', 'c3']],
])('finds the words of %s', (_, text, words) => expect(searchWords(text)).toEqual(words));

test.each([
  ['große', ['große', 'grosse']],
  ['grosse', ['grosse', 'große']],
  ['1234.50', ['1234.50', '1234.5']],
  ['1234.00', ['1234.00', '1234']],
  ['100', ['100']],
  ['1.0.0', ['1.0.0']],
])('%s may be written as %j', (word, written) => expect(spellings(word)).toEqual(written));

test('cuts a long word in the same place in every text', () => {
  expect(searchWords('x'.repeat(100))).toEqual(['x'.repeat(64)]);
});

test('splits its own words no further, and leaves nothing that a query would have to escape', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const words = searchWords(text);
      expect(searchWords(words.join(' '))).toEqual(words);
      for (const word of words) expect(word).not.toMatch(/[\s\p{C}'\\:&|!()<*]/u);
    }),
  );
});
