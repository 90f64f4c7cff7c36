import fc from 'fast-check';
import { expect, test } from 'vitest';
import { storableJson, storableText } from './storable.ts';

test('a text loses only what can’t be stored', () => {
  expect(storableText('a\u0000b \ud83d😀')).toBe('a\ufffdb \ufffd😀');
});

test('JSON changes only in such characters, in member names too', () => {
  expect(JSON.parse(storableJson({ 'a\u0000': ['\ud800', '\\u0000', '"\n\u0007😀', 1, null] }))).toEqual({
    'a\ufffd': ['\ufffd', '\\u0000', '"\n\u0007😀', 1, null],
  });
});

test('agrees with each text of a value made storable by itself', () => {
  const odd = fc.array(fc.constantFrom('\u0000', '\ud800', '\udc00', '\ud83d\ude00', '\\', 'u0000', '"', 'a'), { maxLength: 8 });
  fc.assert(
    fc.property(odd, (parts) => {
      const text = parts.join('');
      expect(JSON.parse(storableJson([text]))).toEqual([storableText(text)]);
    }),
  );
});
