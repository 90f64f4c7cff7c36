import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SchemaNodeType } from '../schema/schema-node.ts';
import { proposeMappings } from './propose-mappings.ts';

const field = (path: string, type: SchemaNodeType = 'String') => ({ path, title: path, type });
const proposed = (sources: ReturnType<typeof field>[], targets: ReturnType<typeof field>[]) =>
  Object.fromEntries(
    proposeMappings(sources, targets).map(({ toParameterPath, fromParameterExpression }) => [toParameterPath, fromParameterExpression]),
  );

describe('proposed mappings', () => {
  test.each([
    ['Email', 'body.Email'],
    ['first_name', 'body.properties.FirstName'],
    ['defaultEmailAddress.emailAddress', 'body.Email'],
    ['PrimaryEmailAddr.Address', 'body.email'],
    ['itemid', 'body.ProductCode'],
    ['UnitsInStock', 'body.quantity'],
    ['zip', 'body.BillAddr.PostalCode'],
    ['org', 'body.Company'],
  ])('map %s to %s', (source, target) => {
    expect(proposed([field('Unrelated'), field(source)], [field(target)])).toEqual({ [target]: `$Item.${source}` });
  });

  test('use the nearest field: the record’s own address wins over that of a linked record', () => {
    const sources = [field('customer.address.city'), field('city'), field('warehouse.city')];
    expect(proposed(sources, [field('body.city')])).toEqual({ 'body.city': '$Item.city' });
    const both = [field('shippingAddress.city'), field('billingAddress.city')];
    expect(proposed(both, [field('body.billingAddress.city')])).toEqual({ 'body.billingAddress.city': '$Item.billingAddress.city' });
  });

  test('omit ids, statuses and kinds, which differ between systems', () => {
    for (const name of ['id', 'status', 'type', 'createdAt']) expect(proposed([field(name)], [field(`body.${name}`)])).toEqual({});
  });

  test('need matching types: text accepts any value, a number accepts numbers and text', () => {
    expect(proposed([field('price', 'Number')], [field('body.price')])).toEqual({ 'body.price': '$Item.price' });
    expect(proposed([field('price')], [field('body.price', 'Number')])).toEqual({ 'body.price': '$Item.price' });
    expect(proposed([field('price', 'Boolean')], [field('body.price', 'Number')])).toEqual({});
    expect(proposed([field('tags[]', 'Array'), field('tags', 'Object')], [field('body.tags')])).toEqual({});
  });

  test('leave fields of list entries to people', () => {
    expect(proposed([field('lines[].price'), field('price')], [field('body.lines[].price'), field('body.lines[]', 'Array')])).toEqual({});
  });

  test('put names in brackets that expressions don’t accept as they are', () => {
    expect(proposed([field('fields["E-mail"]')], [field('body.email')])).toEqual({ 'body.email': '$Item.fields["E-mail"]' });
    expect(proposed([field('variants[0].sku')], [field('body.sku')])).toEqual({ 'body.sku': '$Item.variants[0].sku' });
  });

  const names = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,12}$/);
  const paths = fc.array(names, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.'));
  const types = fc.constantFrom<SchemaNodeType>('String', 'Number', 'Integer', 'Boolean', 'Date', 'DateTime', 'Any', 'Array', 'Object');
  const fields = fc.array(fc.record({ path: paths, title: fc.string(), type: types }), { maxLength: 12 });

  test('have at most one source per target, an existing field, and are deterministic', () => {
    fc.assert(
      fc.property(fields, fields, (sources, targets) => {
        const distinct = [...new Map(targets.map((one) => [`body.${one.path}`, { ...one, path: `body.${one.path}` }])).values()];
        const found = proposeMappings(sources, distinct);
        const taken = found.map(({ toParameterPath }) => toParameterPath);
        expect(new Set(taken).size).toBe(taken.length);
        for (const { fromParameterExpression, toParameterPath } of found) {
          expect(sources.map(({ path }) => `$Item.${path}`)).toContain(fromParameterExpression);
          expect(distinct.map(({ path }) => path)).toContain(toParameterPath);
        }
        expect(proposeMappings(sources, distinct)).toEqual(found);
      }),
    );
  });

  test('always include a field with the same name and type', () => {
    fc.assert(
      fc.property(fields, names, (others, name) => {
        const wanted = `same${name}`;
        const found = proposeMappings(
          [...others, { path: wanted, title: '', type: 'String' }],
          [{ path: `body.${wanted}`, title: '', type: 'String' }],
        );
        expect(found).toHaveLength(1);
      }),
    );
  });
});
