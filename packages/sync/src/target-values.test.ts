import { expect, it } from 'vitest';
import { hasValues } from './target-values.ts';

const fields = [
  { toParameterPath: 'body.product.name', value: 'Tea' },
  { toParameterPath: 'body.product.price', value: 10 },
  { toParameterPath: 'body.product.note', value: '' },
];

it('a record has the values if each of its fields does, however the system writes them', () => {
  expect(hasValues({ name: 'Tea', price: '10.00', stock: 3 }, fields)).toBe(true);
  expect(hasValues({ product: { name: 'Tea', price: 10, note: null } }, fields)).toBe(true);
});

it('a field with another value, or one that the record does not show, says that it has not', () => {
  expect(hasValues({ name: 'Coffee', price: 10 }, fields)).toBe(false);
  expect(hasValues({ name: 'Tea' }, fields)).toBe(false);
  expect(hasValues({ name: 'Tea', price: 10 }, [...fields, { toParameterPath: 'query.kind', value: 'drink' }])).toBe(false);
});
