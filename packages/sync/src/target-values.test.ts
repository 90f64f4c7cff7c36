import { ExactNumber } from '@portage/primitives/exact-json';
import { expect, test } from 'vitest';
import { hasValue, hasValues, isSameValue } from './target-values.ts';

const fields = [
  { toParameterPath: 'body.product.name', value: 'Tea' },
  { toParameterPath: 'body.product.price', value: 10 },
  { toParameterPath: 'body.product.note', value: '' },
];

test('a record has the values if each of its fields does, however the system writes them', () => {
  expect(hasValues({ name: 'Tea', price: '10.00', stock: 3 }, fields)).toBe(true);
  expect(hasValues({ product: { name: 'Tea', price: 10, note: null } }, fields)).toBe(true);
});

test('a field with another value, or one missing in the record, means that it doesn’t', () => {
  expect(hasValues({ name: 'Coffee', price: 10 }, fields)).toBe(false);
  expect(hasValues({ name: 'Tea' }, fields)).toBe(false);
  expect(hasValues({ name: 'Tea', price: 10 }, [...fields, { toParameterPath: 'query.kind', value: 'drink' }])).toBe(false);
});

test.each([
  ['a number as text', 10, '10.00'],
  ['money', '12.50', 12.5],
  ['nothing and zero', '-0.00', 0],
  ['a long id', new ExactNumber('12345678901234567890'), '12345678901234567890'],
  ['a flag as text', true, 'true'],
  ['an instant in another zone', '2026-01-31T10:00:00+01:00', '2026-01-31T09:00:00.000Z'],
  ['an instant without colons in its zone', '2026-01-31T10:00:00.000+0000', '2026-01-31T10:00:00Z'],
  ['a day and its first moment', '2026-01-31', '2026-01-31T00:00:00Z'],
  ['null and a missing value', null, undefined],
  ['an empty text and null', '', null],
  ['an empty list and a missing value', [], undefined],
  ['an object of nothing and null', { city: '', street: null }, null],
  ['members in another order', { city: 'Ulm', zip: '89073' }, { zip: '89073', city: 'Ulm' }],
  ['a list of amounts', [{ price: 1 }, { price: '2.0' }], [{ price: '1.00' }, { price: 2 }]],
] as [string, unknown, unknown][])('%s is the same value', (_what, one, another) => {
  expect([isSameValue(one, another), isSameValue(another, one), hasValue(another, one)]).toEqual([true, true, true]);
});

test.each([
  ['a code with a leading zero', '007', '7'],
  ['long ids that differ in their last digit', '12345678901234567890', '12345678901234567891'],
  ['a hexadecimal text', '0x10', 16],
  ['a text and blanks', 'tea', ' tea'],
  ['zero and nothing', 0, null],
  ['false and nothing', false, ''],
  ['other instants', '2026-01-31T10:00:00Z', '2026-01-31T10:00:01Z'],
  ['a list in another order', [1, 2], [2, 1]],
  ['a list and its first entry', [1], 1],
  ['a text and an object', '[object Object]', { a: 1 }],
] as [string, unknown, unknown][])('%s are different values', (_what, one, another) => {
  expect([isSameValue(one, another), isSameValue(another, one), hasValue(another, one)]).toEqual([false, false, false]);
});

test('members of the target besides the written ones are its own', () => {
  const written = { city: 'Ulm', lines: [{ sku: 'A', price: 2 }] };
  const there = { id: '7', city: 'Ulm', country: 'DE', lines: [{ id: 'l1', sku: 'A', price: '2.00' }] };
  expect(hasValue(there, written)).toBe(true);
  expect(hasValue({ ...there, lines: [] }, written)).toBe(false);
  expect(isSameValue(written, there)).toBe(false);
});
