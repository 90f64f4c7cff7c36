import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasLongNumber, parseExactJson } from './exact-json.ts';

it.each([
  ['12345678901234567890', '12345678901234567890'],
  ['{"id":9007199254740993}', { id: '9007199254740993' }],
  ['[1, -9223372036854775807]', [1, '-9223372036854775807']],
  ['{"a":1e400,"b":-1E+400}', { a: '1e400', b: '-1E+400' }],
])('a number that JavaScript cannot hold is the text of its digits: %s', (json, value) => {
  expect(parseExactJson(json)).toEqual(value);
  expect(hasLongNumber(json)).toBe(true);
});

it.each([
  '9007199254740991',
  '9007199254740992',
  '1e21',
  '1e-400',
  '0.1234567890123456789012',
  '{"at":1732694400123,"text":"12345678901234567890"}',
])('every other number is the one that JSON.parse gives: %s', (json) => {
  expect(parseExactJson(json)).toEqual(JSON.parse(json));
});

it('a member named __proto__ stays a member', () => {
  expect(JSON.stringify(parseExactJson('{"__proto__":{"id":12345678901234567890}}'))).toBe('{"__proto__":{"id":"12345678901234567890"}}');
});

it('whole numbers keep all their digits, and other values are those of JSON.parse', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), fc.jsonValue(), (whole, other) => {
      const [read, rest] = parseExactJson(`[${whole},${JSON.stringify(other)}]`) as [unknown, unknown];
      expect(String(read)).toBe(String(whole));
      expect(rest).toEqual(JSON.parse(JSON.stringify(other)));
    }),
  );
});

it('what is no JSON is refused as JSON.parse refuses it', () => {
  expect(() => parseExactJson('{"id":12345678901234567890')).toThrow(SyntaxError);
});
