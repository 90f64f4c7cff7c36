import { connectHttp, schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { allSteps, getShard, testEnv, until } from '../../test/harness.ts';
import { recordDocument } from '../../test/record-document.ts';
import { endPart, MORE_THAN_A_PART, pair, products } from '../../test/sync-harness.ts';

const db = () => connectHttp(testEnv);

type Json = { [name: string]: Json };

/** The paths of the records' document without a field, in requests and responses. @param others members of every such schema */
function pathsWithout(field: string, others: object = {}): { paths: object } {
  const { paths } = recordDocument(['products'], {}) as { paths: Json };
  const without = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(without);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, without(one)]));
    const properties = members.properties as Json | undefined;
    if (!properties?.sku) return members;
    const { [field]: _, ...rest } = properties;
    return { ...members, ...others, properties: rest };
  };
  return { paths: without(paths) as object };
}

const list = (cursorPath: string) => ({
  list: {
    operation: 'GET /products',
    values: { 'query.since': '{cursor}' },
    cursor: { path: cursorPath, format: 'date-time', overlapSeconds: 0 },
  },
});

/** Two systems whose products were synchronised once. */
async function synced(count = 3) {
  const { source, target, sync } = await pair();
  await source.control({ put: { products: products(count) } });
  expect((await sync.run()).errorMessage).toBeNull();
  const before = { cursor: (await sync.flow()).cursor, writes: (await target.writes()).length };
  return { source, target, sync, before };
}

describe('a mapping to a field that the target no longer has', () => {
  test.each([{}, { additionalProperties: true }])(
    'fails the flow before anything is sent, and names field and mapping (%o)',
    async (others) => {
      const { source, target, sync, before } = await synced();
      await target.describe({}, pathsWithout('price', others));
      await source.control({ put: { products: products(1, 9) } });
      const words = 'Products of Crm have no field “price”, which is mapped from $Item.price. Remove this mapping, or map another field.';
      expect((await sync.run()).errorMessage).toContain(words);
      expect(await sync.flow()).toMatchObject({ error: words, cursor: before.cursor, runningRunId: null });
      expect((await target.writes()).length).toBe(before.writes);
      expect(await sync.items()).toHaveLength(3);

      await target.describe();
      expect((await sync.run()).errorMessage).toBeNull();
      expect((await target.records('products')).map(({ sku, price }) => [sku, price])).toContainEqual(['SKU-9', 9]);
      expect((await target.writes()).length).toBe(before.writes + 1);
    },
  );

  test('still works for a path that accepts any name, and for the account’s custom fields', async () => {
    const { source, target, sync } = await synced();
    await target.describe({}, pathsWithout('price', { additionalProperties: { type: 'number' } }));
    await source.control({ put: { products: [{ ...products(1)[0], price: 50 }] } });
    expect((await sync.run()).errorMessage).toBeNull();
    const custom = { operation: 'GET /products', into: ['POST /products#/body', 'PUT /products/{id}#/body'] };
    await target.describe({}, { ...pathsWithout('price'), 'x-custom-parameters': custom });
    await source.control({ put: { products: [{ ...products(1)[0], price: 51 }] } });
    expect((await sync.run()).errorMessage).toBeNull();
    expect((await target.records('products')).find(({ sku }) => sku === 'SKU-1')?.price).toBe(51);
  });
});

test('a source field that no longer exists is reported, and the target keeps its value', async () => {
  const { source, target, sync } = await synced();
  await source.describe({}, pathsWithout('price'));
  await source.control({ put: { products: [{ id: 's1', name: 'Renamed', price: undefined }] } });
  // The server keeps members that aren't given.
  await source.control({ remove: ['products/s1'], put: { products: [] } });
  await source.control({ put: { products: [{ id: 's1', name: 'Renamed', sku: 'SKU-1' }] } });
  const run = await sync.run();
  expect(run.errorMessage).toBeNull();
  expect((await target.records('products')).find(({ sku }) => sku === 'SKU-1')).toMatchObject({ name: 'Renamed', price: 1 });
  const last = (await allSteps(run.id)).find(({ name }) => name === 'sync');
  const step = await getShard(run.id).getStepInstance(run.id, last?.id ?? '');
  expect(step?.stepData?.response?.body).toMatchObject({
    flows: [{ notes: ['Products of Crm have no field “price” any more. “price” is not written if a record lacks it.'] }],
  });
});

describe('a document that changes between two syncs', () => {
  test('a missing entity is named with the existing ones, the cursor stays, and the sync continues when it’s back', async () => {
    const { source, target, sync, before } = await synced();
    await source.describe({}, { 'x-entities': { Others: { idPath: 'id', list: { operation: 'GET /products' } } } });
    await source.control({ put: { products: products(1, 9) } });
    const words = 'Crm has no records called “products”. It has Others.';
    expect((await sync.run()).errorMessage).toContain(words);
    expect(await sync.flow()).toMatchObject({ error: words, cursor: before.cursor });
    await source.describe();
    expect((await sync.run()).errorMessage).toBeNull();
    expect((await sync.flow()).error).toBeNull();
    expect((await target.writes()).length).toBe(before.writes + 1);
  });

  test('ids read from another field would duplicate every record, so the flow says so and writes nothing', async () => {
    const { source, target, sync, before } = await synced();
    await source.describe({ products: { idPath: 'sku' } });
    await source.control({ put: { products: [{ id: 's1', name: 'Renamed' }] } });
    expect((await sync.run()).errorMessage).toContain(
      'The ids of Products of Crm are read at “sku” now, but used to be read at “id”: the record s3 would become SKU-3 and be written a second time.',
    );
    expect(await sync.flow()).toMatchObject({ cursor: before.cursor, runningRunId: null });
    expect((await target.writes()).length).toBe(before.writes);
    await source.describe();
    expect((await sync.run()).errorMessage).toBeNull();
    expect((await target.records('products')).map(({ name }) => name).sort()).toEqual(['Product 2', 'Product 3', 'Renamed']);
  });

  test('ids in a renamed field are recognised, and unknown ids are not treated as new records', async () => {
    const { source, target, sync, before } = await synced();
    const named = pathsWithout('none', {});
    const withUid = JSON.parse(
      JSON.stringify(named).replaceAll('"sku":{"type":"string"}', '"sku":{"type":"string"},"uid":{"type":"string"}'),
    );
    await source.control({ put: { products: [{ id: 's1', uid: 'other', name: 'Renamed' }] } });
    await source.describe({ products: { idPath: 'uid' } }, withUid);
    expect((await sync.run()).errorMessage).toContain('none of the first records read has a known id there');
    expect((await target.writes()).length).toBe(before.writes);
    await source.control({ put: { products: [{ id: 's1', uid: 's1' }] } });
    expect((await sync.run()).errorMessage).toBeNull();
    expect((await target.records('products')).map(({ name }) => name).sort()).toEqual(['Product 2', 'Product 3', 'Renamed']);
    expect((await target.writes()).length).toBe(before.writes + 1);
  });

  test('a cursor is invalid for another field: the source is read from its beginning, and nothing is written again', async () => {
    const { source, target, sync, before } = await synced();
    const dated = JSON.parse(JSON.stringify(pathsWithout('none')).replaceAll('"sku":{', '"madeAt":{"type":"string"},"sku":{'));
    await source.control({
      put: { products: [{ id: 's2', name: 'Renamed', changedAt: '2020-01-01T00:00:00Z', madeAt: '2020-01-01T00:00:00Z' }] },
    });
    await source.describe({ products: list('madeAt') }, dated);
    const { flows } = await sync.run();
    expect(flows[0]).toMatchObject({ readCount: 3, updatedCount: 1, cursor: String(Date.parse('2020-01-01T00:00:00Z')) });
    expect((await target.writes()).length).toBe(before.writes + 1);
  });

  test('pages that are requested in another way are all read', async () => {
    const { source, target, sync, before } = await synced();
    const { paths } = recordDocument(['products'], {}) as { paths: Record<string, { get: object }> };
    const paging = { style: 'offset', parameter: 'query.after', firstOffset: 0, itemsPath: 'items' };
    await source.describe(
      {},
      { paths: { ...paths, '/products': { ...paths['/products'], get: { ...paths['/products']?.get, 'x-paging': paging } } } },
    );
    await source.control({ put: { products: products(120, 10) } });
    expect((await sync.run()).errorMessage).toBeNull();
    expect((await target.writes()).length).toBe(before.writes + 120);
    expect(new Set((await target.records('products')).map(({ sku }) => sku)).size).toBe(123);
  });
});

test('a document that changes during a sync ends it with a message; the next sync uses the new one and writes nothing twice', async () => {
  const { source, target, sync } = await pair();
  await source.control({ put: { products: products(MORE_THAN_A_PART) } });
  await target.control({ hold: true });
  const runId = await sync.begin();
  await expect.poll(async () => (await target.control()).heldCount).toBeGreaterThan(0);
  endPart();
  await target.describe({ products: { title: 'Goods' } });
  await target.control({ hold: false });
  expect(await until(runId)).toMatchObject({
    status: 'Failed',
    errorMessage: expect.stringContaining('The document of Crm changed while the sync was under way. The next sync uses the new one.'),
  });
  expect(await sync.flow()).toMatchObject({ cursor: null, runningRunId: null });
  expect((await sync.run()).errorMessage).toBeNull();
  expect((await target.records('products')).map(({ sku }) => sku).sort()).toEqual(
    products(MORE_THAN_A_PART)
      .map(({ sku }) => sku)
      .sort(),
  );
});

test('“Sync again” finds a record that now has another id in the target', async () => {
  const { target, sync } = await synced(1);
  await target.control({ remove: ['products/t1'], put: { products: [{ id: 'new', name: 'By hand', sku: 'SKU-1' }] } });
  const { id: flowId } = await sync.flow();
  await db()
    .update(schema.syncItems)
    .set({ fingerprint: null, status: 'InProgress', attempts: 0, writtenAt: null, nextAttemptAt: new Date() })
    .where(eq(schema.syncItems.flowId, flowId));
  await sync.run();
  expect(await target.records('products')).toMatchObject([{ id: 'new', name: 'Product 1' }]);
  expect(await sync.items()).toMatchObject([{ status: 'Success', targetItemId: 'new' }]);
});
