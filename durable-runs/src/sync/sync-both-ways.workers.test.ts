import { describe, expect, it } from 'vitest';
import { integrationOf, makeSync, pair, products } from '../../test/sync-harness.ts';

describe('flows that go both ways', () => {
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
});
