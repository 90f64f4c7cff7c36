import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SchemaNodeType } from '../schema/schema-node.ts';
import { proposeMappings } from './propose-mappings.ts';

const field = (path: string, type: SchemaNodeType = 'String') => ({ path, title: path, type });
const proposed = (sources: ReturnType<typeof field>[], targets: ReturnType<typeof field>[]) =>
  Object.fromEntries(
    proposeMappings(sources, targets).map(({ toParameterPath, fromParameterExpression }) => [toParameterPath, fromParameterExpression]),
  );

describe('proposed mappings', () => {
  it.each([
    ['Email', 'body.Email'],
    ['first_name', 'body.properties.FirstName'],
    ['defaultEmailAddress.emailAddress', 'body.Email'],
    ['PrimaryEmailAddr.Address', 'body.email'],
    ['itemid', 'body.ProductCode'],
    ['UnitsInStock', 'body.quantity'],
    ['zip', 'body.BillAddr.PostalCode'],
    ['org', 'body.Company'],
  ])('%s suggests itself for %s', (source, target) => {
    expect(proposed([field('Unrelated'), field(source)], [field(target)])).toEqual({ [target]: `$Item.${source}` });
  });

  it('the nearest field is taken: its own address goes before that of a record it belongs to', () => {
    const sources = [field('customer.address.city'), field('city'), field('warehouse.city')];
    expect(proposed(sources, [field('body.city')])).toEqual({ 'body.city': '$Item.city' });
    const both = [field('shippingAddress.city'), field('billingAddress.city')];
    expect(proposed(both, [field('body.billingAddress.city')])).toEqual({ 'body.billingAddress.city': '$Item.billingAddress.city' });
  });

  it('ids, states and kinds mean something else in each system', () => {
    for (const name of ['id', 'status', 'type', 'createdAt']) expect(proposed([field(name)], [field(`body.${name}`)])).toEqual({});
  });

  it('types have to fit: a text takes any value, a number takes numbers and texts', () => {
    expect(proposed([field('price', 'Number')], [field('body.price')])).toEqual({ 'body.price': '$Item.price' });
    expect(proposed([field('price')], [field('body.price', 'Number')])).toEqual({ 'body.price': '$Item.price' });
    expect(proposed([field('price', 'Boolean')], [field('body.price', 'Number')])).toEqual({});
    expect(proposed([field('tags[]', 'Array'), field('tags', 'Object')], [field('body.tags')])).toEqual({});
  });

  it('fields of list entries are left to people', () => {
    expect(proposed([field('lines[].price'), field('price')], [field('body.lines[].price'), field('body.lines[]', 'Array')])).toEqual({});
  });

  it('names that expressions do not take as they are stand in brackets', () => {
    expect(proposed([field('fields["E-mail"]')], [field('body.email')])).toEqual({ 'body.email': '$Item.fields["E-mail"]' });
    expect(proposed([field('variants[0].sku')], [field('body.sku')])).toEqual({ 'body.sku': '$Item.variants[0].sku' });
  });

  const names = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,12}$/);
  const paths = fc.array(names, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.'));
  const types = fc.constantFrom<SchemaNodeType>('String', 'Number', 'Integer', 'Boolean', 'Date', 'DateTime', 'Any', 'Array', 'Object');
  const fields = fc.array(fc.record({ path: paths, title: fc.string(), type: types }), { maxLength: 12 });

  it('each target gets one at most, from a field that is there, and always the same', () => {
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

  it('a field of the same name and type is always proposed, whatever else there is', () => {
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
