import { MINUTE_MS } from '@portage/primitives/durations';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRandom } from '../../test/chance-of.ts';
import { SyncWorld } from '../../test/sync-simulation.ts';

/** A failing case prints `seed` and `path`; PORTAGE_SIMULATION_SEED=… PORTAGE_SIMULATION_PATH=… repeats it. */
const seed = Number(process.env.PORTAGE_SIMULATION_SEED ?? Date.now() % 2 ** 31);
const path = process.env.PORTAGE_SIMULATION_PATH;
const runs = Number(process.env.PORTAGE_SIMULATION_RUNS ?? 150);
const MOST_RECORDS = 80;

function check(story: (world: SyncWorld, chance: () => number) => Promise<void>): Promise<void> {
  return fc.assert(
    fc.asyncProperty(fc.nat(), async (start) => {
      const chance = createRandom(start);
      const sortedBy = chance() < 0.5 ? ('id' as const) : ('changedAt' as const);
      const writesMany = chance() < 0.5;
      // Writes are noted 25 at a time. A small page is finished before its first note, and has too few records for a call for many.
      const pageRecords = !writesMany && chance() < 0.5 ? 7 : 60;
      // One part takes all records. After a crash it restarts at its first page, so crashes must be rare enough for it to finish at all.
      const crashChance = (chance() * 0.28) / MOST_RECORDS;
      const chances = { crashChance, faultChance: chance() * 0.4, changeChance: chance() * 0.5 };
      const settings = { chance, ...chances, sortedBy, pageRecords, writesMany };
      await story(new SyncWorld(settings), chance);
    }),
    { seed, numRuns: runs, ...(path === undefined ? {} : { path, endOnFailure: true }) },
  );
}

function byKey(records: ReadonlyMap<string, { sku: string; name: string }>): [string, string][] {
  return [...records.values()].map(({ sku, name }): [string, string] => [sku, name]).sort(([left], [right]) => (left < right ? -1 : 1));
}

const whole = { crashChance: 0, faultChance: 0, changeChance: 0 };

describe('a simulated sync', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  test('HOSTILE 42: both sides agree, without duplicates or lost changes, despite crashes between any two effects, lost responses, faults and changes during reading', async () => {
    await check(async (world, chance) => {
      const count = Math.floor(chance() * MOST_RECORDS);
      for (let round = 0; round < 4; round += 1) {
        for (let change = 0; change < count; change += 1) {
          const number = Math.floor(chance() * count);
          world.put('a', { id: `a-${number}`, sku: `sku-${number}`, name: `name ${chance()}` });
        }
        await world.sync('a', 'b');
      }
      world.setStory(whole);
      world.passTime();
      await world.sync('a', 'b');
      expect(byKey(world.systems.b)).toEqual(byKey(world.systems.a));
      expect(world.items().filter(({ status }) => status !== 'Success')).toEqual([]);
      const { length } = world.writes;
      await world.sync('a', 'b');
      expect(world.writes.length).toBe(length);
    });
  });

  test('HOSTILE 42: a flow with a slow target stays with its run, so an overlapping sync creates no duplicates', async () => {
    const others: Promise<void>[] = [];
    const afterWrite = (writes: number) => {
      vi.setSystemTime(Date.now() + MINUTE_MS);
      if (writes % 20 === 0 && writes <= 60) others.push(world.sync('a', 'b'));
    };
    const world = new SyncWorld({ ...whole, chance: () => 1, sortedBy: 'id', pageRecords: 200, findsMany: true, afterWrite });
    for (let number = 0; number < 150; number += 1) world.put('a', { id: `a-${number}`, sku: `sku-${number}`, name: `name ${number}` });
    await world.sync('a', 'b');
    await Promise.all(others);
    expect(others).toHaveLength(3);
    expect(byKey(world.systems.b)).toEqual(byKey(world.systems.a));
  });

  test.each([
    ['each page of 250 new records', false, 4],
    ['every two pages, if one call writes many records,', true, 2],
  ])('%s costs three statements: what is known, claims, and outcomes', async (_what, writesMany, groups) => {
    const world = new SyncWorld({ ...whole, chance: () => 1, sortedBy: 'id', pageRecords: 250, findsMany: true, writesMany });
    for (let number = 0; number < 1_000; number += 1) world.put('a', { id: `a-${number}`, sku: `sku-${number}`, name: `name ${number}` });
    await world.sync('a', 'b');
    expect(world.systems.b.size).toBe(1_000);
    // The rest claims the flow, asks for due items and releases the flow.
    expect(world.statements).toBeLessThanOrEqual(groups * 3 + 5);
  });

  test('records that the target already has are linked with one or two statements for all parallel writes', async () => {
    const world = new SyncWorld({ ...whole, chance: () => 1, sortedBy: 'id', pageRecords: 250 });
    for (let number = 0; number < 250; number += 1) {
      world.put('a', { id: `a-${number}`, sku: `sku-${number}`, name: `name ${number}` });
      world.put('b', { id: `b-${number}`, sku: `sku-${number}`, name: 'old' });
    }
    await world.sync('a', 'b');
    expect(byKey(world.systems.b)).toEqual(byKey(world.systems.a));
    expect(world.statements).toBeLessThan(250);
  });

  test('records that changed on both sides are compared with what was written last in a few statements for all parallel writes', async () => {
    const world = new SyncWorld({ ...whole, chance: () => 1, sortedBy: 'changedAt', pageRecords: 250 });
    const change = (name: string) => {
      for (let number = 0; number < 250; number += 1) world.put('a', { id: `a-${number}`, sku: `sku-${number}`, name });
    };
    change('first');
    await world.sync('a', 'b');
    world.passTime();
    for (const record of world.systems.b.values()) world.put('b', { ...record, name: 'of the target' });
    change('second');
    const before = world.statements;
    await world.sync('a', 'b');
    expect(byKey(world.systems.b)).toEqual(byKey(world.systems.a));
    expect(world.items().every(({ error }) => error?.includes('of the target'))).toBe(true);
    expect(world.statements - before).toBeLessThan(125);
  });

  test('HOSTILE 42: a record that changes while the sync is down, after its write was noted, is written again', async () => {
    let hasCrashed = false;
    const rename = (number: number, name: string) => world.put('a', { id: `a-${number}`, sku: `sku-${number}`, name });
    const chance = () => {
      if (hasCrashed || world.writes.length < 40) return 1;
      hasCrashed = true;
      rename(0, 'changed meanwhile');
      // The cursor moves past the first change.
      rename(59, 'changed last');
      return 0;
    };
    const world = new SyncWorld({ ...whole, chance, crashChance: 0.5, sortedBy: 'id', pageRecords: 60 });
    for (let number = 0; number < 60; number += 1) rename(number, `name ${number}`);
    for (let round = 0; round < 2; round += 1) await world.sync('a', 'b');
    expect(hasCrashed).toBe(true);
    expect(byKey(world.systems.b)).toEqual(byKey(world.systems.a));
  });

  test.each(['TargetWins', 'NewerWins', 'Ask'] as const)(
    'HOSTILE 42: after a crash between a write and its note, %s doesn’t mistake the write for a change in the target',
    async (conflictRule) => {
      let crashAfter = Number.POSITIVE_INFINITY;
      const chance = () => {
        if (world.writes.length < crashAfter) return 1;
        crashAfter = Number.POSITIVE_INFINITY;
        return 0;
      };
      const world = new SyncWorld({ ...whole, chance, crashChance: 0.5, sortedBy: 'id', pageRecords: 60, conflictRule });
      const rename = (name: string) => {
        for (let number = 0; number < 5; number += 1) world.put('a', { id: `a-${number}`, sku: `sku-${number}`, name });
      };
      rename('before');
      await world.sync('a', 'b');
      rename('after');
      crashAfter = world.writes.length + 1;
      await world.sync('a', 'b');
      expect(crashAfter).toBe(Number.POSITIVE_INFINITY);
      expect(world.items().map(({ status, error }) => [status, error])).toEqual(Array.from({ length: 5 }, () => ['Success', null]));
      expect(byKey(world.systems.b)).toEqual(byKey(world.systems.a));
    },
  );

  test('HOSTILE 42: two flows in opposite directions make both sides equal and then stop writing', async () => {
    await check(async (world, chance) => {
      // If there are many records, a sync writes several with one call.
      const count = 1 + Math.floor(chance() * (chance() < 0.3 ? 60 : 12));
      for (let round = 0; round < 3; round += 1) {
        for (let change = 0; change < count; change += 1) {
          const side = chance() < 0.5 ? 'a' : 'b';
          const sku = `sku-${Math.floor(chance() * count)}`;
          const other = [...world.systems[side].values()].find((record) => record.sku === sku);
          world.put(side, { id: other?.id ?? `${side}-${sku}`, sku, name: `name ${chance()}` });
        }
        await world.sync('a', 'b');
        await world.sync('b', 'a');
      }
      world.setStory(whole);
      for (let round = 0; round < 3; round += 1) {
        world.passTime();
        await world.sync('a', 'b');
        await world.sync('b', 'a');
      }
      expect(byKey(world.systems.b)).toEqual(byKey(world.systems.a));
      const { length } = world.writes;
      await world.sync('a', 'b');
      await world.sync('b', 'a');
      expect(world.writes.length).toBe(length);
    });
  });

  test.each(['NewerWins', 'Ask'] as const)(
    'HOSTILE 42: two flows with the rule %s lose no change, and a conflict ends as the rule says',
    async (rule) => {
      await check(async (world, chance) => {
        world.setStory({ faultChance: 0, changeChance: 0, conflictRule: rule });
        const count = 1 + Math.floor(chance() * (chance() < 0.3 ? 60 : 12));
        const syncBoth = async () => {
          await world.sync('a', 'b');
          await world.sync('b', 'a');
        };
        const put = (side: 'a' | 'b', sku: string) => {
          const there = [...world.systems[side].values()].find((record) => record.sku === sku);
          const name = `name ${chance()}`;
          world.put(side, { id: there?.id ?? `${side}-${sku}`, sku, name });
          return name;
        };
        /** The expected names on each side. */
        const names = new Map(Array.from({ length: count }, (_, at) => [`sku-${at}`, { a: '', b: '' }]));
        const expectNames = () => {
          for (const side of ['a', 'b'] as const) {
            const expected = new Map([...names].map(([sku, name]) => [sku, name[side]]));
            expect(new Map(byKey(world.systems[side]))).toEqual(expected);
          }
        };
        for (const [sku, name] of names) {
          name.a = put(chance() < 0.5 ? 'a' : 'b', sku);
          name.b = name.a;
        }
        await syncBoth();
        for (let round = 0; round < 3; round += 1) {
          for (const [sku, name] of names) {
            const isAsked = name.a !== name.b;
            const [changesA, changesB] = [chance() < 0.4, chance() < 0.4];
            if (changesA) name.a = put('a', sku);
            if (changesB) name.b = put('b', sku);
            // Until a person decides, each side keeps its value.
            if (isAsked || (rule === 'Ask' && changesA && changesB)) continue;
            // The change in b is the later one.
            if (changesB) name.a = name.b;
            else name.b = name.a;
          }
          await syncBoth();
          await syncBoth();
          expectNames();
        }
        world.decide(world.asked().filter(({ sourceItemId }) => sourceItemId.startsWith('a')));
        await syncBoth();
        for (const name of names.values()) name.b = name.a;
        expectNames();
        const { length } = world.writes;
        await syncBoth();
        expect([world.asked(), world.writes.length]).toEqual([[], length]);
      });
    },
  );
});
