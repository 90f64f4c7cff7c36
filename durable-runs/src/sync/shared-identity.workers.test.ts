import { describe, expect, test } from 'vitest';
import { buildIntegration, makeRecordSystem, makeSync, type RecordSystem } from '../../test/sync-harness.ts';

const find = (key: string) => ({
  ...{ key: `body.${key}`, title: key, operation: 'GET /products' },
  ...{ values: { [`query.${key}`]: '{key}' }, equalsPath: key },
});
const twoKeys = { products: { find: [find('sku'), find('name')] } };
const one = (id: string, sku: string, name: string) => ({ id, sku, name, price: 1 });

async function twoSystems(extra: Record<string, object> = twoKeys) {
  const [source, target] = [await makeRecordSystem(['products'], extra), await makeRecordSystem(['products'], extra)];
  const sync = await makeSync(buildIntegration(source, target, 'products'));
  const states = async () => (await sync.items()).map(({ sourceItemId, status, targetItemId }) => [sourceItemId, status, targetItemId]);
  const errors = async () => new Map((await sync.items()).map(({ sourceItemId, error }) => [sourceItemId, error]));
  return { source, target, sync, states, errors };
}

const listNames = async (system: RecordSystem) => (await system.records('products')).map(({ sku, name }) => `${sku} ${name}`).sort();

describe('records that share a key', () => {
  test('HOSTILE 42: two on one page that share only a later key are both in Error, whether or not the target has them', async () => {
    const { source, target, sync, states, errors } = await twoSystems();
    await target.control({ put: { products: [one('old', 'S9', 'Shared with the target')] } });
    await source.control({
      put: {
        products: [
          ...[one('1', 'S1', 'Same'), one('2', 'S2', ' SAME '), one('3', 'S3', 'Alone')],
          ...[one('4', 'S4', 'Shared with the target'), one('5', 'S5', 'shared with the target')],
        ],
      },
    });
    await sync.run();
    expect(await states()).toEqual([
      ['1', 'Error', null],
      ['2', 'Error', null],
      ['3', 'Success', 't1'],
      ['4', 'Error', null],
      ['5', 'Error', null],
    ]);
    expect((await errors()).get('1')).toBe('2 records in the source share the name “Same”: 1, 2. Change them so that each has its own.');
    expect(await listNames(target)).toEqual(['S3 Alone', 'S9 Shared with the target']);
  });

  test('HOSTILE 42: records in a chain of different keys all name one another', async () => {
    const { source, target, sync, errors } = await twoSystems();
    await source.control({ put: { products: [one('1', 'A', 'x'), one('2', 'a', 'y'), one('3', 'B', 'Y')] } });
    await sync.run();
    expect(await target.records('products')).toEqual([]);
    expect(new Set((await errors()).values())).toEqual(
      new Set(['3 records in the source share the sku “A” and the name “y”: 1, 2, 3. Change them so that each has its own.']),
    );
  });

  test('HOSTILE 42: a new record that shares any key with a linked one is in Error with it, on one page, on a later page and in a later sync', async () => {
    const { source, target, sync, states } = await twoSystems();
    await source.control({ put: { products: [one('1', 'S1', 'First'), one('2', 'S2', 'Second'), one('3', 'S3', 'Third')] } });
    await sync.run();
    // The linked record gets the key in this very sync, or has had it since the earlier one.
    await source.control({ put: { products: [one('1', 'S1', 'Taken'), one('4', 'S4', 'taken'), one('5', 'S5', 'Second')] } });
    await sync.run();
    expect((await states()).map(([id, status]) => [id, status])).toEqual([
      ['1', 'Error'],
      ['2', 'Error'],
      ['3', 'Success'],
      ['4', 'Error'],
      ['5', 'Error'],
    ]);
    expect(await target.records('products')).toHaveLength(3);
    await source.control({ pageRecords: 1 });
    await source.control({ put: { products: [one('6', 'S6', 'Sixth'), one('7', 'S7', 'Sixth')] } });
    await sync.run();
    expect((await states()).slice(5).map(([id, status]) => [id, status])).toEqual([
      ['6', 'Error'],
      ['7', 'Error'],
    ]);
    expect(await target.records('products')).toHaveLength(4);
  });

  test.each([
    ['one by one', twoKeys],
    [
      'together',
      {
        products: {
          ...twoKeys.products,
          findMany: ['sku', 'name'].map((key) => ({
            ...{ key: `body.${key}`, operation: 'GET /products', values: { [`query.${key}s`]: '{keys}' } },
            ...{ equalsPath: key, joinedBy: '|', most: 40, itemsPath: 'items' },
          })),
        },
      },
    ],
  ])('HOSTILE 42: two keys that find different target records are an Error that names both, searched %s', async (_how, extra) => {
    const { source, target, sync, states, errors } = await twoSystems(extra);
    await target.control({ put: { products: [one('x', 'S1', 'Old'), one('y', 'OTHER', 'First'), one('z', 'S2', 'Second')] } });
    await source.control({ put: { products: [one('1', 'S1', 'First'), one('2', 'S2', 'Second')] } });
    await sync.run();
    expect(await states()).toEqual([
      ['1', 'Error', null],
      ['2', 'Success', 'z'],
    ]);
    expect((await errors()).get('1')).toContain('x has the sku “S1” and y has the name “First”');
    expect(await listNames(target)).toEqual(['OTHER First', 'S1 Old', 'S2 Second']);
  });

  test('HOSTILE 42: a key that finds several target records is an Error, even if another key finds one of them', async () => {
    const { source, target, sync, states } = await twoSystems();
    await target.control({ put: { products: [one('x', 'S1', 'Twice'), one('y', 'S2', 'Twice')] } });
    await source.control({ put: { products: [one('1', 'S1', 'Twice'), one('3', 'S3', 'Twice')] } });
    await sync.run();
    expect((await states()).map(([id, status]) => [id, status])).toEqual([
      ['1', 'Error'],
      ['3', 'Error'],
    ]);
    await source.control({ remove: ['products/3'] });
    await sync.run();
    expect((await states())[0]).toEqual(['1', 'Error', null]);
    expect(await listNames(target)).toEqual(['S1 Twice', 'S2 Twice']);
  });

  test('HOSTILE 42: two workflows that meet twins in opposite order link the target record to only one of them', async () => {
    const { source, target, sync } = await twoSystems();
    const other = await makeSync(buildIntegration(source, target, 'products'));
    await source.control({ put: { products: [one('1', 'S1', 'Same')] } });
    await sync.run();
    await source.control({ remove: ['products/1'], put: { products: [one('2', 'S2', 'Same')] } });
    await other.run();
    expect(await other.items()).toMatchObject([{ sourceItemId: '2', status: 'Error', error: expect.stringContaining('1 and 2') }]);
    expect(await listNames(target)).toEqual(['S1 Same']);
  });
});
