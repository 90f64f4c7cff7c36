import { describe, expect, test } from 'vitest';
import { buildIntegration, makeRecordSystem, makeSync, type RecordSystem } from '../../test/sync-harness.ts';

const keyless = { products: { find: [] } };
const listNames = async (system: RecordSystem) => (await system.records('products')).map(({ name }) => name).sort();

/** Systems without a shared key, and a flow from each to the next; the last one leads to the first. */
async function circle(size: number, extra: Record<string, object> = keyless) {
  const systems: RecordSystem[] = [];
  for (let at = 0; at < size; at += 1) systems.push(await makeRecordSystem(['products'], extra));
  const syncs: Awaited<ReturnType<typeof makeSync>>[] = [];
  for (const [at, system] of systems.entries()) {
    const next = systems[(at + 1) % size];
    if (next) syncs.push(await makeSync(buildIntegration(system, next, 'products')));
  }
  const round = async () => {
    for (const sync of syncs) await sync.run();
  };
  const writes = async () => (await Promise.all(systems.map((system) => system.writes()))).flat().length;
  return { systems, syncs, round, writes };
}

describe('flows in a circle', () => {
  test.each([3, 4])('HOSTILE 42: %i systems without a shared key get each record once, and then make no more changes', async (size) => {
    const { systems, round, writes } = await circle(size);
    for (const [at, system] of systems.entries()) {
      await system.control({ put: { products: [{ id: `own-${at}`, name: `Of ${at}`, sku: `S${at}`, price: at }] } });
    }
    for (let times = 0; times < 3; times += 1) await round();
    const all = systems.map((_, at) => `Of ${at}`);
    for (const system of systems) expect(await listNames(system)).toEqual(all);
    const before = await writes();
    await round();
    expect(await writes()).toBe(before);
  });

  test('HOSTILE 42: a change anywhere in a circle reaches every system once', async () => {
    const { systems, syncs, round, writes } = await circle(3);
    const [a, , c] = systems;
    await a?.control({ put: { products: [{ id: 'a1', name: 'First', sku: 'S', price: 1 }] } });
    await round();
    expect((await syncs[2]?.items())?.[0]).toMatchObject({
      status: 'Skipped',
      targetItemId: 'a1',
      error: expect.stringContaining('came from'),
    });
    const [there] = (await c?.records('products')) ?? [];
    await c?.control({ put: { products: [{ ...there, id: there?.id ?? '', changedAt: undefined, name: 'Changed at the end' }] } });
    for (let times = 0; times < 2; times += 1) await round();
    for (const system of systems) expect(await listNames(system)).toEqual(['Changed at the end']);
    const before = await writes();
    await round();
    expect(await writes()).toBe(before);
  });
});
