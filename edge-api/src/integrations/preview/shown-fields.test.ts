import { describe, expect, test } from 'vitest';
import { missingRequired } from './missing-required.ts';
import { isSame, shownFields } from './shown-fields.ts';

const field = (toParameterPath: string, value: unknown) => ({ toParameterPath, value });

describe('what would be written stands beside what is there', () => {
  test('also where the request wraps the record, and amounts are equal however they are written', () => {
    const mapped = [field('body.product.title', 'Tea'), field('body.product.price', 10), field('match.sku', 'A')];
    const shown = shownFields(mapped, new Map([['body.product.title', 'Title']]), { title: 'Tea', price: '10.00' });
    expect(shown).toEqual([
      { toParameterPath: 'body.product.title', title: 'Title', value: 'Tea', before: 'Tea' },
      { toParameterPath: 'body.product.price', title: 'product.price', value: 10, before: '10.00' },
      { toParameterPath: 'match.sku', title: 'match.sku', value: 'A' },
    ]);
    expect(isSame(shown)).toBe(true);
  });

  test('a field that the target does not show is not called equal', () => {
    const shown = shownFields([field('body.customer.name', 'Ada'), field('body.note', 'x')], new Map(), { name: 'Order 1', note: 'x' });
    expect(shown[0]).not.toHaveProperty('before');
    expect(isSame(shown)).toBe(false);
  });

  test('entries of lists have the titles of their fields', () => {
    const [shown] = shownFields([field('body.lines[1].price', 2)], new Map([['body.lines[].price', 'Lines › Price']]), {
      lines: [{}, { price: 3 }],
    });
    expect(shown).toMatchObject({ title: 'Lines › Price', value: 2, before: 3 });
  });

  test('a huge value is cut', () => {
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

  test('are named; those that a mapping, a wider one or the external id fills are not', () => {
    const fields = [required('body.name'), required('body.address.city'), required('body.externalId'), required('body.tag')];
    expect(missingRequired(flow('body.name', 'body.address'), fields)).toEqual([{ toParameterPath: 'body.tag', title: 'body.tag' }]);
  });

  test('of a list’s entries they are required only where entries are made field by field', () => {
    const fields = [required('body.lines[]'), required('body.lines[].price')];
    expect(missingRequired(flow('body.lines[]'), fields)).toEqual([]);
    expect(missingRequired(flow('body.lines[]', 'body.lines[].sku'), fields)).toMatchObject([{ toParameterPath: 'body.lines[].price' }]);
    expect(missingRequired(flow(), fields)).toMatchObject([{ toParameterPath: 'body.lines[]' }]);
  });
});
