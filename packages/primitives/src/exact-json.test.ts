import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExactNumber, parseExactJson, readExactJson, readNumber } from './exact-json.ts';

test.each([
  ['12345678901234567890', '12345678901234567890'],
  ['{"id":9007199254740993}', { id: '9007199254740993' }],
  ['[1, -9223372036854775807]', [1, '-9223372036854775807']],
  ['[10000000000000000000000]', ['10000000000000000000000']],
  ['{"a":1e400,"b":-1E+400}', { a: '1e400', b: '-1E+400' }],
  ['{"a":1e-400}', { a: '1e-400' }],
  ['{"amount":12345678901234567.89}', { amount: '12345678901234567.89' }],
  ['[9007199254740993.5,\n-0.1234567890123456789012]', ['9007199254740993.5', '-0.1234567890123456789012']],
  ['[1.2345678901234567891e5]', ['1.2345678901234567891e5']],
])('a number JavaScript can’t represent becomes the text of its digits: %s', (json, value) => {
  expect(parseExactJson(json)).toEqual(value);
  expect(readExactJson(json).isPlain).toBe(false);
});

test.each([
  '9007199254740991',
  '9007199254740992',
  '1e21',
  '1.5E-7',
  '-0',
  '1.10',
  '100.0000000000000000000000',
  '0.30000000000000004',
  // 0.1 as other languages print it: 17 digits of the double, or all of them.
  '0.10000000000000001',
  '0.1000000000000000055511151231257827021181583404541015625',
  '4.9e-324',
  '{"at":1732694400123,"text":"12345678901234567890"}',
])('every other number equals the result of JSON.parse: %s', (json) => {
  expect(parseExactJson(json)).toEqual(JSON.parse(json));
});

test.each([
  '{12345678901234567890: 1}',
  '{12345678901234567890\n: 1}',
  '[012345678901234567890]',
  '[1.2.3.4.5.6.7.8.9.0]',
  '[12345678901234567890.]',
  '[12345678901234567890a]',
  '["a"12345678901234567890]',
])('what isn’t JSON stays refused: %s', (json) => {
  expect(() => parseExactJson(json)).toThrow(SyntaxError);
});

test('digits within texts and after escaped quotation marks stay as they are', () => {
  const json = String.raw`{"a:12345678901234567890":["\" ,12345678901234567890]","\\",12345678901234567890]}`;
  expect(parseExactJson(json)).toEqual({ 'a:12345678901234567890': ['" ,12345678901234567890]', '\\', '12345678901234567890'] });
});

test('a member named __proto__ stays a member', () => {
  expect(JSON.stringify(parseExactJson('{"__proto__":{"id":12345678901234567890}}'))).toBe('{"__proto__":{"id":"12345678901234567890"}}');
});

test('integers keep all their digits, and other values equal those of JSON.parse', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), fc.jsonValue(), (whole, other) => {
      const [read, rest] = parseExactJson(`[${whole},${JSON.stringify(other)}]`) as [unknown, unknown];
      expect(String(read)).toBe(String(whole));
      expect(rest).toEqual(JSON.parse(JSON.stringify(other)));
    }),
  );
});

test('invalid JSON is refused as JSON.parse refuses it', () => {
  expect(() => parseExactJson('{"id":12345678901234567890')).toThrow(SyntaxError);
});

test.each([
  ['9007199254740993', '9007199254740993'],
  [' -00012345678901234567.890 ', '-12345678901234567.890'],
  ['+1e400', '1e400'],
  ['.12345678901234567890', '0.12345678901234567890'],
])('the number in %j is written in its own digits', (text, digits) => {
  expect(readNumber(text)).toEqual(new ExactNumber(digits));
  expect(JSON.stringify({ id: readNumber(text), list: [readNumber(text)] })).toBe(`{"id":${digits},"list":[${digits}]}`);
});

test.each([
  ['5', 5],
  [' +5. ', 5],
  ['.5', 0.5],
  ['1e3', 1000],
  ['-0', -0],
  ['0071', 71],
  ['19.90', 19.9],
  ['0x10', null],
  ['0b1', null],
  ['Infinity', null],
  ['NaN', null],
  ['1_000', null],
  ['1,5', null],
  ['.', null],
  ['', null],
])('the text %j is the number %s', (text, number) => {
  expect(readNumber(text)).toBe(number);
});

/** A decimal number as digits and power, for comparing without rounding. */
function decimal(written: string): [bigint, number] {
  const [, sign, whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(written) ?? [];
  let [digits, power] = [BigInt(whole + fraction) * (sign ? -1n : 1n), Number(exponent) - fraction.length];
  while (digits !== 0n && digits % 10n === 0n) [digits, power] = [digits / 10n, power + 1];
  return digits === 0n ? [0n, 0] : [digits, power];
}

test('a decimal number of up to 15 or more than 17 digits survives JSON and text unchanged', () => {
  const digits = fc.oneof(fc.stringMatching(/^\d{1,15}$/), fc.stringMatching(/^[1-9]\d{17,30}[1-9]$/));
  fc.assert(
    fc.property(digits, fc.nat(40), fc.boolean(), fc.integer({ min: -20, max: 20 }), (all, at, isNegative, power) => {
      const bare =
        at === 0 || at >= all.length ? all.replace(/^0+(?=\d)/, '') : `${all.slice(0, at).replace(/^0+(?=\d)/, '')}.${all.slice(at)}`;
      const written = `${isNegative ? '-' : ''}${bare}${power === 0 ? '' : `e${power}`}`;
      fc.pre(!isDoublePrint(written));
      const read = parseExactJson(`[${written}]`) as [number | string];
      expect(decimal(JSON.stringify(readNumber(String(read[0]))))).toEqual(decimal(written));
    }),
    { numRuns: 2_000 },
  );
});

/** More than 17 digits may happen to be the whole expansion of a double. */
function isDoublePrint(written: string): boolean {
  const digits = written
    .replace(/e.*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '').length;
  return digits > 17 && decimal(Number(written).toPrecision(digits)).join() === decimal(written).join();
}
