import { expect, test } from 'vitest';
import { readPaths, unseenPaths } from './unseen-fields.ts';

const mapping = (fromParameterExpression: string, toParameterPath: string) => ({ fromParameterExpression, toParameterPath });

test('the paths of a flow are those of its mappings and links, each once', () => {
  const mappings = [
    mapping('$Item.name', 'body.name'),
    mapping('Hello $Item.name', 'body.greeting'),
    mapping('fixed', 'body.kind'),
    mapping('', 'body.note'),
    mapping('$Item.lines', 'body.lines[]'),
    mapping('$Entry.price', 'body.lines[].price'),
  ];
  const dependencies = [{ ...mapping('$Item.customer.id', 'body.customerId'), entity: 'Customers' }];
  expect(readPaths({ mappings, dependencies })).toEqual(['name', 'lines', 'lines[].price', 'customer.id']);
});

test('a field that a formula has another value for may be missing', () => {
  const expression =
    '${joinTexts(" ", firstFilled($Item.CurrencyIsoCode, "USD"), firstFilled($Item.lines[0].name, $Item.title), $Item.name)}';
  expect(readPaths({ mappings: [mapping(expression, 'body.name')], dependencies: [] })).toEqual(['title', 'name']);
});

test.each([
  ['a field that was renamed', 'phone', [{ telephone: '1' }, { telephone: '2' }], true],
  ['a field below another that was renamed', 'address.city', [{ address: { town: 'Bern' } }], true],
  ['the object around a field that was renamed', 'address.city', [{ location: { city: 'Bern' } }], true],
  ['a field of a list’s entries that was renamed', 'lines[].price', [{ lines: [{ amount: 1 }] }], true],
  ['a list that was renamed', 'lines[].price', [{ rows: [{ price: 1 }] }], true],
  ['a text in place of the object', 'address.city', [{ address: 'Bern' }], true],
  ['a name with a dot', '["a.b"]', [{ 'a.c': 1 }], true],
  ['a field that every object inherits', 'toString', [{ name: 'x' }], true],
  ['a field of one record among many', 'phone', [{ name: 'x' }, { phone: '1' }], false],
  ['an emptied field', 'phone', [{ phone: null }, { phone: '' }], false],
  ['an emptied object around a field', 'address.city', [{ address: null }], false],
  ['a list without entries', 'lines[].price', [{ lines: [] }], false],
  ['a field of one entry among many', 'lines[].price', [{ lines: [{}, { price: 0 }] }], false],
  ['a place in a list', 'lines[].price', [{ lines: [{ price: 1 }] }], false],
])('%s', (_, path, records, isUnseen) => {
  expect(unseenPaths([path], records)).toEqual(isUnseen ? [path] : []);
});
