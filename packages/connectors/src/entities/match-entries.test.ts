import { expect, test } from 'vitest';
import { valuesFromMappings } from '../requests/request-values.ts';
import { copiedValues, forEachEntry, isAtPath, matchEntries } from './match-entries.ts';

const variants = {
  path: 'body.variants',
  current: 'variants.nodes',
  by: [
    { path: 'inventoryItem.sku', current: 'sku' },
    { path: 'optionValues[0].name', current: 'selectedOptions[0].value' },
  ],
  id: 'id',
  keeps: { path: 'optionValues[0].optionName', current: 'selectedOptions[0].name', with: 'optionValues[0].name' },
  added: { path: 'body.newVariants', flag: 'body.hasNewVariants' },
};
const there = (...nodes: [id: string, sku: string | null, name: string][]) => ({
  variants: { nodes: nodes.map(([id, sku, value]) => ({ id, sku, selectedOptions: [{ name: 'Size', value }] })) },
});
const written = (...entries: [sku: string | null, name: string | null][]) =>
  entries.flatMap(([sku, name], at) => [
    ...(sku === null ? [] : [{ toParameterPath: `body.variants[${at}].inventoryItem.sku`, value: sku }]),
    ...(name === null ? [] : [{ toParameterPath: `body.variants[${at}].optionValues[0].name`, value: name }]),
  ]);
const sent = (values: ReturnType<typeof written>, record: unknown) => valuesFromMappings(matchEntries(variants, values, record)).body;
const option = (name: string) => [{ optionName: 'Size', name }];

test('entries get the ids of those with the same key, in any order, and others are added', () => {
  const record = there(['v1', 'A', 'Small'], ['v2', 'B', 'Large']);
  expect(sent(written(['B', 'Large'], ['C', 'Huge'], ['A', 'Small']), record)).toEqual({
    variants: [
      { id: 'v2', inventoryItem: { sku: 'B' }, optionValues: option('Large') },
      { id: 'v1', inventoryItem: { sku: 'A' }, optionValues: option('Small') },
    ],
    newVariants: [{ inventoryItem: { sku: 'C' }, optionValues: option('Huge') }],
    hasNewVariants: true,
  });
});

test('an entry with a changed first key is matched by the next key, and no entry is matched twice', () => {
  const record = there(['v1', 'A', 'Small'], ['v2', 'B', 'Large']);
  expect(sent(written(['NEW', 'Small'], ['B', 'Large']), record)).toMatchObject({ variants: [{ id: 'v1' }, { id: 'v2' }] });
  expect(sent(written(['A', 'Small'], ['A', 'Other']), record)).toMatchObject({ variants: [{ id: 'v1' }], newVariants: [{}] });
});

test('a single entry is the record’s first entry, and entries that people added stay unchanged', () => {
  expect(sent(written(['NEW', null]), there(['v1', 'A', 'Small'], ['v2', 'B', 'Large']))).toEqual({
    variants: [{ id: 'v1', inventoryItem: { sku: 'NEW' } }],
  });
  expect(sent(written(['X', 'Red'], ['Y', 'Blue']), there(['v1', 'A', 'Small']))).toMatchObject({
    variants: [],
    newVariants: [{ inventoryItem: { sku: 'X' } }, { inventoryItem: { sku: 'Y' } }],
  });
});

test('other values stay at their paths', () => {
  const values = [{ toParameterPath: 'body.product.title', value: 'Oil' }, ...written(['A', null])];
  expect(sent(values, there(['v1', 'A', 'Small']))).toMatchObject({ product: { title: 'Oil' }, variants: [{ id: 'v1' }] });
});

test('a fixed value is in every entry, or in the first if there are no others', () => {
  const fixed = { toParameterPath: 'body.variants[].tracked', value: true };
  expect(forEachEntry(fixed, written(['A', null], ['B', null])).map(({ toParameterPath }) => toParameterPath)).toEqual([
    'body.variants[0].tracked',
    'body.variants[1].tracked',
  ]);
  expect(forEachEntry(fixed, [])).toEqual([{ toParameterPath: 'body.variants[0].tracked', value: true }]);
});

test('a copy has the last value of each entry', () => {
  const values = [
    ...written(['A', 'Default Title'], ['B', 'Large']),
    { toParameterPath: 'body.variants[0].optionValues[0].name', value: 'Small' },
  ];
  expect(copiedValues({ 'body.variants[].optionValues[0].name': 'body.options[0].values[].name' }, values)).toEqual([
    { toParameterPath: 'body.options[0].values[0].name', value: 'Small' },
    { toParameterPath: 'body.options[0].values[1].name', value: 'Large' },
  ]);
});

test('a path in a list is the same in every entry', () => {
  expect(isAtPath('body.variants[3].price', 'body.variants[].price')).toBe(true);
  expect(isAtPath('body.variants[3].priceList', 'body.variants[].price')).toBe(false);
});
