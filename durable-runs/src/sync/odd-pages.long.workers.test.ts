import { describe, expect, test } from 'vitest';
import { oddPages } from '../../test/odd-pages.ts';
import { pair, products } from '../../test/sync-harness.ts';

const skus = (records: readonly Record<string, unknown>[]) => records.map(({ sku }) => sku).sort();
const wanted = (count: number) => skus(products(count));

describe('HOSTILE 47: a source page without its list', () => {
  test.each(Object.entries(oddPages))(
    '%s fails the sync and keeps the cursor, and the next sync brings all records',
    async (_name, odd) => {
      const { source, target, sync } = await pair();
      await source.control({ put: { products: products(1) } });
      await sync.run();
      const { cursor } = await sync.flow();
      expect(cursor).not.toBeNull();
      await source.control({ put: { products: products(5, 2) }, pageRecords: 2, odd: { ...odd, read: 2 } });
      const run = await sync.run();
      expect(run).toMatchObject({
        status: 'Failed',
        errorMessage: expect.stringMatching(/Page 2 of GET \/products isn't what its document declares/),
      });
      expect(await sync.flow()).toMatchObject({ cursor, error: expect.stringContaining("isn't what its document declares") });
      // The records of the previous page remain.
      expect((await target.records('products')).length).toBeLessThan(6);
      expect((await sync.run()).errorMessage).toBeNull();
      expect(skus(await target.records('products'))).toEqual(wanted(6));
      expect((await sync.items()).map(({ status }) => status)).toEqual(Array(6).fill('Success'));
      expect((await sync.flow()).error).toBeNull();
    },
  );

  test.each([1, 3])('page %i of three isn’t the end either', async (read) => {
    const { source, target, sync } = await pair();
    await source.control({ put: { products: products(5) }, pageRecords: 2, odd: { text: '{"error": "busy"}', read } });
    expect(await sync.run()).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining(`Page ${read} of`) });
    expect((await sync.flow()).cursor).toBeNull();
    expect((await sync.run()).errorMessage).toBeNull();
    expect(skus(await target.records('products'))).toEqual(wanted(5));
  });

  test('a page that stays malformed fails each sync, and creates no item', async () => {
    const { source, target, sync } = await pair();
    await source.control({ odd: { text: '{"error": "busy"}', read: 1, always: true } });
    for (const _ of [1, 2]) expect((await sync.run()).status).toBe('Failed');
    expect([await sync.items(), await target.records('products')]).toEqual([[], []]);
    await source.control({ odd: null });
    expect((await sync.run()).errorMessage).toBeNull();
    expect(await sync.items()).toEqual([]);
  });

  test.each(['[null]', '["s1"]', '[{"id": "x1"}, 7]'])('entries that aren’t records (%s) also fail the sync', async (items) => {
    const { source, sync } = await pair();
    await source.control({ put: { products: products(3) }, odd: { text: `{"items": ${items}}`, read: 1 } });
    expect(await sync.run()).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining('not a record') });
    expect(await sync.items()).toEqual([]);
    await sync.run();
    expect((await sync.items()).map(({ status }) => status)).toEqual(Array(3).fill('Success'));
  });
});

describe('HOSTILE 47: a search in the target that returns no list', () => {
  test.each(Object.entries(oddPages))('%s creates no second record', async (_name, odd) => {
    const { source, target, sync } = await pair();
    await source.control({ put: { products: products(1) } });
    await target.control({ put: { products: [{ id: 't-known', sku: 'SKU-1', name: 'Known' }] }, odd: { ...odd, read: 1, always: true } });
    expect((await sync.run()).status).toBe('Succeeded');
    expect((await target.records('products')).map(({ id }) => id)).toEqual(['t-known']);
    expect(await sync.items()).toMatchObject([{ error: expect.stringContaining("isn't what its document declares") }]);
  });
});
