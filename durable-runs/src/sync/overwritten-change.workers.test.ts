import { describe, expect, test } from 'vitest';
import { writesMany } from '../../test/record-document.ts';
import { buildIntegration, makeSync, pair, products } from '../../test/sync-harness.ts';

const readings = (calls: { method: string; path: string }[]) => calls.filter(({ method }) => method === 'GET');
const renamed = (side: 's' | 't', numbers: number[], name: string) =>
  numbers.map((one) => ({ id: `${side}${one}`, name: `${name} ${one}` }));

const getProducts = {
  ...{ operation: 'GET /products', values: { 'query.ids': '{keys}' } },
  ...{ joinedBy: '|', each: '{key}', itemsPath: 'items' },
};

describe('a target change that the source’s values overwrite', () => {
  test('is reported by its item until the next write, but not a change of another field or on one side only', async () => {
    const { source, target, sync } = await pair();
    await source.control({ put: { products: products(3) } });
    await sync.run();
    await target.control({ put: { products: [...renamed('t', [1], 'There'), { id: 't2', ownerId: 'o1' }] } });
    await source.control({ put: { products: renamed('s', [1, 2, 3], 'Here') } });
    await sync.run();
    expect((await target.records('products')).map(({ name }) => name)).toEqual(['Here 1', 'Here 2', 'Here 3']);
    const told = 'The source’s values replaced: name “There 1”.';
    const items = await sync.items();
    expect(items.map(({ status }) => status)).toEqual(['Success', 'Success', 'Success']);
    expect(items.map(({ error }) => error)).toEqual([expect.stringContaining(told), null, null]);
    await source.control({ put: { products: renamed('s', [1], 'Later') } });
    await sync.run();
    expect((await sync.items())[0]?.error).toBeNull();
  });

  test('costs no read of new and unchanged records and one per changed record, or one for all with findMany or getMany', async () => {
    const { source, target, sync } = await pair();
    const { findMany } = writesMany('products', 50);
    const many = await pair(['products'], { products: { findMany } });
    const byId = await pair(['products'], { products: { getMany: getProducts } });
    for (const one of [{ source, target, sync }, many, byId]) {
      await one.source.control({ put: { products: products(6) } });
      await one.sync.run();
      const before = readings((await one.target.control()).calls).length;
      await one.sync.run();
      await one.source.control({ put: { products: products(6) } });
      await one.sync.run();
      expect(readings((await one.target.control()).calls).length).toBe(before);
      await one.target.control({ put: { products: renamed('t', [2], 'There') } });
      await one.source.control({ put: { products: renamed('s', [1, 2, 3], 'Here') } });
      await one.sync.run();
      expect(readings((await one.target.control()).calls).length - before).toBe(one === many || one === byId ? 1 : 3);
      expect((await one.sync.items())[1]?.error).toContain('name “There 2”');
    }
  });

  test.each([
    ['found by their keys', {}],
    ['read by their ids', { findMany: undefined, createMany: undefined, getMany: getProducts }],
  ])('is reported when many records are changed with one call, %s', async (_, other) => {
    const { source, target, sync } = await pair(['products'], { products: { ...writesMany('products', 50), ...other } });
    await source.control({ put: { products: products(30) } });
    await sync.run();
    await target.control({ put: { products: renamed('t', [4], 'There') } });
    const numbers = Array.from({ length: 30 }, (_, at) => at + 1);
    await source.control({ put: { products: renamed('s', numbers, 'Here') } });
    await sync.run();
    expect((await target.writes()).at(-1)?.path).toContain('batch');
    expect((await sync.items()).flatMap(({ error }) => error ?? [])).toEqual([expect.stringContaining('name “There 4”')]);
  });

  test('is reported without another read by an update that reads the record first', async () => {
    const update = { operation: 'PUT /products/{id}', values: { 'path.id': '{id}', 'body.ownerId': '{current.ownerId}' }, readFirst: true };
    const { source, target, sync } = await pair(['products'], { products: { update } });
    await source.control({ put: { products: products(1) } });
    await sync.run();
    const before = readings((await target.control()).calls).length;
    await target.control({ put: { products: renamed('t', [1], 'There') } });
    await source.control({ put: { products: renamed('s', [1], 'Here') } });
    await sync.run();
    expect(readings((await target.control()).calls).length - before).toBe(1);
    expect((await sync.items())[0]?.error).toContain('name “There 1”');
  });

  test('is reported in two workflows in opposite directions, and by NewerWins when the source is newer', async () => {
    const { source, target } = await pair();
    const there = await makeSync(buildIntegration(source, target, 'products', { conflictRule: 'NewerWins' }));
    const back = await makeSync(buildIntegration(target, source, 'products'));
    await source.control({ put: { products: products(2) } });
    await there.run();
    await back.run();
    await source.control({ put: { products: renamed('s', [1], 'Here') } });
    await target.control({ put: { products: renamed('t', [1], 'There') } });
    await back.run();
    expect((await back.items())[0]?.error).toContain('name “Here 1”');
    await target.control({ put: { products: renamed('t', [2], 'There') } });
    await source.control({ put: { products: renamed('s', [2], 'Here') } });
    await there.run();
    expect((await there.items())[1]).toMatchObject({ status: 'Success', error: expect.stringContaining('name “There 2”') });
  });
});
