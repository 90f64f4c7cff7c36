import { connectHttp, readMetrics, schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { allSteps, getShard, start, testEnv, until } from '../../test/harness.ts';
import { buildIntegration, makeRecordSystem, makeSync, pair, products } from '../../test/sync-harness.ts';

describe('a sync', () => {
  test('creates what the target lacks, then writes nothing, then writes exactly what changed', async () => {
    const { source, target, sync } = await pair();
    await source.control({ put: { products: products(120) } });
    const first = await sync.run();
    expect(first.errorMessage).toBeNull();
    expect(first.flows[0]).toMatchObject({ readCount: 120, createdCount: 120, failedCount: 0, runningRunId: null });
    expect(await target.records('products')).toHaveLength(120);
    expect((await sync.items()).map(({ status }) => status)).toEqual(Array(120).fill('Success'));

    const writes = (await target.writes()).length;
    const second = await sync.run();
    expect(second.flows[0]).toMatchObject({ createdCount: 0, updatedCount: 0 });
    expect((await target.writes()).length).toBe(writes);

    await source.control({ put: { products: products(25).map((one) => ({ ...one, name: `${one.name} (new)` })) } });
    const third = await sync.run();
    expect(third.flows[0]).toMatchObject({ updatedCount: 25, createdCount: 0 });
    expect((await target.writes()).length).toBe(writes + 25);
    expect((await target.records('products')).filter(({ name }) => String(name).endsWith('(new)'))).toHaveLength(25);
  });

  test('finds what the target already has instead of creating it twice, and a run shows which items it wrote', async () => {
    const { source, target, sync } = await pair();
    await target.control({ put: { products: [{ id: 'old', name: 'Old', sku: 'SKU-1' }] } });
    await source.control({ put: { products: products(2) } });
    const run = await sync.run();
    expect((await target.records('products')).map(({ id, name }) => [id, name])).toEqual([
      ['old', 'Product 1'],
      ['t1', 'Product 2'],
    ]);
    const records = await allSteps(run.id);
    expect(records.filter(({ name }) => name === 'sync').map(({ status }) => status)).toEqual(['Succeeded', 'Succeeded', 'Succeeded']);
    const step = await getShard(run.id).getStepInstance(run.id, records.find(({ name }) => name === 'sync')?.id ?? '');
    expect(step?.stepData?.response?.body).toMatchObject({ flows: [{ state: 'Whole', created: 1, updated: 1 }] });
  });

  test('counts items and calls by outcome', async () => {
    const { source, target, sync } = await pair();
    const counted = async () => {
      const records = await readMetrics(connectHttp(testEnv));
      const of = (outcome: string) =>
        records.find(({ name, labels }) => name === 'portage_sync_items_total' && labels.outcome === outcome)?.value ?? 0;
      return { created: of('created'), failed: of('failed'), call: of('call') };
    };
    const before = await counted();
    await source.control({ put: { products: products(3) } });
    await target.control({ faults: ['422'] });
    await sync.run();
    await expect.poll(async () => (await counted()).created - before.created).toBeGreaterThanOrEqual(2);
    await expect.poll(async () => (await counted()).failed - before.failed).toBeGreaterThanOrEqual(1);
    // One page, a search and a write for each record.
    await expect.poll(async () => (await counted()).call - before.call).toBeGreaterThanOrEqual(7);
  });

  test('STEP-83, STEP-89: copies products from Mindbody to Shopify by ready-made mappings, or only to those that exist', async () => {
    const moves = {
      'body.input': null,
      'body.input.title': 'body.name',
      'body.input.variants[0].price': 'body.price',
      'body.input.variants[0].inventoryItem.sku': 'body.sku',
    };
    const shop = {
      find: [],
      create: { operation: 'POST /Products', idPath: 'record.id', moves },
      update: { operation: 'PUT /Products/{id}', values: { 'path.id': '{id}' }, moves },
    };
    const source = await makeRecordSystem(['Products'], {}, 'Mindbody of the studio');
    const target = await makeRecordSystem(['Products'], { Products: shop }, 'Shopify');
    await source.control({ put: { Products: [{ id: 'mat', name: 'Mat', Name: 'Yoga mat', Price: 39, Id: '4006381333931' }] } });
    const step = {
      stepId: 'sync',
      type: 'SyncStep' as const,
      syncType: 'Products' as const,
      sourceConnectorId: source.connectorId,
      targetConnectorId: target.connectorId,
    };
    const run = async (change = {}) =>
      until(
        (
          await start([
            { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'sync' },
            { ...step, ...change },
          ])
        ).runId,
      );
    expect((await run({ customOptions: { SkipProductsCreate: true } })).errorMessage).toBeNull();
    expect(await target.records('Products')).toEqual([]);
    expect((await run()).errorMessage).toBeNull();
    expect(await target.records('Products')).toMatchObject([{ name: 'Yoga mat', price: 39, sku: '4006381333931' }]);
    const other = await makeRecordSystem(['Products'], {}, 'Petstore');
    expect((await run({ targetConnectorId: other.connectorId })).errorMessage).toContain(
      'Products are synced from Mindbody to Shopify, not from Mindbody of the studio to Petstore.',
    );
  });

  test('STEP-83, INT-02: without an integration type, uses the settings of the general one', async () => {
    const { source, target, sync } = await pair();
    await source.control({ put: { products: products(2) } });
    const steps = [
      { stepId: 'start', type: 'Trigger' as const, triggerType: 'Manual' as const, nextStepId: 'sync' },
      { stepId: 'sync', type: 'SyncStep' as const, syncType: 'IntegrationApplication' as const },
    ];
    const { runId } = await start(steps, {}, {}, { workflowId: sync.workflowId });
    expect((await until(runId)).errorMessage).toBeNull();
    expect(await target.records('products')).toHaveLength(2);
    expect((await sync.flow()).integrationType).toBe('Integration');
  });

  test('does not read a paused flow, but reads a resumed one', async () => {
    const { source, target, sync } = await pair();
    await source.control({ put: { products: products(1) } });
    await sync.run();
    const { id } = await sync.flow();
    const db = connectHttp(testEnv);
    await source.control({ put: { products: products(3) } });
    await db.update(schema.syncFlows).set({ isPaused: true }).where(eq(schema.syncFlows.id, id));
    await sync.run();
    expect(await target.records('products')).toHaveLength(1);
    await db.update(schema.syncFlows).set({ isPaused: false }).where(eq(schema.syncFlows.id, id));
    await sync.run();
    expect(await target.records('products')).toHaveLength(3);
    expect((await sync.flow()).runningRunId).toBeNull();
  });

  test('makes records wait for those they refer to, which go first', async () => {
    const [source, target] = [await makeRecordSystem(['owners', 'products']), await makeRecordSystem(['owners', 'products'])];
    const integration = buildIntegration(source, target, 'products');
    const main = integration.operations.Target;
    if (!main) throw new Error('no target');
    const sync = await makeSync({
      ...integration,
      operations: {
        ...integration.operations,
        Target: {
          ...main,
          dependentMappings: {
            owners: {
              mappings: [
                { fromParameterExpression: '$Item.name', toParameterPath: 'body.name' },
                { fromParameterExpression: '$Item.sku', toParameterPath: 'body.sku' },
              ],
              link: { fromParameterExpression: '$Item.ownerId', toParameterPath: 'body.ownerId' },
            },
          },
        },
      },
    });
    await source.control({
      put: {
        owners: [{ id: 'o1', name: 'Ada', sku: 'ada' }],
        products: [
          { ...products(1)[0], ownerId: 'o1' },
          { ...products(1, 2)[0], ownerId: 'o9' },
        ],
      },
    });
    const run = await sync.run();
    expect(run.errorMessage).toBeNull();
    const [owner] = await target.records('owners');
    expect((await target.records('products')).map(({ ownerId }) => ownerId)).toEqual([owner?.id]);
    expect((await sync.items()).find(({ sourceItemId }) => sourceItemId === 's2')).toMatchObject({
      status: 'InProgress',
      error: expect.stringMatching(/^Waits for Owners o9, which .+ doesn't have yet\. This record syncs automatically once .+ has it\.$/),
    });
    await source.control({ put: { owners: [{ id: 'o9', name: 'Bob', sku: 'bob' }] } });
    await sync.run();
    expect(await target.records('products')).toHaveLength(2);
  });

  test('reads a source with its own numbering from its beginning, whatever the last sync date', async () => {
    const list = {
      operation: 'GET /products',
      values: { 'query.since': '{cursor}' },
      cursor: { path: 'price', format: 'number', overlapSeconds: 0 },
    };
    const [source, target] = [await makeRecordSystem(['products'], { products: { list } }), await makeRecordSystem(['products'])];
    const sync = await makeSync(buildIntegration(source, target, 'products'), new Date('2020-01-01T00:00:00Z'));
    await source.control({ put: { products: products(3) } });
    await sync.run();
    expect(await target.records('products')).toHaveLength(3);
    expect((await sync.flow()).cursor).toBe('3');
  });

  test('fails the run with instructions if there are no settings yet', async () => {
    const { source, target } = await pair();
    const sync = await makeSync({ ...buildIntegration(source, target, 'products'), operations: {} });
    expect((await sync.run()).errorMessage).toBe('Choose a source and a target on the Settings tab.');
  });
});
