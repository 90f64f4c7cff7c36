import { describe, expect, test } from 'vitest';
import { resolveDependencies } from './known-dependencies.ts';
import { recordMapper } from './map-record.ts';

const scope = { steps: {}, data: {}, consts: {}, now: () => new Date(0) };
const noLinks = () => null;
const mapping = (toParameterPath: string, fromParameterExpression: string) => ({ toParameterPath, fromParameterExpression });
const sameName = (entity: string) => entity;
const mapper = (mappings: ReturnType<typeof mapping>[], more: Partial<Parameters<typeof recordMapper>[0]> = {}) =>
  recordMapper({ mappings, dependencies: [], externalIdFields: [], ...more }, new Set(), (entity) => `All ${entity}`);

describe('recordMapper', () => {
  test('keeps types, joins texts, writes fixed values, and omits what the record doesn’t have', () => {
    const mapped = mapper([
      mapping('body.price', '$Item.price'),
      mapping('body.name', '${Item.first} ${Item.last}'),
      mapping('body.status', 'ACTIVE'),
      mapping('body.gone', '$Item.none'),
      mapping('body.empty', '  '),
    ]).map({ price: 12.5, first: 'Ada', last: 'L' }, '1', scope, noLinks);
    expect(mapped).toEqual({
      ok: true,
      fields: [
        { toParameterPath: 'body.price', value: 12.5 },
        { toParameterPath: 'body.name', value: 'Ada L' },
        { toParameterPath: 'body.status', value: 'ACTIVE' },
      ],
    });
  });

  test('a text of empty fields doesn’t overwrite the target’s; a fixed text and a formula do', () => {
    const mappings = [
      mapping('body.name', '${Item.first} ${Item.last}'),
      mapping('body.blank', '" "'),
      mapping('body.half', '${Item.first} ${Item.id}'),
    ];
    const paths = (lost: string[] = []) => {
      const flow = { mappings, dependencies: [], externalIdFields: [] };
      const mapped = recordMapper(flow, new Set(lost), sameName).map({ id: 7 }, '7', scope, noLinks);
      return mapped.ok && mapped.fields.map(({ toParameterPath }) => toParameterPath);
    };
    expect(paths()).toEqual(['body.blank', 'body.half']);
    // Only half of the text is left without a field the source no longer has.
    expect(paths(['body.half'])).toEqual(['body.blank']);
  });

  test('iterates over a list: each entry has its own fields', () => {
    const mapped = mapper([
      mapping('body.lines[]', '$Item.lines'),
      mapping('body.lines[].sku', '$Entry.sku'),
      mapping('body.lines[].of', '$Item.id'),
    ]).map({ id: 7, lines: [{ sku: 'a' }, { sku: 'b' }] }, '7', scope, noLinks);
    expect(mapped.ok && mapped.fields.map(({ toParameterPath, value }) => [toParameterPath, value])).toEqual([
      ['body.lines[0].sku', 'a'],
      ['body.lines[1].sku', 'b'],
      ['body.lines[0].of', 7],
      ['body.lines[1].of', 7],
    ]);
  });

  test('a list without its own fields (tags) is written unchanged', () => {
    const tags = mapper([mapping('body.tags[]', '$Item.tags'), mapping('body.tagsOfShop[].name', 'x')]);
    expect(tags.map({ tags: ['new', 'tea'] }, '7', scope, noLinks)).toEqual({
      ok: true,
      fields: [{ toParameterPath: 'body.tags', value: ['new', 'tea'] }],
    });
  });

  test('an extra entry follows the list’s entries, or is the only one, and is omitted if its expression is empty', () => {
    const total = mapper([
      mapping('body.lines[]', '$Item.lines'),
      mapping('body.lines[].sku', '$Entry.sku'),
      mapping('body.lines[+]', '${nonZero(subtract($Item.total, sumOf($Item.lines, "price")))}'),
      mapping('body.lines[+].sku', 'ADJUST'),
      mapping('body.lines[+].price', '$Entry'),
    ]);
    const written = (record: object) => {
      const mapped = total.map(record, '7', scope, noLinks);
      return mapped.ok ? mapped.fields.map(({ toParameterPath, value }) => [toParameterPath, value]) : mapped;
    };
    expect(written({ total: '12.00', lines: [{ sku: 'a', price: '14.10' }] })).toEqual([
      ['body.lines[0].sku', 'a'],
      ['body.lines[1].sku', 'ADJUST'],
      ['body.lines[1].price', '-2.10'],
    ]);
    expect(written({ total: '14.1', lines: [{ sku: 'a', price: '14.10' }] })).toEqual([['body.lines[0].sku', 'a']]);
    expect(written({ total: '5', lines: [] })).toEqual([
      ['body.lines[0].sku', 'ADJUST'],
      ['body.lines[0].price', '5'],
    ]);
    const paid = mapper([
      mapping('body.payments[0].amount', '$Item.total'),
      mapping('body.payments[+]', '$Item.discount'),
      mapping('body.payments[+].amount', '$Entry'),
    ]).map({ total: '5', discount: '2' }, '7', scope, noLinks);
    expect(paid.ok && paid.fields.at(-1)).toEqual({ toParameterPath: 'body.payments[1].amount', value: '2' });
  });

  test('excludes a record for the reason a mapping gives, whatever its other mappings say', () => {
    const some = mapper([
      mapping('body.name', '$Item.name'),
      mapping('body.wrong', '${addDays($Item.name, 1)}'),
      mapping('match.leaveOut', '${ifEqual($Item.name, "Adjustments", "It stands for adjustments.")}'),
    ]);
    expect(some.map({ name: 'Adjustments' }, '1', scope, noLinks)).toEqual({
      ok: false,
      waits: [],
      leavesOut: true,
      message: 'It stands for adjustments.',
    });
    expect(some.map({ name: 'Tea' }, '1', scope, noLinks)).toMatchObject({ ok: false, message: expect.stringMatching(/^wrong: /) });
  });

  test('names the field of a value that isn’t a list, or of an expression that can’t be evaluated', () => {
    const wrong = mapper([mapping('body.lines[]', '$Item.name')]).map({ name: 'x' }, '1', scope, noLinks);
    expect(wrong).toMatchObject({ ok: false, message: expect.stringContaining('lines needs a list') });
    const unknown = mapper([mapping('body.name', '$Steps["gone"].Response')]).map({}, '1', scope, noLinks);
    expect(unknown).toMatchObject({ ok: false, waits: [], message: expect.stringMatching(/^name: /) });
  });

  test('a record waits for another one, which the message names; it continues once that one has an id in the target', () => {
    const one = mapper([mapping('body.total', '$Item.total')], {
      dependencies: [{ entity: 'Customers', fromParameterExpression: '$Item.customer', toParameterPath: 'body.customerId' }],
      externalIdFields: ['body.reference'],
    });
    const record = { total: '10.00', customer: 'c1' };
    expect(one.map(record, 'o1', scope, noLinks)).toEqual({
      ok: false,
      waits: [{ entity: 'Customers', sourceItemId: 'c1', sourceEntities: ['Customers'], targetEntities: [] }],
      message: "Waits for All Customers c1, which the target doesn't have yet. This record syncs automatically once the target has it.",
    });
    expect(one.map(record, 'o1', scope, ({ entity, sourceItemId }) => `${entity}-${sourceItemId}`)).toEqual({
      ok: true,
      fields: [
        { toParameterPath: 'body.total', value: '10.00' },
        { toParameterPath: 'body.customerId', value: 'Customers-c1' },
        { toParameterPath: 'body.reference', value: 'o1' },
      ],
    });
    expect(one.map({ total: '1' }, 'o2', scope, noLinks)).toMatchObject({ ok: true });
  });

  test('a record that two fields wait for counts once', () => {
    const waitFor = (toParameterPath: string, field: string) => ({
      ...{ entity: 'Items', fromParameterExpression: `$Item.${field}`, toParameterPath },
    });
    const message = (record: object) => {
      const mapped = mapper([], { dependencies: [waitFor('body.product', 'item'), waitFor('match.price', 'other')] });
      const result = mapped.map(record, '1', scope, noLinks);
      return result.ok ? null : result.message.split(',')[0];
    };
    expect(message({ item: '7', itemid: 'MUG-01', other: '7' })).toBe('Waits for “MUG-01”');
    expect(message({ item: '7', itemid: 'MUG-01', other: '8' })).toBe('Waits for “MUG-01” and 1 more');
  });

  test('asks for the id of the record kind the target accepts there, and writes an id of another kind to its own path', () => {
    const people = { path: 'body.LeadId', entity: 'People', pathsByPrefix: { '003': 'body.ContactId' } };
    const flow = resolveDependencies(
      {
        mappings: [],
        dependencies: [{ entity: 'Registrants', fromParameterExpression: '$Item.id', toParameterPath: 'body.LeadId' }],
        externalIdFields: [],
      },
      { references: [] },
      { references: [people] },
    );
    const asked: unknown[] = [];
    const map = (id: string) =>
      recordMapper(flow, new Set(), sameName).map({ id: 'r1' }, 'r1', scope, (wanted) => {
        asked.push(wanted.targetEntities);
        return id;
      });
    expect(map('00Q1')).toEqual({ ok: true, fields: [{ toParameterPath: 'body.LeadId', value: '00Q1' }] });
    expect(map('0031')).toEqual({ ok: true, fields: [{ toParameterPath: 'body.ContactId', value: '0031' }] });
    expect(asked).toEqual([['People'], ['People']]);
  });

  test('searches an id that may be of several kinds of record among all of them', () => {
    const { dependencies } = resolveDependencies(
      { dependencies: [{ entity: 'InventoryItems', fromParameterExpression: '$Item.item', toParameterPath: 'body.Product2Id' }] },
      { references: ['InventoryItems', 'ServiceItems'].map((entity) => ({ path: 'item', entity })) },
      { references: [{ path: 'body.Product2Id', entity: 'Products' }] },
    );
    expect(dependencies).toMatchObject([{ sourceEntities: ['InventoryItems', 'ServiceItems'], targetEntities: ['Products'] }]);
  });
});
