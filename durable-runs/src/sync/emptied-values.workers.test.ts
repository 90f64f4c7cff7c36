import type { FieldMapping } from '@portage/sync';
import { describe, expect, test } from 'vitest';
import { writesMany } from '../../test/record-document.ts';
import { pair, products } from '../../test/sync-harness.ts';

type Rule = Pick<FieldMapping, 'whenEmpty' | 'defaultValue'>;

/** A pair that also syncs a remark, a day, a stock and tags. */
async function pairWith(rules: Record<string, Rule>, extra: Record<string, object> = {}) {
  const more = ['remark', 'day', 'stock'].map((name) => ({
    fromParameterExpression: `$Item.${name}`,
    toParameterPath: `body.${name}`,
    ...rules[name],
  }));
  return pair(['products'], extra, [...more, { fromParameterExpression: '$Item.tags', toParameterPath: 'body.tags[]', ...rules.tags }]);
}

const full = { ...products(1)[0], id: 's1', remark: 'Dry', day: '2026-01-31', stock: 4, tags: ['tea'] };
const emptied = { ...full, remark: '', day: null, stock: null, tags: [] };
const clears: Rule = { whenEmpty: 'Clear' };

describe('values that are emptied in the source', () => {
  test('stay in the target by default, whether the source sends nothing, null or an empty text', async () => {
    const { source, target, sync } = await pairWith({});
    await source.control({ put: { products: [full] } });
    await sync.run();
    const changes = [emptied, { ...full, remark: null, day: '', stock: '', tags: null }, products(1)[0]];
    for (const [at, changed] of changes.entries()) {
      await source.control({ put: { products: [{ ...changed, name: `Change ${at}` }] } });
      expect((await sync.run()).flows[0]).toMatchObject({ updatedCount: 1, failedCount: 0 });
      expect((await target.records('products'))[0]).toMatchObject({ remark: 'Dry', day: '2026-01-31', stock: 4, tags: ['tea'] });
    }
  });

  test('are cleared in the target if the mapping says so: text, date, number and list', async () => {
    const { source, target, sync } = await pairWith({ remark: clears, day: clears, stock: clears, tags: clears });
    await source.control({ put: { products: [full] } });
    await sync.run();
    await source.control({ put: { products: [emptied] } });
    expect((await sync.run()).flows[0]).toMatchObject({ updatedCount: 1, failedCount: 0 });
    expect((await target.records('products'))[0]).toMatchObject({ remark: '', day: null, stock: null, tags: [] });
    // Nothing is written again while nothing changes.
    expect((await sync.run()).flows[0]).toMatchObject({ updatedCount: 0 });
    await source.control({ put: { products: [full] } });
    await sync.run();
    expect((await target.records('products'))[0]).toMatchObject({ remark: 'Dry', day: '2026-01-31', stock: 4, tags: ['tea'] });
  });

  test('are omitted from a new record, and a default fills them there and in changes', async () => {
    const { source, target, sync } = await pairWith({ remark: { whenEmpty: 'Default', defaultValue: 'None' }, day: clears, stock: clears });
    await source.control({ put: { products: [emptied] } });
    expect((await sync.run()).flows[0]).toMatchObject({ createdCount: 1, failedCount: 0 });
    const [made] = await target.records('products');
    expect(made).toMatchObject({ remark: 'None' });
    expect(Object.keys(made ?? {})).not.toContain('stock');
    await source.control({ put: { products: [{ ...full }] } });
    await sync.run();
    await source.control({ put: { products: [{ ...full, remark: ' ' }] } });
    await sync.run();
    expect((await target.records('products'))[0]).toMatchObject({ remark: 'None', stock: 4 });
  });

  test('are cleared in many records with one call as they are in one', async () => {
    const { source, target, sync } = await pairWith(
      { remark: clears, day: clears, stock: clears, tags: clears },
      { products: writesMany('products', 50) },
    );
    const many = products(30).map((one) => ({ ...full, ...one }));
    await source.control({ put: { products: many } });
    await sync.run();
    await source.control({ put: { products: many.map((one) => ({ ...one, ...{ remark: '', day: '', stock: null, tags: [] } })) } });
    expect((await sync.run()).flows[0]).toMatchObject({ updatedCount: 30, failedCount: 0 });
    for (const record of await target.records('products')) expect(record).toMatchObject({ remark: '', day: null, stock: null, tags: [] });
    expect((await target.writes()).filter(({ path }) => path.includes('batch'))).toHaveLength(2);
  });
});
