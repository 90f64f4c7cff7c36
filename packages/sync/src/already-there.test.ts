import type { EntityFind, EntityWrite } from '@portage/connectors/entities';
import { describe, expect, test } from 'vitest';
import { compareUpdate, isAlreadyThere } from './already-there.ts';

const field = (toParameterPath: string, value: unknown) => ({ toParameterPath, value });
const update: EntityWrite = { operation: 'PATCH /products/{id}', quoting: 'backslash', values: { 'path.id': '{id}' } };

function isThere(fields: ReturnType<typeof field>[], current: unknown, more: Partial<EntityWrite> = {}, entity: object = {}): boolean {
  const places = { id: 't1', externalId: 's1', 'parameter.currency': 'EUR' };
  return isAlreadyThere({ entity: { find: [], update: { ...update, ...more }, ...entity }, fields, places, current });
}

describe('a record is already there', () => {
  test.each([
    ['equal values', [field('body.title', 'Tea')], { title: 'Tea' }, true],
    ['another form of an amount', [field('body.price', 10)], { price: '10.00' }, true],
    ['a wrapped request', [field('body.product.title', 'Tea'), field('body.product.price', 10)], { title: 'Tea', price: '10.00' }, true],
    ['another value', [field('body.title', 'Tea')], { title: 'Coffee' }, false],
    ['a field that the record doesn’t show', [field('body.customer.name', 'Ada'), field('body.note', 'x')], { note: 'x' }, false],
    ['a long value that differs at its end', [field('body.a', `${'x'.repeat(5_000)}a`)], { a: `${'x'.repeat(5_000)}b` }, false],
    ['a key that is only used for finding', [field('match.sku', 'A'), field('body.title', 'Tea')], { title: 'Tea' }, true],
    ['a field to be cleared that is empty', [field('body.note', null)], { note: '' }, true],
    ['a field to be cleared that has a value', [field('body.note', null)], { note: 'Fresh' }, false],
    ['a field to be cleared that the record doesn’t show', [field('body.note', null)], { title: 'Tea' }, false],
    ['a record that was not read', [field('body.title', 'Tea')], null, false],
  ])('with %s: %#', (_what, fields, current, expected) => {
    expect(isThere(fields, current)).toBe(expected);
  });

  test('if a system omits empty values, a missing field is empty', () => {
    expect(isThere([field('body.note', null)], { title: 'Tea' }, {}, { omitsEmpty: true })).toBe(true);
  });

  test('whatever a field has that the update doesn’t send', () => {
    const fields = [field('body.title', 'Tea'), field('body.address', 'Here')];
    const current = { title: 'Tea', address: 'There' };
    expect(isThere(fields, current, { moves: { 'body.address': null } })).toBe(true);
    expect(isThere(fields, current)).toBe(false);
  });

  test('only with the answers and the id that the update sends, too, but without its technical values', () => {
    const values = { 'body.price.currency': '{parameter.currency}', 'body.sparse': true, 'body.token': '{current.token}' };
    const fields = [field('body.title', 'Tea')];
    expect(isThere(fields, { title: 'Tea', price: { currency: 'EUR' } }, { values })).toBe(true);
    expect(isThere(fields, { title: 'Tea', price: { currency: 'USD' } }, { values })).toBe(false);
    expect(isThere(fields, { title: 'Tea' }, { values })).toBe(false);
    expect(isThere(fields, { title: 'Tea' }, { values: { 'body.clientId': '{externalId}' } })).toBe(false);
    expect(isThere(fields, { title: 'Tea', clientId: 's1' }, { values: { 'body.clientId': '{externalId}' } })).toBe(true);
  });

  test('with a list of nodes, and a key that the record has at another path', () => {
    const sku = 'body.input.variants[0].inventoryItem.sku';
    const fields = [field('body.input.title', 'Tea'), field('body.input.variants[0].price', 4), field(sku, 'T')];
    const find = [{ key: sku, equalsPath: 'variants.nodes[0].sku' }] as EntityFind[];
    expect(isThere(fields, { title: 'Tea', variants: { nodes: [{ price: '4.00', sku: 'T' }] } }, {}, { find })).toBe(true);
  });

  test('never if the target has no update, or one that must look something up first', () => {
    const before = { operation: 'GET /currencies', quoting: 'backslash' as const, values: {}, message: 'None.' };
    expect(isThere([field('body.title', 'Tea')], { title: 'Tea' }, { before })).toBe(false);
    expect(isThere([field('body.title', 'Tea')], { title: 'Tea' }, {}, { update: undefined })).toBe(false);
  });
});

test.each([
  ['a difference decides', { title: 'Coffee' }, 'different'],
  ['a record that shows only some fields may be the same', { title: 'Tea' }, 'unknown'],
  ['a record that wasn’t read may be the same', null, 'unknown'],
  ['all fields are equal', { title: 'Tea', price: '10.00' }, 'same'],
])('%s', (_what, current, expected) => {
  const fields = [field('body.title', 'Tea'), field('body.price', 10)];
  expect(compareUpdate({ entity: { find: [], update }, fields, places: {}, current })).toBe(expected);
});
