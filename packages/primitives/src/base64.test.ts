import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toBase64, toBase64Url } from './base64.ts';

test('writes any bytes so they can be read back, even more than a function accepts as arguments', () => {
  const bytesOf = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(bytesOf(toBase64(bytes))).toEqual(bytes);
    }),
  );
  const many = Uint8Array.from({ length: 300_001 }, (_, at) => at % 251);
  expect(bytesOf(toBase64(many))).toEqual(many);
});

test('writes base64url without padding', () => {
  expect(toBase64Url(Uint8Array.of(0xfb, 0xff, 0xfe))).toBe('-__-');
  expect(toBase64Url(Uint8Array.of(0xff))).toBe('_w');
});
