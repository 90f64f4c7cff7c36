import { describe, expect, test } from 'vitest';
import { buildIntegration, makeRecordSystem, makeSync, type RecordSystem } from '../../test/sync-harness.ts';

type Rule = 'SourceWins' | 'TargetWins' | 'NewerWins' | 'Ask';
const owner = { fromParameterExpression: '$Item.ownerId', toParameterPath: 'body.ownerId' };

/** Two systems that sync products in both directions: name, SKU, price and owner. */
async function bothWays(rules: [Rule, Rule] = ['SourceWins', 'SourceWins'], extra: Record<string, object> = {}) {
  const [a, b] = [await makeRecordSystem(['products'], extra), await makeRecordSystem(['products'], extra)];
  const syncFrom = async (source: RecordSystem, target: RecordSystem, conflictRule: Rule) => {
    const { operations, ...integration } = buildIntegration(source, target, 'products', { conflictRule });
    const Target = operations.Target && { ...operations.Target, mappings: [...operations.Target.mappings, owner] };
    return makeSync({ ...integration, operations: Target ? { ...operations, Target } : operations });
  };
  const [there, back] = [await syncFrom(a, b, rules[0]), await syncFrom(b, a, rules[1])];
  const put = (system: RecordSystem, fields: object) =>
    system.control({ put: { products: [{ id: system === a ? 's1' : 't1', ...fields }] } });
  const both = async () => {
    const [[one], [other]] = [await a.records('products'), await b.records('products')];
    return [one, other].map((record) => [record?.name, record?.price, record?.ownerId]);
  };
  await put(a, { name: 'First', sku: 'S1', price: 1 });
  await there.run();
  await back.run();
  return { a, b, there, back, put, both };
}

const settle = async (...runs: { run(): Promise<unknown> }[]) => {
  for (const run of runs) await run.run();
};

describe('a record that changes on both sides', () => {
  test.each(['there first', 'back first'])('HOSTILE 42: different fields of both sides reach each other, %s', async (order) => {
    const { a, b, there, back, put, both } = await bothWays();
    await put(a, { price: 2 });
    await put(b, { ownerId: 'filled' });
    await settle(...(order === 'there first' ? [there, back] : [back, there]), there, back);
    expect(await both()).toEqual([
      ['First', 2, 'filled'],
      ['First', 2, 'filled'],
    ]);
    const writes = async () => (await a.writes()).length + (await b.writes()).length;
    const before = await writes();
    await settle(there, back);
    expect(await writes()).toBe(before);
  });

  test('HOSTILE 42: several changes on either side between two syncs all arrive', async () => {
    const { a, b, there, back, put, both } = await bothWays();
    await put(b, { ownerId: 'one' });
    await put(a, { price: 2 });
    await put(b, { ownerId: 'two' });
    await put(a, { price: 3 });
    await settle(there, back);
    await put(a, { name: 'Renamed' });
    await put(b, { price: 4 });
    await settle(back, there, back);
    expect(await both()).toEqual([
      ['Renamed', 4, 'two'],
      ['Renamed', 4, 'two'],
    ]);
    expect(await a.records('products')).toHaveLength(1);
    expect(await b.records('products')).toHaveLength(1);
  });

  test('HOSTILE 42: the rule applies only to fields that both sides changed', async () => {
    const { there, back, put, both, a, b } = await bothWays(['TargetWins', 'SourceWins']);
    await put(a, { name: 'Here', price: 2 });
    await put(b, { name: 'There', ownerId: 'filled' });
    await settle(there, back, there);
    expect(await both()).toEqual([
      ['There', 2, 'filled'],
      ['There', 2, 'filled'],
    ]);
    expect([(await a.records('products')).length, (await b.records('products')).length]).toEqual([1, 1]);
  });

  test('HOSTILE 42: two flows that both let their target win make both sides equal, and the one that runs first decides', async () => {
    const { there, back, put, both, a, b } = await bothWays(['TargetWins', 'TargetWins']);
    await put(a, { name: 'Here' });
    await put(b, { name: 'There' });
    await settle(there, back, there, back);
    expect(await both()).toEqual([
      ['There', 1, undefined],
      ['There', 1, undefined],
    ]);
    await put(a, { name: 'Here again', price: 5 });
    await put(b, { name: 'There again', ownerId: 'o' });
    await settle(back, there, back, there);
    const [one, other] = await both();
    expect(one).toEqual(other);
    expect(one).toEqual(['Here again', 5, 'o']);
    const count = (await a.writes()).length + (await b.writes()).length;
    await settle(there, back);
    expect((await a.writes()).length + (await b.writes()).length).toBe(count);
  });
});
