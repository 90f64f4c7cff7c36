import { abortAllDurableObjects } from 'cloudflare:test';
import { connectHttp, readMetrics, schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { allSteps, shardOf, start, testEnv, until } from '../../test/harness.ts';
import { integrationOf, makeRecordSystem, makeSync, pair, products } from '../../test/sync-harness.ts';

describe('a sync', () => {
  it('makes what the target lacks, then writes nothing, then writes exactly what changed', async () => {
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

  it('finds what the target has already instead of making it twice, and a run says which items it wrote', async () => {
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
    const step = await shardOf(run.id).getStepInstance(run.id, records.find(({ name }) => name === 'sync')?.id ?? '');
    expect(step?.stepData?.response?.body).toMatchObject({ flows: [{ state: 'Whole', created: 1, updated: 1 }] });
  });

  it('a look-up that lacks one of its values is not made: it would find any record, and the wrong one would be changed', async () => {
    const list = { operation: 'GET /products', values: { 'query.sku': '{externalIdField}-{key}' } };
    const { source, target, sync } = await pair(['products'], { products: { find: [{ ...list, key: 'externalId' }] } });
    await target.control({ put: { products: [{ id: 'other', name: 'Other', sku: 'OTHER-1' }] } });
    await source.control({ put: { products: products(1) } });
    await sync.run();
    expect((await target.records('products')).map(({ id, name }) => [id, name])).toEqual([
      ['other', 'Other'],
      ['t1', 'Product 1'],
    ]);
  });

  it('two values tell records apart together: the same name in another group is another record', async () => {
    const bySkuAndName = {
      operation: 'GET /products',
      values: { 'query.sku': '{key}', 'query.after': '{write.body.name}' },
      key: 'body.sku',
    };
    const { source, sync } = await pair(['products'], { products: { find: [bySkuAndName] } });
    const [one, two] = products(2);
    await source.control({ put: { products: [one, { ...two, sku: one?.sku }] as object[] } });
    await sync.run();
    expect((await sync.items()).map(({ error }) => error?.includes('share') ?? false)).toEqual([false, false]);
  });

  it('calls that follow a creation are made with its answer', async () => {
    const next = { operation: 'PUT /products/{id}', values: { 'path.id': '{id}', 'body.name': 'Paid {answer.record.sku}' } };
    const create = { operation: 'POST /products', idPath: 'record.id', next: [next] };
    const { source, target, sync } = await pair(['products'], { products: { create } });
    await source.control({ put: { products: products(1) } });
    await sync.run();
    expect((await target.records('products'))[0]?.name).toBe('Paid SKU-1');
  });

  it('a creation that broke off is finished, whether its answer or a call that follows it was lost, and no call is made twice', async () => {
    const list = { operation: 'GET /products', values: { 'query.sku': '{write.body.sku}' }, key: 'externalId' };
    const next = {
      operation: 'PUT /products/{id}',
      values: { 'path.id': '{id}', 'body.name': 'Paid {write.body.name}' },
      doneWhen: { path: 'name', equals: ['Paid Product 1', 'Paid Product 2'] },
    };
    const create = { operation: 'POST /products', idPath: 'record.id', next: [next] };
    const { source, target, sync } = await pair(['products'], { products: { find: [list], create, update: undefined } });
    const puts = async () => (await target.writes()).filter(({ method, status }) => method === 'PUT' && status < 400).length;
    await source.control({ put: { products: products(1) } });
    // The creation is done, its answer never comes; the call that follows is refused.
    await target.control({ faults: ['lost', '422'] });
    await sync.run();
    expect(await sync.items()).toMatchObject([{ status: 'Error', error: expect.stringContaining('a call that finishes it failed') }]);
    const { id: flowId } = await sync.flow();
    const isDue = () =>
      connectHttp(testEnv).update(schema.syncItems).set({ nextAttemptAt: new Date() }).where(eq(schema.syncItems.flowId, flowId));
    await isDue();
    await sync.run();
    expect((await target.records('products')).map(({ name }) => name)).toEqual(['Paid Product 1']);
    expect(await sync.items()).toMatchObject([{ status: 'Success', targetItemId: 't1' }]);
    expect(await puts()).toBe(1);
    // Both answers are lost, and both calls were made.
    await source.control({ put: { products: products(2).slice(1) } });
    await target.control({ faults: ['lost', 'lost'] });
    await sync.run();
    expect((await target.records('products')).map(({ name }) => name)).toEqual(['Paid Product 1', 'Paid Product 2']);
    expect((await sync.items()).map(({ status }) => status)).toEqual(['Success', 'Success']);
  });

  it('what a write needs from the target is looked up first; where it is not there, the item says so and nothing is written', async () => {
    const before = {
      operation: 'GET /currencies',
      values: { 'query.sku': '{write.match.currency}' },
      message: 'There is no {write.match.currency}.',
    };
    const create = { operation: 'POST /products', idPath: 'record.id', values: { 'body.ownerId': '{before.items[0].id}' }, before };
    const match = { currency: { title: 'Currency' } };
    const { source, target, sync } = await pair(['currencies', 'products'], { products: { create, match } }, [
      { fromParameterExpression: '$Item.ownerId', toParameterPath: 'match.currency' },
    ]);
    await target.control({ put: { currencies: [{ id: 'c7', name: 'Euro', sku: 'EUR' }] } });
    const [one, two, three] = products(3);
    await source.control({ put: { products: [{ ...one, ownerId: 'EUR' }, { ...two, ownerId: 'GBP' }, three] as object[] } });
    await sync.run();
    expect((await target.records('products')).map(({ name, ownerId }) => [name, ownerId]).sort()).toEqual([
      ['Product 1', 'c7'],
      ['Product 3', undefined],
    ]);
    expect((await sync.items()).map(({ error }) => error)).toEqual([null, 'There is no GBP.', null]);
  });

  it('a record that the target lacks and does not take is looked for again, though it did not change: stock is read before its product', async () => {
    const { source, target, sync } = await pair(['products'], { products: { create: undefined } });
    await source.control({ put: { products: products(1) } });
    const { id } = (await sync.run()).flows[0] as { id: string };
    expect(await sync.items()).toMatchObject([{ status: 'Skipped', error: expect.stringContaining('takes no new') }]);
    await target.control({ put: { products: [{ id: 't7', name: 'Another', sku: 'SKU-1' }] } });
    // As a source that is read to its end each time.
    await connectHttp(testEnv).update(schema.syncFlows).set({ cursor: null }).where(eq(schema.syncFlows.id, id));
    await sync.run();
    expect(await sync.items()).toMatchObject([{ status: 'Success', targetItemId: 't7' }]);
    expect((await target.records('products')).map(({ name }) => name)).toEqual(['Product 1']);
  });

  it('items and calls are counted by what became of them', async () => {
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
    // One page, a look-up and a write for each record.
    await expect.poll(async () => (await counted()).call - before.call).toBeGreaterThanOrEqual(7);
  });

  it('STEP-83..89: products go from Mindbody to Shopify by mappings that come with Portage, or only to those that are there', async () => {
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
      'Products are synchronised from Mindbody to Shopify, not from Mindbody of the studio to Petstore.',
    );
  });

  it('STEP-83, INT-02: a Sync step without an integration type uses the settings of the general one', async () => {
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

  it('every key is looked up for many records at once; records that share a later key are still told apart from twins', async () => {
    const find = (key: string) => ({
      operation: 'GET /products',
      key: `body.${key}`,
      values: { [`query.${key}`]: '{key}' },
      equalsPath: key,
    });
    const many = (key: string) => ({ ...find(key), values: { [`query.${key}s`]: '{keys}' }, joinedBy: '|', most: 40 });
    const { source, target, sync } = await pair(['products'], {
      products: { find: [find('sku'), find('name')], findMany: [many('sku'), many('name')] },
    });
    const all = products(46);
    // Ten are there with their SKU, thirty with another one.
    const there = all.slice(0, 40).map((one, at) => ({ ...one, id: `old-${one.id}`, sku: at < 10 ? one.sku : `OLD-${one.sku}` }));
    await target.control({ put: { products: there } });
    const twins = [1, 2].map((number) => ({ id: `twin-${number}`, name: 'Twin', sku: `TWIN-${number}`, price: 1 }));
    await source.control({ put: { products: [...all, ...twins] } });
    await sync.run();
    expect(await sync.flow()).toMatchObject({ updatedCount: 40 });
    const { calls } = await target.control();
    const asked = calls.filter(({ method }) => method === 'GET').map(({ path }) => /[?&](\w+)=/.exec(path)?.[1]);
    expect(asked.filter((name) => name === 'skus')).toHaveLength(2);
    expect(asked.filter((name) => name === 'names')).toHaveLength(1);
    // Only the twins, which may become one record, are looked up alone.
    expect(asked.filter((name) => name === 'sku' || name === 'name')).toHaveLength(2);
  });

  it('a refused record says why in the target’s words, and holds up no other', async () => {
    const { source, target, sync } = await pair();
    await source.control({ put: { products: products(3) } });
    await target.control({ faults: ['422'] });
    const run = await sync.run();
    expect(run.status).toBe('Succeeded');
    const items = await sync.items();
    expect(items.filter(({ status }) => status === 'Success')).toHaveLength(2);
    expect(items.find(({ status }) => status === 'Error')?.error).toContain('the name is taken');
  });

  it('lost answers, faults and refusals that pass make no record twice', async () => {
    const { source, target, sync } = await pair();
    await source.control({ put: { products: products(12) } });
    await target.control({ faults: ['lost', '500', '429', 'lost', 'lost', '500'] });
    const run = await sync.run();
    expect(run.errorMessage).toBeNull();
    const made = await target.records('products');
    expect(made.map(({ sku }) => sku).sort()).toEqual(
      products(12)
        .map(({ sku }) => sku)
        .sort(),
    );
    expect((await sync.items()).every(({ status }) => status === 'Success')).toBe(true);
  });

  it('two source records for one target key are a conflict on both, on one page and over time', async () => {
    const { source, target, sync } = await pair();
    const twin = { name: 'Twin', sku: 'SAME', price: 1 };
    await source.control({
      put: {
        products: [
          { id: 'a', ...twin },
          { id: 'b', ...twin },
        ],
      },
    });
    await sync.run();
    expect(await target.records('products')).toEqual([]);
    expect((await sync.items()).map(({ status, error }) => [status, error?.includes('a, b')])).toEqual([
      ['Error', true],
      ['Error', true],
    ]);
    await source.control({ put: { products: [{ id: 'b', ...twin, sku: 'OTHER' }] } });
    await source.control({ put: { products: [{ id: 'a', ...twin, price: 2 }] } });
    await sync.run();
    expect(await target.records('products')).toHaveLength(2);
    await source.control({ put: { products: [{ id: 'c', ...twin }] } });
    await sync.run();
    const items = await sync.items();
    expect(items.find(({ sourceItemId }) => sourceItemId === 'c')).toMatchObject({
      status: 'Error',
      error: expect.stringContaining('share'),
    });
    expect(items.find(({ sourceItemId }) => sourceItemId === 'a')).toMatchObject({
      status: 'Error',
      error: expect.stringContaining('share'),
    });
    expect(await target.records('products')).toHaveLength(2);
  });

  it('records without an id and with an endless one are told; the others go on', async () => {
    const { source, target, sync } = await pair();
    await source.control({
      put: { products: [{ id: '', name: 'Nameless', sku: 'N' }, { id: 'x'.repeat(10_000), name: 'Long', sku: 'L' }, ...products(1)] },
    });
    const run = await sync.run();
    expect(run.errorMessage).toBeNull();
    expect((await sync.items()).map(({ name, status }) => [name, status]).sort()).toEqual([
      ['Long', 'Error'],
      ['Nameless', 'Error'],
      ['Product 1', 'Success'],
    ]);
    expect(await target.records('products')).toHaveLength(1);
  });

  it('an object that ends in the middle goes on where it was: nothing twice, nothing missing', async () => {
    const { source, target, sync } = await pair();
    await source.control({ put: { products: products(150) } });
    const runId = await sync.begin();
    for (let made = 10; made <= 130; made += 20) {
      await expect.poll(async () => (await target.records('products')).length).toBeGreaterThanOrEqual(made);
      await abortAllDurableObjects();
      await shardOf(runId).getRun(runId);
    }
    const run = await until(runId);
    expect(run.errorMessage).toBeNull();
    expect((await target.records('products')).map(({ sku }) => sku).sort()).toEqual(
      products(150)
        .map(({ sku }) => sku)
        .sort(),
    );
    expect(await sync.items()).toHaveLength(150);
    const { readCount, createdCount, updatedCount } = await sync.flow();
    // A record whose answer was lost is found again, and counts as changed.
    expect([readCount, createdCount + updatedCount]).toEqual([150, 150]);
  });

  it('a paused flow is not read, a resumed one is', async () => {
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

  it('records wait for those they refer to, which go first', async () => {
    const [source, target] = [await makeRecordSystem(['owners', 'products']), await makeRecordSystem(['owners', 'products'])];
    const integration = integrationOf(source, target, 'products');
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
      error: 'Waits for owners o9, which the target does not have yet.',
    });
    await source.control({ put: { owners: [{ id: 'o9', name: 'Bob', sku: 'bob' }] } });
    await sync.run();
    expect(await target.records('products')).toHaveLength(2);
  });

  it('two flows that go both ways do not answer each other, and carry what people change on either side', async () => {
    const { source, target, sync } = await pair();
    const back = await makeSync(integrationOf(target, source, 'products'));
    await source.control({ put: { products: products(5) } });
    for (let round = 0; round < 3; round += 1) {
      await sync.run();
      await back.run();
    }
    expect(await source.writes()).toEqual([]);
    expect(await target.writes()).toHaveLength(5);
    await target.control({ put: { products: [{ id: 't1', name: 'Changed over there' }] } });
    await back.run();
    await sync.run();
    await back.run();
    expect((await source.records('products')).map(({ name }) => name)).toContain('Changed over there');
    expect(await source.writes()).toHaveLength(1);
    expect(await target.writes()).toHaveLength(5);
  });

  it('does not answer its own writes where the other system’s clock is ahead and its answers name no time of change', async () => {
    const update = { operation: 'PUT /products/{id}', values: { 'path.id': '{id}' } };
    const { source, target, sync } = await pair(['products'], {
      products: { create: { operation: 'POST /products', idPath: 'record.id' }, update },
    });
    const back = await makeSync(integrationOf(target, source, 'products'));
    await target.control({ clockMs: Date.now() + 3_600_000 });
    await source.control({ put: { products: products(3) } });
    await sync.run();
    await back.run();
    expect(await source.writes()).toEqual([]);
    await target.control({ put: { products: [{ id: 't1', name: 'Changed over there' }] } });
    await back.run();
    expect((await source.writes()).map(({ method }) => method)).toEqual(['PUT']);
  });

  it('a record that is too large to be kept is read again when it is tried again, never written as it was before', async () => {
    const { source, target, sync } = await pair();
    await source.control({ put: { products: products(1) } });
    await sync.run();
    const isDue = async () => {
      const change = { status: 'InProgress', error: null, attempts: 0, nextAttemptAt: new Date() } as const;
      await connectHttp(testEnv)
        .update(schema.syncItems)
        .set(change)
        .where(eq(schema.syncItems.flowId, (await sync.flow()).id));
    };
    await target.control({ faults: ['422'] });
    await source.control({ put: { products: [{ id: 's1', name: 'Large', ownerId: 'x'.repeat(60_000) }] } });
    await sync.run();
    expect(await sync.items()).toMatchObject([{ status: 'Error', sourceRecord: null, name: 'Large' }]);
    await isDue();
    await sync.run();
    expect(await sync.items()).toMatchObject([{ status: 'Success', name: 'Large' }]);
    expect(await target.records('products')).toMatchObject([{ id: 't1', name: 'Large' }]);
  });

  it('a record that is too large to be kept and cannot be read again says what to do', async () => {
    const get = { operation: 'GET /products/{id}', values: { 'path.id': 'nothing-there' } };
    const { source, target, sync } = await pair(['products'], { products: { get } });
    await target.control({ faults: ['422'] });
    await source.control({ put: { products: [{ id: 's1', name: 'Large', sku: 'L', ownerId: 'x'.repeat(60_000) }] } });
    await sync.run();
    await connectHttp(testEnv)
      .update(schema.syncItems)
      .set({ nextAttemptAt: new Date() })
      .where(eq(schema.syncItems.flowId, (await sync.flow()).id));
    await source.control({ remove: ['products/s1'] });
    await sync.run();
    expect(await sync.items()).toMatchObject([
      { name: 'Large', status: 'Error', nextAttemptAt: null, error: expect.stringMatching(/too large to be kept.*“From a date…”/) },
    ]);
  });

  it('a source that gives the same page for ever is stopped with a message', async () => {
    const { source, sync } = await pair(['stuck']);
    await source.control({ put: { stuck: products(60) } });
    const run = await sync.run();
    expect(run).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining('gives the same page again and again') });
    expect(await sync.items()).toHaveLength(50);
  });

  it('a source that counts by a number of its own is read from its beginning, whatever the last sync date is', async () => {
    const list = {
      operation: 'GET /products',
      values: { 'query.since': '{cursor}' },
      cursor: { path: 'price', format: 'number', overlapSeconds: 0 },
    };
    const [source, target] = [await makeRecordSystem(['products'], { products: { list } }), await makeRecordSystem(['products'])];
    const sync = await makeSync(integrationOf(source, target, 'products'), new Date('2020-01-01T00:00:00Z'));
    await source.control({ put: { products: products(3) } });
    await sync.run();
    expect(await target.records('products')).toHaveLength(3);
    expect((await sync.flow()).cursor).toBe('3');
  });

  it('settings that are not there yet fail the run with what to do', async () => {
    const { source, target } = await pair();
    const sync = await makeSync({ ...integrationOf(source, target, 'products'), operations: {} });
    expect((await sync.run()).errorMessage).toBe('Choose a source and a target on the Settings tab.');
  });
});
