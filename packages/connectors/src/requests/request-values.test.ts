import { describe, expect, test } from 'vitest';
import { valueAt, valuesFromMappings, withValue } from './request-values.ts';

const mapped = (entries: Record<string, unknown>) =>
  valuesFromMappings(Object.entries(entries).map(([toParameterPath, value]) => ({ toParameterPath, value })));

describe('values from mappings', () => {
  test('are combined by their paths, the whole before its parts', () => {
    const whole = { city: 'Berlin', zip: '1' };
    expect(
      mapped({
        'body.address.zip': '2',
        'body.address': whole,
        'query["created[gte]"]': 5,
        'body.lines[1].sku': 'b',
        'body.lines[0].sku': 'a',
        'path.id': undefined,
      }),
    ).toEqual({ body: { address: { city: 'Berlin', zip: '2' }, lines: [{ sku: 'a' }, { sku: 'b' }] }, query: { 'created[gte]': 5 } });
    expect(whole.zip).toBe('1');
  });

  test('a body may be mapped as a whole', () => {
    expect(mapped({ body: [1, 2] })).toEqual({ body: [1, 2] });
  });

  test.each(['elsewhere.a', '__proto__.a', '', 'body..a', '[0]'])('are refused with the path %j', (path) => {
    expect(() => mapped({ [path]: 1 })).toThrow(/does not name a parameter/);
  });

  test('HOSTILE 9: are refused with names of built-ins, and with huge list indices', () => {
    expect(() => mapped({ 'body.__proto__.polluted': 1 })).toThrow('is not a name that can be used.');
    expect(() => mapped({ 'body.a["constructor"].prototype': 1 })).toThrow('is not a name that can be used.');
    expect(() => mapped({ 'body.list[99999999]': 1 })).toThrow('is too far down its list.');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test('can be changed one by one', () => {
    const values = { query: { page: 1 }, body: { a: [1] } };
    const changed = withValue(values, 'query.page', 2);
    expect([values.query.page, changed]).toEqual([1, { query: { page: 2 }, body: { a: [1] } }]);
    expect([valueAt(changed, 'body.a[0]'), valueAt(changed, 'body.b.c'), valueAt(changed, 'query.toString')]).toEqual([
      1,
      undefined,
      undefined,
    ]);
  });
});
