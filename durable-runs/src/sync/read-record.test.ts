import { expect, test } from 'vitest';
import { showsNone } from './read-record.ts';

test.each([
  [{ Products: [] }, 'Products[0]'],
  [{ Products: null }, 'Products[0]'],
  [{ Products: [null] }, 'Products[0]'],
  [{ data: { product: null } }, 'data.product'],
  [{ data: null }, 'data.product'],
])('%j says that there is no record at %s', (body, path) => {
  expect(showsNone(body, path)).toBe(true);
});

test.each([
  [{ error: 'temporarily unavailable' }, 'Products[0]'],
  [{}, 'data.product'],
  [null, 'data.product'],
  ['<html></html>', 'data.product'],
  [[], 'Products[0].Id'],
  [{ errors: [{ message: 'Throttled' }] }, 'data.product'],
  [{ Products: {} }, 'Products[0]'],
])('%j says nothing about a record at %s', (body, path) => {
  expect(showsNone(body, path)).toBe(false);
});
