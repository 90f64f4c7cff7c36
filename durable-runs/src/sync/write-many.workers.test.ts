import { abortAllDurableObjects } from 'cloudflare:test';
import { connectHttp, schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { getShard, testEnv, until } from '../../test/harness.ts';
import { writesMany } from '../../test/record-document.ts';
import { pair, products, type RecordSystem } from '../../test/sync-harness.ts';

const MOST = 20;
const together = (most = MOST) => pair(['products'], { products: writesMany('products', most) });

/** How many times each kind of writing call was made, as `POST batch`. */
async function countWrites(target: RecordSystem): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { method, path } of await target.writes()) {
    const name = `${method} ${path.endsWith('/batch') ? 'batch' : 'one'}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const listSkus = async (target: RecordSystem) => (await target.records('products')).map(({ sku }) => sku).sort();
const allSkus = (count: number) =>
  products(count)
    .map(({ sku }) => sku)
    .sort();
const renamed = (count: number, name: string) => products(count).map((product) => ({ ...product, name: `${name} ${product.id}` }));

describe('a sync whose target accepts many records per call', () => {
  test('creates and changes them with as many calls as the target needs, and then knows each of them', async () => {
    const { source, target, sync } = await together();
    await source.control({ put: { products: products(50) } });
    const first = await sync.run();
    expect(first.errorMessage).toBeNull();
    expect(first.flows[0]).toMatchObject({ createdCount: 50, failedCount: 0 });
    expect(await countWrites(target)).toEqual({ 'POST batch': 3 });
    const made = new Map((await target.records('products')).map(({ id, sku, changedAt }) => [sku, { id, changedAt }]));
    for (const { sourceItemId, targetItemId, status, targetChangedAt, fingerprint } of await sync.items()) {
      const record = made.get(`SKU-${sourceItemId.slice(1)}`);
      expect([status, targetItemId, targetChangedAt?.toISOString()]).toEqual(['Success', record?.id, record?.changedAt]);
      expect(fingerprint).toEqual(expect.any(String));
    }
    await sync.run();
    expect(await countWrites(target)).toEqual({ 'POST batch': 3 });
    await source.control({ put: { products: renamed(40, 'New') } });
    expect((await sync.run()).flows[0]).toMatchObject({ updatedCount: 40, createdCount: 0 });
    expect(await countWrites(target)).toEqual({ 'POST batch': 3, 'PATCH batch': 2 });
    expect((await target.records('products')).filter(({ name }) => String(name).startsWith('New'))).toHaveLength(40);
  });

  test('sends all records of a page together, up to the limit of one call', async () => {
    const { source, target, sync } = await together(250);
    await source.control({ put: { products: products(250) }, pageRecords: 250 });
    expect((await sync.run()).flows[0]).toMatchObject({ createdCount: 250, failedCount: 0 });
    expect(await countWrites(target)).toEqual({ 'POST batch': 1 });
  });

  test('writes a few records one by one', async () => {
    const { source, target, sync } = await together();
    await source.control({ put: { products: products(19) } });
    await sync.run();
    expect(await countWrites(target)).toEqual({ 'POST one': 19 });
  });

  test('does not create what the target already has, and does not write records that share a key', async () => {
    const { source, target, sync } = await together();
    await target.control({ put: { products: [{ id: 'old', name: 'Old', sku: 'SKU-7' }] } });
    await source.control({ put: { products: [...products(30), { id: 's99', name: 'Twin', sku: 'SKU-3' }] } });
    await sync.run();
    expect(await listSkus(target)).toEqual(allSkus(30).filter((sku) => sku !== 'SKU-3'));
    expect((await target.records('products')).find(({ id }) => id === 'old')).toMatchObject({ name: 'Product 7' });
    const failed = (await sync.items()).filter(({ status }) => status === 'Error');
    expect(failed.map(({ sourceItemId }) => sourceItemId)).toEqual(['s3', 's99']);
  });

  test('changes existing target records together, which belong to their source records from then on', async () => {
    const { source, target, sync } = await together(50);
    const there = (count: number, from = 1) => products(count, from).map(({ sku }, at) => ({ id: `old-${from + at}`, name: 'Old', sku }));
    await target.control({ put: { products: there(30) } });
    await source.control({ put: { products: products(30) } });
    expect((await sync.run()).flows[0]).toMatchObject({ updatedCount: 30, createdCount: 0 });
    expect(await countWrites(target)).toEqual({ 'PATCH batch': 1 });
    expect((await sync.items()).map(({ sourceItemId, targetItemId }) => [sourceItemId, targetItemId])).toContainEqual(['s7', 'old-7']);
    expect((await target.records('products')).map(({ name }) => name)).toContain('Product 7');

    // Other source records, with keys of target records that belong to the first ones.
    const twins = products(25).map((product) => ({ ...product, id: `twin-${product.id}` }));
    await source.control({ put: { products: twins } });
    expect((await sync.run()).flows[0]).toMatchObject({ updatedCount: 0, createdCount: 0, failedCount: 25 });
    const twin = (await sync.items()).find(({ sourceItemId }) => sourceItemId === 'twin-s7');
    expect(twin).toMatchObject({ status: 'Error', error: expect.stringContaining('share the SKU of old-7: s7 and twin-s7') });
  });

  test('reports refused records in the target’s words and creates the others, and a second attempt goes alone', async () => {
    const { source, target, sync } = await together(50);
    const wrong = { ...products(1)[0], name: 'Refused by the target' };
    await source.control({ put: { products: [...products(29, 2), wrong] } });
    const run = await sync.run();
    expect(run.status).toBe('Succeeded');
    expect(run.flows[0]).toMatchObject({ createdCount: 29, failedCount: 1 });
    const item = async () => (await sync.items()).find(({ sourceItemId }) => sourceItemId === 's1');
    expect(await item()).toMatchObject({
      status: 'Error',
      attempts: 1,
      error: 'Crm responded: Refused by the target, as it says.',
      nextAttemptAt: expect.any(Date),
    });
    expect(await countWrites(target)).toEqual({ 'POST batch': 1 });
    const { id: flowId } = await sync.flow();
    await connectHttp(testEnv).update(schema.syncItems).set({ nextAttemptAt: new Date() }).where(eq(schema.syncItems.flowId, flowId));
    await sync.run();
    expect(await item()).toMatchObject({ error: 'Crm responded with 422: Refused by the target, as it says.', attempts: 2 });
  });

  test('searches for records with the same key in two scopes with one parallel call per scope, and doesn’t mix them up', async () => {
    const scope = { 'query.name': '{write.body.name}' };
    const { findMany, createMany } = writesMany('products', 50) as Record<string, { values: object }>;
    const find = [{ key: 'body.sku', operation: 'GET /products', values: { 'query.sku': '{key}', ...scope }, equalsPath: 'sku' }];
    const scoped = { find, createMany, findMany: { ...findMany, values: { ...findMany?.values, ...scope } } };
    const { source, target, sync } = await pair(['products'], { products: scoped });
    const members = ['Spring', 'Autumn'].flatMap((name) =>
      products(15).map((product) => ({ ...product, id: `${name}-${product.id}`, name })),
    );
    await source.control({ put: { products: members } });
    await target.control({ put: { products: [{ id: 'there', sku: 'SKU-3', name: 'Autumn', price: 99 }] } });
    expect((await sync.run()).flows[0]).toMatchObject({ createdCount: 29, updatedCount: 1, failedCount: 0 });
    expect((await target.control()).calls.filter(({ method }) => method === 'GET')).toHaveLength(2);
    expect(await countWrites(target)).toMatchObject({ 'POST batch': 1 });
    const made = (await target.records('products')).map(({ sku, name }) => `${name} ${sku}`);
    expect(made.toSorted()).toEqual(members.map(({ sku, name }) => `${name} ${sku}`).toSorted());
    const idOf = async (id: string) => (await sync.items()).find(({ sourceItemId }) => sourceItemId === id)?.targetItemId;
    expect([await idOf('Autumn-s3'), await idOf('Spring-s3')]).toEqual(['there', expect.not.stringMatching('there')]);
  });

  test('repeats a refused change alone, so that a missing record says so', async () => {
    const { source, target, sync } = await together(50);
    await source.control({ put: { products: products(30) } });
    await sync.run();
    const gone = (await sync.items()).find(({ sourceItemId }) => sourceItemId === 's5')?.targetItemId;
    await target.control({ remove: [`products/${gone}`] });
    await source.control({ put: { products: renamed(30, 'New') } });
    expect((await sync.run()).flows[0]).toMatchObject({ updatedCount: 29, failedCount: 1 });
    expect(await countWrites(target)).toEqual({ 'POST batch': 1, 'PATCH batch': 1, 'PUT one': 1 });
    expect((await sync.items()).find(({ sourceItemId }) => sourceItemId === 's5')?.error).toContain(
      `no longer has the record ${gone}. “Sync again” creates it again.`,
    );
  });

  test('sends each record alone if the whole call is refused, and each gets its own message', async () => {
    const { source, target, sync } = await together(50);
    await source.control({ put: { products: products(25) } });
    await target.control({ faults: ['422', '422'] });
    expect((await sync.run()).flows[0]).toMatchObject({ createdCount: 24, failedCount: 1 });
    expect(await countWrites(target)).toEqual({ 'POST batch': 1, 'POST one': 25 });
    expect((await sync.items()).find(({ status }) => status === 'Error')?.error).toBe('Crm responded with 422: the name is taken.');
  });

  test('repeats the same call when the target says so after a rate limit or maintenance', async () => {
    const { source, target, sync } = await together(50);
    await source.control({ put: { products: products(25) } });
    await target.control({ faults: ['429', '503', '429'] });
    expect((await sync.run()).flows[0]).toMatchObject({ createdCount: 25, failedCount: 0 });
    expect(await countWrites(target)).toEqual({ 'POST batch': 4 });
    const keys = (await target.writes()).map(({ key }) => key);
    expect(new Set(keys).size).toBe(1);
  });

  test.each(['lost', 'half', 'short', '500'])('creates no record twice and omits none after an unreliable response (%s)', async (fault) => {
    const { source, target, sync } = await together(50);
    await source.control({ put: { products: products(40) } });
    await target.control({ faults: [fault] });
    const run = await sync.run();
    expect(run.errorMessage).toBeNull();
    expect(await listSkus(target)).toEqual(allSkus(40));
    expect((await sync.items()).every(({ status }) => status === 'Success')).toBe(true);
    expect(run.flows[0]).toMatchObject({ createdCount: 40, updatedCount: 0 });
    const alone = { lost: 0, short: 0, half: 20, '500': 40 }[fault] ?? 0;
    expect(await countWrites(target)).toEqual({ 'POST batch': 1, ...(alone > 0 ? { 'POST one': alone } : {}) });
  });

  test('finds the records by their keys if its object ends between a call and its note', async () => {
    const { source, target, sync } = await together(50);
    await source.control({ put: { products: products(100) } });
    await target.control({ hold: true });
    const runId = await sync.begin();
    await expect.poll(async () => (await target.control()).heldCount).toBeGreaterThanOrEqual(1);
    await abortAllDurableObjects();
    await target.control({ hold: false });
    await getShard(runId).getRun(runId);
    const run = await until(runId);
    expect(run.errorMessage).toBeNull();
    expect(await listSkus(target)).toEqual(allSkus(100));
    expect((await sync.items()).map(({ status }) => status)).toEqual(Array(100).fill('Success'));
  });

  test('sends nothing more when its run is cancelled during a call, and the next sync finds what was created', async () => {
    const { source, target, sync } = await together();
    await source.control({ put: { products: products(50) } });
    await target.control({ hold: true });
    const runId = await sync.begin();
    await expect.poll(async () => (await target.control()).heldCount).toBe(3);
    await getShard(runId).cancelRun(runId);
    await target.control({ hold: false });
    await until(runId);
    await expect.poll(async () => (await sync.flow()).runningRunId).toBeNull();
    const before = await countWrites(target);
    expect(before['POST batch']).toBe(3);
    expect((await sync.items()).filter(({ status }) => status !== 'Success')).toEqual([]);
    await sync.run();
    expect(await listSkus(target)).toEqual(allSkus(50));
    expect((await sync.items()).map(({ status }) => status)).toEqual(Array(50).fill('Success'));
  });
});
