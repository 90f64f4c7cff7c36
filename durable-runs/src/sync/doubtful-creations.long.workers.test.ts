import { connectHttp, schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { testEnv, until } from '../../test/harness.ts';
import { writesMany } from '../../test/record-document.ts';
import { buildIntegration, makeRecordSystem, makeSync, pair, products, type RecordSystem } from '../../test/sync-harness.ts';

const lagging = { consistentAfterSeconds: 3 };
const listSkus = async (system: RecordSystem) => (await system.records('products')).map(({ sku }) => sku).sort();
const skus = (count: number) =>
  products(count)
    .map(({ sku }) => sku)
    .sort();
const faults = (fault: string, count: number) => Array.from({ length: count }, () => fault);

describe('creations with an uncertain outcome', () => {
  test.each([
    ['one by one', {}, 12, 12],
    ['together', writesMany('products', 20), 40, 2],
  ])('HOSTILE 42: no record is created again if responses are lost and the search lags, written %s', async (_how, many, count, calls) => {
    const { source, target, sync } = await pair(['products'], { products: { ...lagging, ...many } });
    await source.control({ put: { products: products(count) } });
    await target.control({ searchLagMs: 2_000, faults: faults('lost', calls) });
    await sync.run();
    expect(await listSkus(target)).toEqual(skus(count));
    expect(new Set((await sync.items()).map(({ status, error }) => `${status} ${error}`))).toEqual(new Set(['Success null']));
    expect(await sync.flow()).toMatchObject({ readCount: count, waitingCount: 0, failedCount: 0 });
  });

  test('HOSTILE 42: a server error before creation delays the record, which is created once the search would show it', async () => {
    const { source, target, sync } = await pair(['products'], { products: lagging });
    await source.control({ put: { products: products(3) } });
    await target.control({ searchLagMs: 1_000, faults: ['500', 'lost'] });
    await sync.run();
    expect(await listSkus(target)).toEqual(skus(3));
    const items = await sync.items();
    expect(items.map(({ status, doubt }) => [status, doubt])).toEqual(items.map(() => ['Success', null]));
  });

  test('HOSTILE 42: a search that lags longer than a run waits leaves the item to a later sync, and nothing is created meanwhile', async () => {
    const { source, target, sync } = await pair(['products'], { products: { consistentAfterSeconds: 600 } });
    await source.control({ put: { products: products(1) } });
    await target.control({ searchLagMs: 4_000, faults: ['lost'] });
    const db = connectHttp(testEnv);
    const runId = await sync.begin();
    await until(runId);
    expect(await listSkus(target)).toEqual(['SKU-1']);
    const { id } = await sync.flow();
    await db.update(schema.syncItems).set({ nextAttemptAt: new Date() }).where(eq(schema.syncItems.flowId, id));
    await sync.run();
    expect(await listSkus(target)).toEqual(['SKU-1']);
  });

  test('HOSTILE 42: a target without search isn’t called again after a lost response, and the item says where to look', async () => {
    const { source, target, sync } = await pair(['products'], { products: { find: [] } });
    await source.control({ put: { products: products(2) } });
    await target.control({ faults: ['lost'] });
    await sync.run();
    await sync.run();
    expect(await target.records('products')).toHaveLength(2);
    const [inError] = (await sync.items()).filter(({ status }) => status === 'Error');
    expect(inError?.error).toContain('can’t be searched for it. Look there: if it’s missing, “Sync again” creates it.');
  });

  test('a response without an id is resolved by the record’s keys, within one run', async () => {
    const { source, target, sync } = await pair(['products'], { products: lagging });
    await source.control({ put: { products: products(2) } });
    await target.control({ searchLagMs: 1_000, faults: ['silent', 'silent'] });
    await sync.run();
    expect((await sync.items()).map(({ status, targetItemId }) => `${status} ${targetItemId}`).sort()).toEqual([
      'Success t1',
      'Success t2',
    ]);
    expect(await target.records('products')).toHaveLength(2);
  });

  test('HOSTILE 42: a record that was accepted without an id and never appears is not created again', async () => {
    const { source, target, sync } = await pair(['products'], { products: { ...lagging, consistentAfterSeconds: 1 } });
    await source.control({ put: { products: products(1) } });
    await target.control({ searchLagMs: 3_600_000, faults: ['silent'] });
    await sync.run();
    expect(await sync.items()).toMatchObject([
      { status: 'Error', error: expect.stringContaining('accepted the record, but its search doesn’t show it') },
    ]);
    expect(await target.records('products')).toHaveLength(1);
  });

  test('a response that says nothing was done is a refusal in the target’s words, for creations and changes', async () => {
    const { source, target, sync } = await pair();
    await source.control({ put: { products: products(1) } });
    await target.control({ faults: ['unsuccessful'] });
    await sync.run();
    expect(await sync.items()).toMatchObject([
      { status: 'Error', error: expect.stringMatching(/ refused the record: The shop is closed\.$/) },
    ]);
    await source.control({ put: { products: [{ ...products(1)[0], name: 'Changed' }] } });
    await sync.run();
    await source.control({ put: { products: [{ ...products(1)[0], name: 'Changed again' }] } });
    await target.control({ faults: ['unsuccessful'] });
    await sync.run();
    expect(await sync.items()).toMatchObject([
      { status: 'Error', error: expect.stringMatching(/ refused the change: The shop is closed\.$/) },
    ]);
    expect(await target.records('products')).toMatchObject([{ name: 'Changed' }]);
  });

  test('HOSTILE 42: records on different pages that share a key are in Error while the search does not show the first', async () => {
    const { source, target, sync } = await pair(['products'], { products: lagging });
    await source.control({ pageRecords: 1 });
    const twin = { name: 'Twin', sku: 'SAME', price: 1 };
    await source.control({ put: { products: [{ id: 'a', ...twin }, { id: 'b', ...twin, sku: ' same' }, ...products(1)] } });
    await target.control({ searchLagMs: 3_600_000 });
    await sync.run();
    expect((await sync.items()).map(({ sourceItemId, status }) => [sourceItemId, status])).toEqual([
      ['a', 'Error'],
      ['b', 'Error'],
      ['s1', 'Success'],
    ]);
    expect(await target.records('products')).toHaveLength(2);
  });

  test.each([
    ['with a search that lags', { find: undefined }],
    ['without any search', { find: [] }],
  ])('HOSTILE 42: two workflows that sync the same records at once create each of them once, %s', async (_how, { find }) => {
    const extra = { products: { ...lagging, ...(find ? { find } : {}) } };
    const [source, target] = [await makeRecordSystem(['products'], extra), await makeRecordSystem(['products'], extra)];
    const [one, other] = [
      await makeSync(buildIntegration(source, target, 'products')),
      await makeSync(buildIntegration(source, target, 'products')),
    ];
    await source.control({ put: { products: products(30) } });
    await target.control({ searchLagMs: 2_000 });
    const runs = [await one.begin(), await other.begin()];
    for (const run of runs) await until(run);
    expect(await listSkus(target)).toEqual(skus(30));
    const linksOf = async (sync: typeof one) =>
      (await sync.items()).map(({ sourceItemId, targetItemId, status }) => `${sourceItemId} ${targetItemId} ${status}`);
    expect(await linksOf(one)).toEqual(await linksOf(other));
  });
});
