import { describe, expect, test } from 'vitest';
import type { FieldMapping } from './flow.ts';
import { recordMapper } from './map-record.ts';

const scope = { steps: {}, data: {}, consts: {}, now: () => new Date(0) };

interface Settings {
  dependencies?: Parameters<typeof recordMapper>[0]['dependencies'];
  lost?: string[];
  omitsEmpty?: boolean;
}

/** What is written of a record: values by path; null clears. */
function written(mappings: FieldMapping[], record: unknown, { dependencies = [], lost = [], omitsEmpty = false }: Settings = {}) {
  const mapper = recordMapper({ mappings, dependencies, externalIdFields: [] }, new Set(lost), (entity) => entity, { omitsEmpty });
  const mapped = mapper.map(record, '1', scope, ({ sourceItemId }) => `target-${sourceItemId}`);
  if (!mapped.ok) throw new Error(mapped.message);
  return Object.fromEntries(mapped.fields.map(({ toParameterPath, value }) => [toParameterPath, value]));
}

const field = (more: Partial<FieldMapping> = {}): FieldMapping[] => [
  { toParameterPath: 'body.value', fromParameterExpression: '$Item.value', ...more },
];

/** Values that mean there is none. */
const emptied: [string, unknown][] = [
  ['null', null],
  ['an empty text', ''],
  ['blanks', ' \t\n\u00a0'],
  ['an empty list', []],
  ['a list of nothing', ['', null]],
  ['an empty object', {}],
  ['an object of nothing', { a: '', b: { c: null } }],
];

describe('an empty value of the source', () => {
  test.each(emptied)('%s leaves the target unchanged unless the mapping says otherwise', (_, value) => {
    expect(written(field(), { value })).toEqual({});
    expect(written(field({ whenEmpty: 'Leave' }), { value })).toEqual({});
    expect(written(field({ whenEmpty: 'Clear' }), { value })).toEqual({ 'body.value': null });
    expect(written(field({ whenEmpty: 'Default', defaultValue: 'Unknown' }), { value })).toEqual({ 'body.value': 'Unknown' });
    expect(written(field({ whenEmpty: 'Default', defaultValue: '$Item.other' }), { value, other: 7 })).toEqual({ 'body.value': 7 });
  });

  test.each([0, false, '0', 'null', [0], { a: false }])('%j is a value', (value) => {
    for (const whenEmpty of ['Leave', 'Clear', 'Default'] as const) {
      expect(written(field({ whenEmpty, defaultValue: 'x' }), { value })).toEqual({ 'body.value': value });
    }
  });

  test('a default that is also empty leaves the target unchanged', () => {
    expect(written(field({ whenEmpty: 'Default' }), { value: '' })).toEqual({});
    expect(written(field({ whenEmpty: 'Default', defaultValue: '$Item.other' }), { value: '', other: ' ' })).toEqual({});
  });

  test('a missing field gets the default, and clears only if the source omits empty fields from its records', () => {
    expect(written(field(), {})).toEqual({});
    expect(written(field({ whenEmpty: 'Default', defaultValue: 'x' }), {})).toEqual({ 'body.value': 'x' });
    expect(written(field({ whenEmpty: 'Clear' }), {})).toEqual({});
    expect(written(field({ whenEmpty: 'Clear' }), {}, { omitsEmpty: true })).toEqual({ 'body.value': null });
  });

  test('a parent that is null has no fields, and a missing one says nothing about them', () => {
    const city = field({ fromParameterExpression: '$Item.address.city', whenEmpty: 'Clear' });
    expect(written(city, { address: null })).toEqual({ 'body.value': null });
    expect(written(city, { address: { city: '' } })).toEqual({ 'body.value': null });
    expect(written(city, { address: {} })).toEqual({});
    expect(written(city, {})).toEqual({});
    const first = field({ fromParameterExpression: '$Item.phones[0].number', whenEmpty: 'Clear' });
    expect(written(first, { phones: [] })).toEqual({ 'body.value': null });
  });

  test('a field the source no longer has never clears a value and gives no default', () => {
    for (const whenEmpty of ['Clear', 'Default'] as const) {
      const settings = { lost: ['body.value'], omitsEmpty: true };
      expect(written(field({ whenEmpty, defaultValue: 'x' }), { value: null }, settings)).toEqual({});
    }
  });

  test('a text is empty if all its fields are, whatever words surround them', () => {
    const phone = field({ fromParameterExpression: 'Phone: $Item.phone, ${Item.extension}', whenEmpty: 'Clear' });
    expect(written(phone, { phone: '', extension: null })).toEqual({ 'body.value': null });
    expect(written(phone, { phone: '12', extension: '' })).toEqual({ 'body.value': 'Phone: 12, ' });
    expect(written(field({ fromParameterExpression: 'Sent' }), {})).toEqual({ 'body.value': 'Sent' });
  });

  test('a formula without a result is empty', () => {
    const trimmed = (whenEmpty: FieldMapping['whenEmpty']) => field({ fromParameterExpression: '${trim($Item.value)}', whenEmpty });
    expect(written(trimmed('Leave'), { value: '  ' })).toEqual({});
    expect(written(trimmed('Clear'), { value: '  ' })).toEqual({ 'body.value': null });
    expect(written(trimmed('Clear'), {})).toEqual({});
    expect(written(field({ fromParameterExpression: '${firstFilled($Item.value, "none")}' }), { value: '' })).toEqual({
      'body.value': 'none',
    });
  });

  test('an object keeps the target’s members for which the source has nothing', () => {
    const value = { line1: 'Road 1', line2: '', geo: { lat: 1, lng: null } };
    expect(written(field(), { value })).toEqual({ 'body.value': { line1: 'Road 1', geo: { lat: 1 } } });
    expect(written(field({ whenEmpty: 'Clear' }), { value })).toEqual({
      'body.value': { line1: 'Road 1', geo: { lat: 1 } },
      'body.value.line2': null,
      'body.value.geo.lng': null,
    });
  });

  test('an empty list of entries with fields is left, cleared, or replaced; fields of an entry follow their own rules', () => {
    const lines = (whenEmpty: FieldMapping['whenEmpty'], ofNote: FieldMapping['whenEmpty'] = 'Leave') => [
      { toParameterPath: 'body.lines[]', fromParameterExpression: '$Item.lines', whenEmpty },
      { toParameterPath: 'body.lines[].sku', fromParameterExpression: '$Entry.sku' },
      { toParameterPath: 'body.lines[].note', fromParameterExpression: '$Entry.note', whenEmpty: ofNote },
    ];
    expect(written(lines('Leave'), { lines: [] })).toEqual({});
    expect(written(lines('Clear'), { lines: [] })).toEqual({ 'body.lines': null });
    expect(written(lines('Clear'), { lines: null })).toEqual({ 'body.lines': null });
    expect(written(lines('Clear'), {})).toEqual({});
    expect(written(lines('Leave'), { lines: '' })).toEqual({});
    expect(written(lines('Leave', 'Clear'), { lines: [{ sku: 'a', note: '' }, { sku: 'b' }] })).toEqual({
      'body.lines[0].sku': 'a',
      'body.lines[1].sku': 'b',
      'body.lines[0].note': null,
    });
  });

  test('a reference to another record is left or cleared, at every path its id can have', () => {
    const to = (whenEmpty: FieldMapping['whenEmpty'], pathsByPrefix?: Record<string, string>) => [
      { entity: 'Customers', fromParameterExpression: '$Item.customer', toParameterPath: 'body.customerId', whenEmpty, pathsByPrefix },
    ];
    expect(written([], { customer: '' }, { dependencies: to('Leave') })).toEqual({});
    expect(written([], { customer: ' ' }, { dependencies: to('Clear') })).toEqual({ 'body.customerId': null });
    const both = to('Clear', { '003': 'body.contactId' });
    expect(written([], { customer: null }, { dependencies: both })).toEqual({ 'body.customerId': null, 'body.contactId': null });
    expect(written([], { customer: 'c1' }, { dependencies: to('Clear') })).toEqual({ 'body.customerId': 'target-c1' });
  });

  test('a value for searching is never cleared, and may have a default', () => {
    const sku = field({ toParameterPath: 'match.sku' });
    expect(written([{ ...sku[0], whenEmpty: 'Clear' } as FieldMapping], { value: '' })).toEqual({});
    expect(written([{ ...sku[0], whenEmpty: 'Default', defaultValue: 'x' } as FieldMapping], { value: '' })).toEqual({ 'match.sku': 'x' });
  });
});
