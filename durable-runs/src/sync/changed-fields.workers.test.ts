import { describe, expect, it } from 'vitest';
import { pair, products } from '../../test/sync-harness.ts';

describe('a sync whose source changes', () => {
  it('a field that the source does not send any more leaves the target’s value as it is', async () => {
    const { source, target, sync } = await pair();
    await source.control({ put: { products: products(2) } });
    await sync.run();
    await source.control({ put: { products: products(2).map(({ price: _, ...one }) => ({ ...one, name: `${one.name} (new)` })) } });
    expect((await sync.run()).flows[0]).toMatchObject({ updatedCount: 2, failedCount: 0 });
    expect((await target.records('products')).map(({ name, price }) => [name, price])).toEqual([
      ['Product 1 (new)', 1],
      ['Product 2 (new)', 2],
    ]);
  });

  it('a source whose clock is hours behind, or hours ahead, loses no change', async () => {
    for (const offsetMs of [-5 * 3_600_000, 5 * 3_600_000]) {
      const { source, target, sync } = await pair();
      await source.control({ clockMs: Date.now() + offsetMs });
      await source.control({ put: { products: products(3) } });
      await sync.run();
      await source.control({ clockMs: Date.now() + offsetMs + 60_000, put: { products: [{ ...products(1)[0], name: 'Later' }] } });
      expect((await sync.run()).flows[0]).toMatchObject({ updatedCount: 1, failedCount: 0 });
      expect((await target.records('products')).map(({ name }) => name).sort()).toEqual(['Later', 'Product 2', 'Product 3']);
    }
  });
});
