import { expect, test } from 'vitest';
import { sourceFields } from './source-paths.ts';

const of = (fromParameterExpression: string, toParameterPath = 'body.name', lists: Record<string, string> = {}) =>
  sourceFields(
    { fromParameterExpression, toParameterPath },
    Object.entries(lists).map(([path, expression]) => ({ toParameterPath: path, fromParameterExpression: expression })),
  ).map(({ path }) => path);

test('names every field of the record that a mapping reads', () => {
  expect(of('$Item.name')).toEqual(['name']);
  expect(of('${Item.first} ${Item.last}')).toEqual(['first', 'last']);
  expect(of('$Item.lines[0].price')).toEqual(['lines[].price']);
  expect(of('$Item["e-mail.home"].text')).toEqual(['["e-mail.home"].text']);
  expect(of('A text')).toEqual([]);
  expect(of('$Item')).toEqual([]);
});

test('a field of an entry belongs to the list, or the object, that its list is mapped from', () => {
  expect(of('$Entry.sku', 'body.lines[].code', { 'body.lines[]': '$Item.items' })).toEqual(['items[].sku']);
  expect(of('$Entry.price', 'body.lines[+].price', { 'body.lines[+]': '$Item.shipping' })).toEqual(['shipping.price']);
  expect(of('$Entry.sku', 'body.lines[].code', { 'body.lines[]': '$Steps["start"].Payload.items' })).toEqual([]);
  expect(of('$Entry.sku', 'body.lines[].code')).toEqual([]);
});
