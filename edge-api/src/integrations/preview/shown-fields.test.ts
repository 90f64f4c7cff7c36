import { describe, expect, test } from 'vitest';
import { missingRequired } from './missing-required.ts';
import { buildTitleMap, shownFields } from './shown-fields.ts';

const field = (toParameterPath: string, value: unknown) => ({ toParameterPath, value });

describe('the values to write appear next to the current ones', () => {
  test('also if the request wraps the record, and amounts are equal however they are written', () => {
    const mapped = [field('body.product.title', 'Tea'), field('body.product.price', 10), field('match.sku', 'A')];
    const shown = shownFields(mapped, new Map([['body.product.title', 'Title']]), { title: 'Tea', price: '10.00' });
    expect(shown).toEqual([
      { toParameterPath: 'body.product.title', title: 'Title', value: 'Tea', before: 'Tea' },
      { toParameterPath: 'body.product.price', title: 'product.price', value: 10, before: 10 },
      { toParameterPath: 'match.sku', title: 'match.sku', value: 'A' },
    ]);
  });

  test('a field that the target doesn’t show has no current value', () => {
    const mapped = [field('body.customer.name', 'Ada'), field('body.note', 'x')];
    const current = { name: 'Order 1', note: 'x' };
    expect(shownFields(mapped, new Map(), current)[0]).not.toHaveProperty('before');
  });

  test('also if the target shows a list by its nodes, and a key at a path other than the one it is written to', () => {
    const mapped = [
      field('body.input.title', 'Tea'),
      field('body.input.variants[0].price', 4),
      field('body.input.variants[0].inventoryItem.sku', 'T'),
    ];
    const places = [{ key: 'body.input.variants[0].inventoryItem.sku', equalsPath: 'variants.nodes[0].sku' }];
    const current = { title: 'Tea', variants: { nodes: [{ price: '4.00', sku: 'T' }] } };
    expect(shownFields(mapped, new Map(), current, places).map(({ before }) => before)).toEqual(['Tea', 4, 'T']);
  });

  test('an id has the name of its record', () => {
    const mapped = [{ ...field('body.customer', 'c1'), name: 'Ada' }, field('body.note', 'c1')];
    expect(shownFields(mapped, new Map(), { customer: 'c1' })).toEqual([
      { toParameterPath: 'body.customer', title: 'customer', value: 'c1', valueName: 'Ada', before: 'c1' },
      { toParameterPath: 'body.note', title: 'note', value: 'c1' },
    ]);
  });

  test('a long value is cut', () => {
    const mapped = [field('body.text', `${'x'.repeat(5_000)}a`)];
    const current = { text: `${'x'.repeat(5_000)}b` };
    const [shown] = shownFields(mapped, new Map(), current);
    expect(shown?.value).toBe(shown?.before);
  });

  test('list entries have their fields’ titles', () => {
    const [shown] = shownFields([field('body.lines[1].price', 2)], new Map([['body.lines[].price', 'Lines › Price']]), {
      lines: [{}, { price: 3 }],
    });
    expect(shown).toMatchObject({ title: 'Lines › Price', value: 2, before: 3 });
  });

  test('so do entries of a list within an entry, and several entries are numbered', () => {
    const titles = buildTitleMap([
      { path: 'body.variants[0].price', title: 'Variants › Price' },
      { path: 'body.variants[].price', title: 'Each of the variants › Price' },
      { path: 'body.variants[].options[0].name', title: 'Each of the variants › Options › Name' },
    ]);
    const names = (...paths: string[]) =>
      shownFields(
        paths.map((path) => field(path, 'x')),
        titles,
        null,
      ).map(({ title }) => title);
    expect(names('body.variants[0].price', 'body.variants[0].options[0].name')).toEqual([
      'Each of the variants › Price',
      'Each of the variants › Options › Name',
    ]);
    expect(names('body.variants[0].options[0].name', 'body.variants[1].options[0].name', 'body.variants[1].price')).toEqual([
      'Each of the variants › Options › Name (1)',
      'Each of the variants › Options › Name (2)',
      'Each of the variants › Price',
    ]);
  });

  test('a huge value is truncated', () => {
    const [shown] = shownFields([field('body.text', 'x'.repeat(1_000_000))], new Map(), null);
    expect(String(shown?.value)).toHaveLength(4_000);
  });
});

describe('required fields without a mapping', () => {
  const required = (path: string) => ({ path, title: path, isRequired: true });
  const flow = (...paths: string[]) => ({
    mappings: paths.map((toParameterPath) => ({ fromParameterExpression: '$Item.a', toParameterPath })),
    dependencies: [],
    externalIdFields: ['body.externalId'],
  });

  test('are named, unless a mapping, a wider mapping or the external id fills them', () => {
    const fields = [required('body.name'), required('body.address.city'), required('body.externalId'), required('body.tag')];
    expect(missingRequired(flow('body.name', 'body.address'), fields)).toEqual([{ toParameterPath: 'body.tag', title: 'body.tag' }]);
  });

  test('in list entries are required only if entries are made field by field', () => {
    const fields = [required('body.lines[]'), required('body.lines[].price')];
    expect(missingRequired(flow('body.lines[]'), fields)).toEqual([]);
    expect(missingRequired(flow('body.lines[]', 'body.lines[].sku'), fields)).toMatchObject([{ toParameterPath: 'body.lines[].price' }]);
    expect(missingRequired(flow(), fields)).toMatchObject([{ toParameterPath: 'body.lines[]' }]);
  });
});
