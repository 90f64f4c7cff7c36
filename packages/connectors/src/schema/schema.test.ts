import { canonicalPath, formatPath, isWithin, parsePath } from '@portage/primitives/paths';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chosenVariant, listVariantProperties } from './one-of.ts';
import { mappedItemCount, mappedValue, type ParameterMapping, withMapping, withoutItem, withoutMappings } from './parameter-mappings.ts';
import { missingMappings } from './required-mappings.ts';
import type { SchemaNode } from './schema-node.ts';
import { countFields, dependentLookups, isAdvanced, isInSight, matchesFilter } from './visible-nodes.ts';

const text = (name: string, more: Partial<SchemaNode> = {}): SchemaNode => ({
  name,
  label: null,
  type: 'String',
  isRequired: false,
  ...more,
});
const object = (name: string, properties: SchemaNode[], more: Partial<SchemaNode> = {}): SchemaNode => ({
  name,
  label: null,
  type: 'Object',
  isRequired: false,
  properties,
  ...more,
});
const buildRoot = (...body: SchemaNode[]) => object('', [object('body', body, { isRequired: true })], { isRequired: true });
const mapped = (mappings: Record<string, string>): ParameterMapping[] =>
  Object.entries(mappings).map(([toParameterPath, fromParameterExpression]) => ({ toParameterPath, fromParameterExpression }));
const messages = (root: SchemaNode, mappings: Record<string, string>) =>
  missingMappings(root, mapped(mappings)).map(({ message }) => message);

describe('paths of parameters', () => {
  test.each([
    [['body', 'lines', 0, 'price'], 'body.lines[0].price'],
    [['query', 'created[gte]'], 'query["created[gte]"]'],
    [['header', 'X-Store-Id'], 'header.X-Store-Id'],
    [['body', 'a.b', 'c'], 'body["a.b"].c'],
    [['body', 'say "hi"'], 'body["say \\"hi\\""]'],
    [['body', ''], 'body[""]'],
  ])('write %j as %s', (segments, path) => {
    expect(formatPath(segments)).toBe(path);
    expect(parsePath(path)).toEqual(segments);
  });

  test.each([
    ['path["item-path"]', 'path.item-path'],
    ["path['item-path']", 'path.item-path'],
    ['path[ "item path" ]', 'path["item path"]'],
    ["query['created[gte]']", 'query["created[gte]"]'],
    ['body[\'say "hi"\']', 'body["say \\"hi\\""]'],
    ["body['it\\'s']", 'body["it\'s"]'],
    ['body["a.b"][0]["c"]', 'body["a.b"][0].c'],
    ['body["0"]', 'body["0"]'],
    ['["body"].lines[ 2 ]', 'body.lines[2]'],
  ])('read %s as another spelling of %s, even in mappings', (written, path) => {
    expect(canonicalPath(written)).toBe(path);
    expect(isWithin(`${written}.inner`, path)).toBe(true);
    expect(mappedValue([{ toParameterPath: written, fromParameterExpression: '$a' }], path)).toBe('$a');
    expect(withMapping([{ toParameterPath: written, fromParameterExpression: '$a' }], path, '')).toEqual([]);
  });

  test('fill in a required field in any spelling', () => {
    const root = object('', [object('path', [text('item-path', { isRequired: true })], { isRequired: true })], {
      isRequired: true,
    });
    expect(messages(root, { 'path["item-path"]': '$a' })).toEqual([]);
    expect(messages(root, { "path['item-path']": '$a' })).toEqual([]);
    expect(messages(root, { 'path["item"]': '$a' })).toHaveLength(1);
  });

  test.each(['', '.a', 'a..b', 'a[', 'a[x]', 'a["x]', 'a b', 'a]'])('refuse %j', (path) => {
    expect(parsePath(path)).toBeNull();
  });

  test('are read back as written, whatever the names', () => {
    const segment = fc.oneof(fc.string(), fc.nat({ max: 999_999 }));
    fc.assert(
      fc.property(fc.string(), fc.array(segment, { maxLength: 5 }), (first, rest) => {
        expect(parsePath(formatPath([first, ...rest]))).toEqual([first, ...rest]);
      }),
    );
  });

  test('distinguish longer names with the same beginning', () => {
    expect(isWithin('body.lines[0].sku', 'body.lines')).toBe(true);
    expect(isWithin('body.linesTotal', 'body.lines')).toBe(false);
  });
});

describe('mappings', () => {
  test('are set, changed and removed one by one, in order', () => {
    const two = withMapping(withMapping([], 'body.a', '1'), 'body.b', '2');
    expect(withMapping(two, 'body.a', '3')).toEqual(mapped({ 'body.a': '3', 'body.b': '2' }));
    expect(withMapping(two, 'body.a', '')).toEqual(mapped({ 'body.b': '2' }));
    expect(withoutMappings(mapped({ 'body.a': '1', 'body.a.b': '2', 'body.ab': '3' }), 'body.a')).toEqual(mapped({ 'body.ab': '3' }));
  });

  test('move later items of a list up when an item is removed', () => {
    const lines = mapped({ 'body.lines[0].sku': 'a', 'body.lines[1].sku': 'b', 'body.lines[2].sku': 'c', 'body.linesTotal': '3' });
    expect(mappedItemCount(lines, 'body.lines')).toBe(3);
    const rest = withoutItem(lines, 'body.lines', 1);
    expect(rest).toEqual(mapped({ 'body.lines[0].sku': 'a', 'body.lines[1].sku': 'c', 'body.linesTotal': '3' }));
    expect(mappedValue(rest, 'body.lines[1].sku')).toBe('c');
  });
});

describe('required mappings (STEP-30, STEP-41)', () => {
  test('include a required field only if all its parents are required', () => {
    const address = (isRequired: boolean) => object('address', [text('street', { isRequired: true, label: 'Street' })], { isRequired });
    expect(messages(buildRoot(address(true)), {})).toEqual(['Please enter Street']);
    expect(messages(buildRoot(address(false)), {})).toEqual([]);
    expect(messages(buildRoot(address(true)), { 'body.address.street': 'Main 1' })).toEqual([]);
    expect(messages(buildRoot(address(true)), { 'body.address': '$Data.address' })).toEqual([]);
    expect(messages(buildRoot(address(true)), { body: '$Data.order' })).toEqual([]);
  });

  test('omit hidden fields and those with a default, and include a list’s item with its fields', () => {
    const lines: SchemaNode = {
      ...text('lines', { isRequired: true }),
      type: 'Array',
      arrayItemType: object('item', [text('sku', { isRequired: true }), text('note')]),
    };
    const root = buildRoot(
      text('secret', { isRequired: true, attributes: ['hide'] }),
      text('kind', { isRequired: true, default: 'x' }),
      lines,
    );
    expect(messages(root, {})).toEqual(['Please enter lines']);
    expect(messages(root, { 'body.lines[0].note': 'x' })).toEqual(['Please enter sku']);
    expect(missingMappings(root, mapped({ 'body.lines[1].sku': 'x' }))).toEqual([
      { path: 'body.lines[0].sku', message: 'Please enter sku' },
    ]);
    expect(messages(root, { 'body.lines': '$Data.lines' })).toEqual([]);
  });

  test('include any value of an object that requires one, unless the object is optional', () => {
    const body = (isRequired: boolean): SchemaNode => ({
      ...object('', []),
      properties: [
        {
          ...object('body', [text('id', { attributes: ['hide'] }), text('first', { label: 'First' }), text('last')], { isRequired }),
          asksForAny: true,
        },
      ],
    });
    expect(missingMappings(body(true), [])).toEqual([{ path: 'body.first', message: 'Please fill in at least one field of body' }]);
    expect(messages(body(true), { 'body.last': 'x' })).toEqual([]);
    expect(messages(body(true), { body: '$Data.person' })).toEqual([]);
    expect(messages(body(false), {})).toEqual([]);
  });

  test('include only the fields of the chosen variant', () => {
    const payment: SchemaNode = {
      ...text('payment', { isRequired: true, label: 'Payment' }),
      type: 'OneOfObject',
      properties: [text('note')],
      discriminator: 'kind',
      discriminatorToProperties: {
        card: [text('kind', { isRequired: true }), text('token', { isRequired: true, label: 'Token' })],
        invoice: [text('kind', { isRequired: true }), text('days')],
      },
    };
    expect(messages(buildRoot(payment), {})).toEqual(['Please enter Payment']);
    expect(messages(buildRoot(payment), { 'body.payment.kind': 'card' })).toEqual(['Please enter Token']);
    expect(messages(buildRoot(payment), { 'body.payment.kind': 'invoice' })).toEqual([]);
    expect(listVariantProperties(payment, 'card').map(({ name }) => name)).toEqual(['note', 'token']);
    expect(listVariantProperties(payment, 'constructor').map(({ name }) => name)).toEqual(['note']);
  });

  test('use the filled-in fields if no value says which variant it is', () => {
    const node: SchemaNode = {
      ...text('target'),
      type: 'OneOfObject',
      discriminator: null,
      discriminatorToProperties: { Person: [text('email')], Company: [text('email'), text('vat')] },
    };
    expect(chosenVariant(node, ['body', 'target'], [])).toBeNull();
    expect(chosenVariant(node, ['body', 'target'], mapped({ 'body.target.email': 'x' }))).toBe('Person');
    expect(chosenVariant(node, ['body', 'target'], mapped({ 'body.target.email': 'x', 'body.target.vat': 'y' }))).toBe('Company');
  });
});

describe('a form', () => {
  const view = { mappings: [], filter: '', showsAdvanced: false, isImpersonating: false, dynamicAdvancedParameters: ['body.note'] };

  test('hides advanced fields until they are requested or filled in (STEP-36)', () => {
    const node = text('risk', { attributes: ['Advanced'] });
    expect(isInSight(node, 'body.risk', view)).toBe(false);
    expect(isInSight(node, 'body.risk', { ...view, showsAdvanced: true })).toBe(true);
    expect(isInSight(node, 'body.risk', { ...view, mappings: mapped({ 'body.risk': 'low' }) })).toBe(true);
    expect(isInSight(text('id', { attributes: ['hide'] }), 'body.id', { ...view, showsAdvanced: true })).toBe(false);
  });

  test('hides fields made advanced from customers, but not from someone impersonating them (STEP-52)', () => {
    expect(isAdvanced(text('note'), 'body.note', view)).toBe(true);
    expect(isAdvanced(text('note'), 'body.note', { ...view, isImpersonating: true })).toBe(false);
  });

  test('filters by name and label, including what is inside (STEP-39)', () => {
    const node = object('address', [text('zip', { label: 'Postal code' })]);
    expect(matchesFilter(node, 'postal')).toBe(true);
    expect(matchesFilter(node, 'ZIP')).toBe(true);
    expect(matchesFilter(node, 'city')).toBe(false);
    expect(countFields(buildRoot(text('a'), node, text('hidden', { attributes: ['hide'] })))).toBe(2);
  });

  test('knows which lookups depend on a choice (STEP-44)', () => {
    const root = buildRoot(text('country'), text('city', { lookupSettings: { dependencies: ['body.country'] } }));
    expect(dependentLookups(root, 'body.country')).toEqual(['body.city']);
    expect(dependentLookups(root, 'body.city')).toEqual([]);
  });
});
