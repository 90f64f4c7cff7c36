import { abortAllDurableObjects } from 'cloudflare:test';
import { connectHttp, schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { getShard, testEnv, until } from '../../test/harness.ts';
import { pair, products } from '../../test/sync-harness.ts';

describe('a sync that meets faults', () => {
  test('makes the calls that follow a creation with its response', async () => {
    const next = { operation: 'PUT /products/{id}', values: { 'path.id': '{id}', 'body.name': 'Paid {answer.record.sku}' } };
    const create = { operation: 'POST /products', idPath: 'record.id', next: [next] };
    const { source, target, sync } = await pair(['products'], { products: { create } });
    await source.control({ put: { products: products(1) } });
    await sync.run();
    expect((await target.records('products'))[0]?.name).toBe('Paid SKU-1');
  });

  test('finishes an interrupted creation, whether its response or a later call was lost, and makes no call twice', async () => {
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
    // The creation is done but its response never comes. The next call is refused.
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
    // Both responses are lost, and both calls were made.
    await source.control({ put: { products: products(2).slice(1) } });
    await target.control({ faults: ['lost', 'lost'] });
    await sync.run();
    expect((await target.records('products')).map(({ name }) => name)).toEqual(['Paid Product 1', 'Paid Product 2']);
    expect((await sync.items()).map(({ status }) => status)).toEqual(['Success', 'Success']);
  });

  test('reports a refused record in the target’s words, without blocking others', async () => {
    const { source, target, sync } = await pair();
    await source.control({ put: { products: products(3) } });
    await target.control({ faults: ['422'] });
    const run = await sync.run();
    expect(run.status).toBe('Succeeded');
    const items = await sync.items();
    expect(items.filter(({ status }) => status === 'Success')).toHaveLength(2);
    expect(items.find(({ status }) => status === 'Error')?.error).toMatch(/^Crm responded with 422: .*the name is taken/);
  });

  test('isn’t blocked by characters that PostgreSQL cannot store, in a shortened name or anywhere in a record', async () => {
    const { source, target, sync } = await pair();
    const odd = ['\u0000', '\ud800'].map((text, at) => ({ id: `odd-${at}`, sku: `odd-${at}`, name: `Odd ${text}`, [`note${text}`]: text }));
    await source.control({ put: { products: [...products(1), ...odd, { id: 'long', sku: 'long', name: `${'a'.repeat(498)}😀😀` }] } });
    expect((await sync.run()).errorMessage).toBeNull();
    expect((await sync.items()).map(({ status }) => status)).toEqual(Array(4).fill('Success'));
    expect(await target.records('products')).toHaveLength(4);
  });

  test('creates no record twice after lost responses, faults and temporary refusals', async () => {
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

  test('reports records without an id or with an endless one, and continues with the others', async () => {
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

  test('continues where it was after its object ends, with nothing duplicated or missing', async () => {
    const { source, target, sync } = await pair();
    await source.control({ put: { products: products(150) } });
    const runId = await sync.begin();
    for (let made = 10; made <= 130; made += 20) {
      await expect.poll(async () => (await target.records('products')).length).toBeGreaterThanOrEqual(made);
      await abortAllDurableObjects();
      await getShard(runId).getRun(runId);
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
    // A record whose response was lost is found again, and counts as changed.
    expect([readCount, createdCount + updatedCount]).toEqual([150, 150]);
  });

  test('reads a record too large to store again before a retry, and never writes its older values', async () => {
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

  test('says what to do if a record is too large to store and cannot be read again', async () => {
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
      { name: 'Large', status: 'Error', nextAttemptAt: null, error: expect.stringMatching(/too large to be stored.*“From a date…”/) },
    ]);
  });

  test('stops with a message if a source returns the same page forever', async () => {
    const { source, sync } = await pair(['stuck']);
    await source.control({ put: { stuck: products(60) } });
    const run = await sync.run();
    expect(run).toMatchObject({
      status: 'Failed',
      errorMessage: expect.stringContaining('named the page that has just been fetched as the next page'),
    });
    expect(await sync.items()).toHaveLength(50);
  });
});
