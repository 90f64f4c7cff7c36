import { describe, expect, test } from 'vitest';
import { recordMapper } from './map-record.ts';
import { priceFlaw } from './price.ts';

const scope = { steps: {}, data: {}, consts: {}, now: () => new Date(0) };
const NONE = "It has no price, so it isn't offered for sale.";

test.each([0, '0', '0.00', 12.5, ' 12.50 ', '.5', '1e2', Number.MAX_SAFE_INTEGER])('%j is a price', (value) => {
  expect(priceFlaw(value)).toBeNull();
});

test.each([undefined, null, '', '  ', {}, [], true])('%j isn’t a price', (value) => {
  expect(priceFlaw(value)).toBe(NONE);
});

test.each(['-1', -0.01, 'free', '1,99', 'NaN', 'Infinity', '12 EUR', Number.NaN])(
  '%j isn’t an amount that anything can be sold for',
  (value) => {
    expect(priceFlaw(value)).toBe(`Its price “${value}” isn't an amount of 0 or more, so it isn't offered for sale.`);
  },
);

describe('a record for a target that offers it for sale', () => {
  const mapper = (mappings: Record<string, string>, pricePath: string | undefined = 'body.variants[].price') =>
    recordMapper(
      {
        mappings: Object.entries(mappings).map(([toParameterPath, fromParameterExpression]) => ({
          toParameterPath,
          fromParameterExpression,
        })),
        dependencies: [],
        externalIdFields: [],
      },
      new Set(),
      (entity) => entity,
      { pricePath },
    );
  const map = (mappings: Record<string, string>, record: unknown, pricePath?: string) =>
    mapper(mappings, pricePath).map(record, '1', scope, () => null);
  const single = { 'body.title': '$Item.name', 'body.variants[0].price': '$Item.price' };
  const several = {
    'body.title': '$Item.name',
    'body.variants[]': '$Item.sizes',
    'body.variants[].price': '$Entry.price',
    'body.variants[].sku': '$Entry.sku',
  };

  test('is left out and taken off sale without a price; 0 is a price', () => {
    expect(map(single, { name: 'Mat' })).toEqual({ ok: false, waits: [], message: NONE, leavesOut: true, takesOff: true });
    expect(map(single, { name: 'Mat', price: 0 })).toMatchObject({ ok: true });
    // A flow that maps no price leaves prices to the target.
    expect(map({ 'body.title': '$Item.name' }, { name: 'Mat' })).toMatchObject({ ok: true });
  });

  test('has only the entries with a price, and is left out if none has one', () => {
    const mapped = map(several, {
      name: 'Mat',
      sizes: [{ sku: 'S', price: '1' }, { sku: 'M' }, { sku: 'L', price: 'x' }, { sku: 'XL', price: 0 }],
    });
    expect(mapped.ok && mapped.fields.map(({ toParameterPath, value }) => [toParameterPath, value])).toEqual([
      ['body.title', 'Mat'],
      ['body.variants[0].price', '1'],
      ['body.variants[1].price', 0],
      ['body.variants[0].sku', 'S'],
      ['body.variants[1].sku', 'XL'],
    ]);
    for (const sizes of [[], [{ sku: 'M' }], null]) {
      expect(map(several, { name: 'Mat', sizes })).toMatchObject({ ok: false, message: NONE, takesOff: true });
    }
  });

  test('is also taken off sale by a rule of the mappings', () => {
    const rule = { ...single, 'match.takeOff': '${ifEqual($Item.state, "gone", "It is discontinued.")}' };
    expect(map(rule, { name: 'Mat', price: 1, state: 'gone' })).toMatchObject({ message: 'It is discontinued.', takesOff: true });
    expect(map(rule, { name: 'Mat', price: 1 })).toMatchObject({ ok: true, fields: [{}, {}] });
  });
});
