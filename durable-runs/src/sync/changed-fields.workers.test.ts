import { describe, expect, test } from 'vitest';
import { allSteps, getShard } from '../../test/harness.ts';
import { pair, products, type SyncedWorkflow } from '../../test/sync-harness.ts';

/** The notes of the only flow of a run. */
async function runAndReadNotes(sync: SyncedWorkflow): Promise<string[]> {
  const { id } = await sync.run();
  const last = (await allSteps(id)).findLast(({ syncRecord, name }) => name === 'sync' && !syncRecord);
  const step = await getShard(id).getStepInstance(id, last?.id ?? '');
  const report = step?.stepData?.response?.body as { flows: { notes?: string[] }[] } | undefined;
  return report?.flows[0]?.notes ?? [];
}

describe('a sync whose source changes', () => {
  test('a field that the source no longer sends keeps its value in the target', async () => {
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

  test('a field renamed only in the source’s records is noted at any depth, but not if any record has it', async () => {
    const parts = { fromParameterExpression: '$Item.parts[0].name', toParameterPath: 'body.remark' };
    const { source, sync } = await pair(['products'], {}, [parts]);
    const whole = products(3).map((product) => ({ ...product, parts: [{ name: 'Lid' }] }));
    await source.control({ put: { products: whole } });
    expect(await runAndReadNotes(sync)).toEqual([]);
    const renamed = products(3, 10).map(({ price, ...one }) => ({ ...one, cost: price, parts: [{ label: 'Lid' }] }));
    // The source would show an earlier record with the same timestamp again, with its earlier fields.
    await source.control({ remove: whole.map(({ id }) => `products/${id}`) });
    await source.control({ put: { products: renamed } });
    const notes = await runAndReadNotes(sync);
    expect(notes.filter((note) => note.startsWith('No record in this sync had “price”.'))).toHaveLength(1);
    expect(notes.filter((note) => /^No record in this sync had “parts.*name”\./.test(note))).toHaveLength(1);
    expect(notes).toHaveLength(2);
    await source.control({
      put: { products: [...products(2, 20).map(({ price: _, ...one }) => one), { ...products(1, 30)[0], price: null, parts: [] }] },
    });
    expect(await runAndReadNotes(sync)).toEqual([]);
  });

  test('a source that omits empty fields has no such notes, and neither has a sync that read nothing', async () => {
    const { source, sync } = await pair(['products'], { products: { omitsEmpty: true } });
    await source.control({ put: { products: products(2).map(({ price: _, ...one }) => one) } });
    expect(await runAndReadNotes(sync)).toEqual([]);
    const other = await pair();
    expect(await runAndReadNotes(other.sync)).toEqual([]);
  });

  test('a source whose clock is hours behind or ahead loses no change', async () => {
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
