import { connectHttp, schema } from '@portage/database';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { testEnv } from '../../test/harness.ts';
import { buildIntegration, makeSync, pair, products } from '../../test/sync-harness.ts';

describe('flows in opposite directions', () => {
  test('do not echo each other, and sync people’s changes on either side', async () => {
    const { source, target, sync } = await pair();
    const back = await makeSync(buildIntegration(target, source, 'products'));
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

  test('do not echo their own writes if the other system’s clock is ahead and its responses have no time of change', async () => {
    const update = { operation: 'PUT /products/{id}', values: { 'path.id': '{id}' } };
    const { source, target, sync } = await pair(['products'], {
      products: { create: { operation: 'POST /products', idPath: 'record.id' }, update },
    });
    const back = await makeSync(buildIntegration(target, source, 'products'));
    await target.control({ clockMs: Date.now() + 3_600_000 });
    await source.control({ put: { products: products(3) } });
    await sync.run();
    await back.run();
    expect(await source.writes()).toEqual([]);
    await target.control({ put: { products: [{ id: 't1', name: 'Changed over there' }] } });
    await back.run();
    expect((await source.writes()).map(({ method }) => method)).toEqual(['PUT']);
  });

  test('both ask about a record that changed on both sides, even the flow that has not written it before', async () => {
    const { source, target } = await pair();
    const there = await makeSync(buildIntegration(source, target, 'products', { conflictRule: 'Ask' }));
    const back = await makeSync(buildIntegration(target, source, 'products', { conflictRule: 'Ask' }));
    const nameOf = async (system: typeof source, id: string) => (await system.records('products')).find((one) => one.id === id)?.name;
    const asked = async (sync: typeof back) =>
      (await sync.items()).flatMap(({ name, error }) => (error?.includes('changed in') ? [name] : []));
    await source.control({ put: { products: products(3) } });
    await there.run();
    await back.run();

    await source.control({ put: { products: [{ id: 's1', name: 'Changed here' }] } });
    await target.control({ put: { products: [{ id: 't1', name: 'Changed there' }] } });
    for (const sync of [back, there, back]) await sync.run();
    expect([await nameOf(source, 's1'), await nameOf(target, 't1')]).toEqual(['Changed here', 'Changed there']);
    expect([await asked(there), await asked(back)]).toEqual([['Changed here'], ['Changed there']]);

    // A change on one side only is synced, even if the other flow brought an earlier change.
    await source.control({ put: { products: [{ id: 's2', name: 'First' }] } });
    await there.run();
    await target.control({ put: { products: [{ id: 't2', name: 'Second' }] } });
    await back.run();
    expect(await nameOf(source, 's2')).toBe('Second');

    // A person decides for one side.
    const { id: flowId } = await back.flow();
    const undecided = { status: 'InProgress' as const, error: null, fingerprint: null, attempts: 0, writtenAt: null };
    await connectHttp(testEnv)
      .update(schema.syncItems)
      .set({ ...undecided, nextAttemptAt: new Date() })
      .where(and(eq(schema.syncItems.flowId, flowId), eq(schema.syncItems.status, 'Error')));
    await back.run();
    expect(await nameOf(source, 's1')).toBe('Changed there');
    await there.run();
    expect(await asked(there)).toEqual([]);
    expect(await nameOf(target, 't1')).toBe('Changed there');
  });

  test('NewerWins: the newer change reaches the other side, whichever flow runs first', async () => {
    const { source, target } = await pair();
    const there = await makeSync(buildIntegration(source, target, 'products', { conflictRule: 'NewerWins' }));
    const back = await makeSync(buildIntegration(target, source, 'products', { conflictRule: 'NewerWins' }));
    await source.control({ put: { products: products(1) } });
    await there.run();
    await back.run();
    await source.control({ put: { products: [{ id: 's1', name: 'Changed here' }] } });
    await target.control({ clockMs: Date.now() + 60_000 });
    await target.control({ put: { products: [{ id: 't1', name: 'Changed there, later' }] } });
    for (const sync of [there, back, there]) await sync.run();
    for (const system of [source, target]) expect(await system.records('products')).toMatchObject([{ name: 'Changed there, later' }]);
  });

  test('ask again about a record after further changes on both sides', async () => {
    const { source, target } = await pair();
    const there = await makeSync(buildIntegration(source, target, 'products', { conflictRule: 'Ask' }));
    const back = await makeSync(buildIntegration(target, source, 'products', { conflictRule: 'Ask' }));
    await source.control({ put: { products: products(1) } });
    await there.run();
    for (const round of ['first', 'second']) {
      await source.control({ put: { products: [{ id: 's1', name: `Here, ${round}` }] } });
      await target.control({ put: { products: [{ id: 't1', name: `There, ${round}` }] } });
      for (const sync of [there, back]) await sync.run();
      expect([await source.records('products'), await target.records('products')]).toMatchObject([
        [{ name: `Here, ${round}` }],
        [{ name: `There, ${round}` }],
      ]);
    }
  });

  test('do not restore a record deleted on one side, if the flow had only received it', async () => {
    const { source, target, sync } = await pair();
    const back = await makeSync(buildIntegration(target, source, 'products'));
    await source.control({ put: { products: products(1) } });
    await sync.run();
    await back.run();
    await source.control({ remove: ['products/s1'] });
    await target.control({ put: { products: [{ id: 't1', name: 'Changed there' }] } });
    await back.run();
    expect(await source.records('products')).toEqual([]);
    expect(await back.items()).toMatchObject([{ status: 'Error', error: expect.stringContaining('“Sync again” creates it again') }]);
  });
});
