import type { SchemaNodeType } from '@portage/connectors/schema';
import { describe, expect, test } from 'vitest';
import {
  type FieldMapping,
  fieldLinks,
  filledMappings,
  getExpression,
  isFilledOtherwise,
  linkFields,
  singleReference,
  withExpression,
} from './field-mappings.ts';
import { type DescribedField, fullTitle, type MappingField, mappingFields, matchesFilter } from './mapping-field.ts';
import { hasUnknownFields } from './mapping-flaws.ts';
import { mismatch, missingFields, typeDoubts } from './mapping-problems.ts';
import { entryWithFields, recordWithFields, sourceValue, targetValue } from './record-values.ts';
import { sameNames, withSameNames } from './same-name-mappings.ts';

const field = (path: string, title: string, type: SchemaNodeType = 'String', more: Partial<DescribedField> = {}): DescribedField => ({
  path,
  title,
  type,
  isRequired: false,
  ...more,
});
const required = { isRequired: true };

const sources = mappingFields([
  field('Id', 'Id'),
  field('Name', 'Name'),
  field('UnitPrice', 'Unit price', 'Number'),
  field('Address.City', 'Address › City'),
  field('Address["ship to"]', 'Address › Ship to'),
  field('Lines[]', 'Lines', 'Array'),
  field('Lines[].Sku', 'Lines › Sku'),
  field('Lines[].Price', 'Lines › Price', 'Number'),
  field('Lines[].Taxes[]', 'Lines › Taxes', 'Array'),
  field('Lines[].Taxes[].rate', 'Lines › Taxes › Rate', 'Number'),
  field('Parts[]', 'Parts', 'Array'),
  field('Parts[].Code', 'Parts › Code'),
]);
const targets = mappingFields([
  field('body.product.title', 'Product › Name', 'String', required),
  field('body.product.unit_price', 'Product › Unit_price', 'Number'),
  field('body.product.count', 'Product › Count', 'Integer'),
  field('body.product.variants[0].sku', 'Product › Variants › Code'),
  field('body.product.lines[]', 'Product › Lines', 'Array'),
  field('body.product.lines[].sku', 'Product › Lines › Sku', 'String', required),
  field('body.product.lines[].price', 'Product › Lines › Price', 'Number'),
]);
const of = (fields: readonly MappingField[], path: string) => {
  const field = fields.find((one) => one.path === path);
  if (!field) throw new Error(`${path} is not among ${fields.map((one) => one.path).join(', ')}`);
  return field;
};
const map = (path: string, expression: string): FieldMapping => ({ toParameterPath: path, fromParameterExpression: expression });
const linked = (mappings: FieldMapping[], from: string, to: string) => linkFields(mappings, of(sources, from), of(targets, to));

test('a list is filled in one form: entry by entry, or its first entry', () => {
  const mapped = (toParameterPath: string) => [{ toParameterPath, fromParameterExpression: '$Item.Lines' }];
  expect(isFilledOtherwise('body.lines[0].price', mapped('body.lines[]'))).toBe(true);
  expect(isFilledOtherwise('body.lines[].price', mapped('body.lines[0].sku'))).toBe(true);
  for (const path of ['body.lines[].price', 'body.parts[0].code', 'body.name'])
    expect(isFilledOtherwise(path, mapped('body.lines[]')), path).toBe(false);
});

describe('the fields of an entity', () => {
  test('know their list, and leave out those of a list within a list', () => {
    expect(sources.map(({ path }) => path)).not.toContain('Lines[].Taxes[]');
    expect(sources.map(({ path }) => path)).not.toContain('Lines[].Taxes[].rate');
    expect(of(sources, 'Lines[].Sku')).toMatchObject({
      title: 'Sku',
      parents: ['Lines'],
      list: 'Lines[]',
      keys: ['Sku'],
      listKeys: ['Lines'],
    });
    expect(of(sources, 'Lines[]')).toMatchObject({ title: 'Lines', list: null, keys: ['Lines'] });
    expect(of(targets, 'body.product.variants[0].sku')).toMatchObject({ list: null, keys: ['body', 'product', 'variants', 0, 'sku'] });
    expect(fullTitle(of(sources, 'Address.City'))).toBe('Address › City');
  });

  test('are found by the words of their names, in any order', () => {
    expect(sources.filter((field) => matchesFilter(field, 'city addr')).map(({ path }) => path)).toEqual(['Address.City']);
    expect(matchesFilter(of(sources, 'Name'), '  ')).toBe(true);
  });
});

describe('connecting two fields', () => {
  test('writes a reference to the record', () => {
    expect(linked([], 'Address["ship to"]', 'body.product.title')).toMatchObject({
      ok: true,
      mappings: [map('body.product.title', '$Item.Address["ship to"]')],
      note: null,
    });
  });

  test('maps the lists around both too, and refuses a second list', () => {
    const first = linked([], 'Lines[].Sku', 'body.product.lines[].sku');
    if (!first.ok) throw new Error(first.message);
    expect(first.mappings).toEqual([map('body.product.lines[]', '$Item.Lines'), map('body.product.lines[].sku', '$Entry.Sku')]);
    const second = linkFields(first.mappings, of(sources, 'Parts[].Code'), of(targets, 'body.product.lines[].price'));
    expect(second).toMatchObject({ ok: false, message: expect.stringContaining('different lists') });
  });

  test('maps an entry’s field to a field of the record from the first entry, and says so', () => {
    expect(linked([], 'Lines[].Sku', 'body.product.title')).toMatchObject({
      mappings: [map('body.product.title', '$Item.Lines[0].Sku')],
      note: 'It uses the first entry of the list.',
    });
  });

  test('replaces the field’s previous expression, and an empty one removes it (INT-10)', () => {
    const before = [map('body.product.title', '$Item.Name'), map('body.product.count', '  ')];
    expect(withExpression(before, 'body.product.title', 'x')).toEqual([map('body.product.title', 'x'), before[1]]);
    expect(getExpression(withExpression(before, 'body.product.title', ''), 'body.product.title')).toBe('');
    expect(filledMappings(before)).toEqual([before[0]]);
  });
});

describe('the lines between fields', () => {
  test('connect every field that an expression reads, through lists too', () => {
    const mappings = [
      map('body.product.title', '${Item.Name}, ${Item.Address.City}'),
      map('body.product.lines[]', '$Item.Lines'),
      map('body.product.lines[].price', '$Entry.Price'),
      map('body.product.variants[0].sku', '$Item.Lines[3].Sku'),
      map('body.product.unit_price', 'fixed'),
      map('body.product.count', '${not readable'),
    ];
    expect(
      fieldLinks(mappings, sources).map(({ sourcePath, targetPath }) => `${sourcePath} > ${targetPath.replace('body.product.', '')}`),
    ).toEqual([
      'Name > title',
      'Address.City > title',
      'Lines[] > lines[]',
      'Lines[].Price > lines[].price',
      'Lines[].Sku > variants[0].sku',
    ]);
  });

  test('distinguish a single reference from a formula', () => {
    expect(singleReference('$Item.Name')).toEqual({ root: 'Item', keys: ['Name'] });
    for (const other of ['${toText(Item.Name)}', 'Name', '${Item.Name} x', '$Data.x', '${'])
      expect(singleReference(other), other).toBeNull();
  });
});

describe('problems of a mapping', () => {
  const missing = (mappings: FieldMapping[]) => missingFields(targets, mappings).map(({ path }) => path.replace('body.product.', ''));

  test('include missing required fields, and those of a list’s entries only once it is mapped', () => {
    expect(missing([])).toEqual(['title']);
    expect(missing([map('body.product.title', '   ')])).toEqual(['title']);
    expect(missing([map('body.product.title', 'x'), map('body.product.lines[]', '$Item.Lines')])).toEqual(['lines[].sku']);
    expect(missing([map('body.product', '$Item')])).toEqual([]);
  });

  test('include types that may not fit, if the field is copied unchanged', () => {
    expect(mismatch(of(sources, 'UnitPrice'), of(targets, 'body.product.title'))).toBeNull();
    const mappings = [map('body.product.count', '$Item.Name'), map('body.product.unit_price', '${toNumber(Item.Name)}')];
    expect([...typeDoubts(mappings, sources, targets)]).toEqual([
      ['body.product.count', 'Text goes into a field for: whole number. It works only if the text can be converted.'],
    ]);
  });
});

describe('fields with the same name', () => {
  test('are proposed by name and type, in any spelling, and only if there is no doubt', () => {
    const pairs = sameNames(sources, targets, []);
    expect(pairs.map(({ source, target }) => `${source.path} > ${target.path.replace('body.product.', '')}`)).toEqual([
      'Name > title',
      'UnitPrice > unit_price',
      'Lines[] > lines[]',
      'Lines[].Sku > lines[].sku',
      'Lines[].Price > lines[].price',
    ]);
    const mappings = withSameNames([], pairs);
    expect(mappings.map(({ fromParameterExpression }) => fromParameterExpression)).toEqual([
      '$Item.Name',
      '$Item.UnitPrice',
      '$Item.Lines',
      '$Entry.Sku',
      '$Entry.Price',
    ]);
    expect(sameNames(sources, targets, mappings)).toEqual([]);
  });

  test('are left to people if two source fields share the name', () => {
    const twice = mappingFields([field('a.city', 'A › City'), field('b.city', 'B › City')]);
    const one = mappingFields([field('body.city', 'City'), field('body.b.city', 'B › City')]);
    expect(sameNames(twice, one, []).map(({ source, target }) => `${source.path} > ${target.path}`)).toEqual(['b.city > body.b.city']);
  });
});

describe('the values of the first record', () => {
  const record = { Name: 'Tea', UnitPrice: 2.5, Address: null, Lines: [{ Sku: 'A-1' }, { Sku: 'A-2' }] };
  const scope = { steps: {}, data: {}, consts: {}, now: () => new Date(0), item: record };

  test('are shown on both sides, for lists from the first entry', () => {
    expect(sourceValue(record, of(sources, 'Lines[].Sku'))).toEqual({ state: 'value', text: 'A-1' });
    expect(sourceValue(record, of(sources, 'Address.City'))).toEqual({ state: 'none' });
    const mappings = [map('body.product.lines[]', '$Item.Lines')];
    const value = (path: string, expression: string) => targetValue(expression, of(targets, path), mappings, scope);
    expect(value('body.product.lines[].sku', '$Entry.Sku')).toEqual({ state: 'value', text: 'A-1' });
    expect(value('body.product.title', '${Item.Name} no. 1')).toEqual({ state: 'value', text: 'Tea no. 1' });
    expect(value('body.product.title', '${round(1, "x")}')).toMatchObject({ state: 'error' });
    expect(targetValue('$Item.Name', of(targets, 'body.product.title'), [], { ...scope, item: undefined })).toEqual({ state: 'none' });
  });

  test('complete every field, even those without a value', () => {
    expect(recordWithFields(sources, record)).toMatchObject({ Name: 'Tea', Id: undefined, Address: null });
    expect(Object.keys(recordWithFields(sources, undefined) as object)).toEqual(['Id', 'Name', 'UnitPrice', 'Address']);
    expect(Object.keys(entryWithFields(sources, 'Lines[]', { Sku: 'A' }) as object)).toEqual(['Sku', 'Price']);
    const own = JSON.parse('{"__proto__": {"x": 1}}');
    recordWithFields(mappingFields([field('__proto__.x', 'X')]), own);
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});

test('the server is asked about mappings with a field that neither side shows', () => {
  const isUnknown = (...mappings: FieldMapping[]) => hasUnknownFields(mappings, sources, targets);
  const lines = map('body.product.lines[]', '$Item.Lines');
  expect(
    isUnknown(map('body.product.title', '${Item.Name} $Item.Address.City'), lines, map('body.product.lines[].sku', '$Entry.Sku')),
  ).toBe(false);
  expect(isUnknown(map('body.product.title', 'A text'), map('body.product.colour', ''))).toBe(false);
  expect(isUnknown(map('body.product.colour', '$Item.Name'))).toBe(true);
  expect(isUnknown(map('body.product.title', '$Item.Gone'))).toBe(true);
  expect(isUnknown(lines, map('body.product.lines[].sku', '$Entry.Gone'))).toBe(true);
});
