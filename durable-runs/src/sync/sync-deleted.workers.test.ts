import { describe, expect, test } from 'vitest';
import { buildIntegration, makeRecordSystem, makeSync, products } from '../../test/sync-harness.ts';

const archives = {
  archive: { operation: 'PUT /products/{id}', values: { 'path.id': '{id}', 'body.name': 'Archived', 'body.gone': true } },
  restore: { operation: 'PUT /products/{id}', values: { 'path.id': '{id}', 'body.name': 'Restored', 'body.gone': false } },
};
const wholeList = { list: { operation: 'GET /products' } };

async function deletingPair({
  source: extra = {},
  ...flow
}: {
  source?: object;
  carriesDeletions?: boolean;
  conflictRule?: 'TargetWins';
} = {}) {
  const source = await makeRecordSystem(['products'], { products: { ...archives, ...extra } });
  const target = await makeRecordSystem(['products'], { products: archives });
  const sync = await makeSync(buildIntegration(source, target, 'products', { carriesDeletions: true, ...flow }));
  const goneThere = async () => (await target.records('products')).filter(({ gone }) => gone === true).map(({ sku }) => sku);
  const askedFor = async () =>
    (await source.control()).calls.filter(({ method, path }) => method === 'GET' && /\/products\/s\d+/.test(path)).length;
  return { source, target, sync, goneThere, askedFor };
}

describe.each([
  ['shows its whole list each time', wholeList],
  ['shows what changed', {}],
])('a record that was deleted in a source that %s', (_, extra) => {
  test('is archived in the target once, and restored with the record', async () => {
    const { source, target, sync, goneThere } = await deletingPair({ source: extra });
    await source.control({ put: { products: products(4) } });
    await sync.run();
    await source.control({ remove: ['products/s2'] });
    const [flow] = (await sync.run()).flows;
    expect(await goneThere()).toEqual(['SKU-2']);
    expect(flow).toMatchObject({ error: null, updatedCount: 1, failedCount: 0 });
    expect((await sync.items())[1]).toMatchObject({
      status: 'Skipped',
      error: 'The source no longer has the record. The target’s record is archived, too.',
    });
    const writes = (await target.writes()).length;
    await sync.run();
    await sync.run();
    expect((await target.writes()).length).toBe(writes);
    await source.control({ put: { products: products(1, 2) } });
    await sync.run();
    expect(await goneThere()).toEqual([]);
    expect((await sync.items())[1]).toMatchObject({ status: 'Success', error: null });
  });

  test('stays in the target without being requested, in a flow that doesn’t sync deletions', async () => {
    const { source, sync, goneThere, askedFor } = await deletingPair({ source: extra, carriesDeletions: false });
    await source.control({ put: { products: products(3) } });
    await sync.run();
    await source.control({ remove: ['products/s2'] });
    await sync.run();
    expect([await goneThere(), await askedFor()]).toEqual([[], 0]);
  });
});

test('is updated and restored when it returns, because only the sync itself changed it in the target', async () => {
  const { source, target, sync, goneThere } = await deletingPair({ source: wholeList, conflictRule: 'TargetWins' });
  await source.control({ put: { products: products(2) } });
  await sync.run();
  await source.control({ remove: ['products/s2'] });
  await sync.run();
  await source.control({ put: { products: products(1, 2).map((product) => ({ ...product, name: 'Returned' })) } });
  await sync.run();
  expect(await goneThere()).toEqual([]);
  // Two creations, the archiving, the update and the restoring.
  expect(await target.writes()).toHaveLength(5);
  expect((await sync.items())[1]).toMatchObject({ status: 'Success', error: null });
});

test('is requested only if the list lacks it, when the source shows its whole list', async () => {
  const { source, sync, askedFor } = await deletingPair({ source: wholeList });
  await source.control({ put: { products: products(60) } });
  await sync.run();
  await sync.run();
  expect(await askedFor()).toBe(0);
  await source.control({ remove: ['products/s7', 'products/s50'] });
  await sync.run();
  expect(await askedFor()).toBe(2);
});

test('is requested with at most 99 others in one sync, when the source shows its whole list', async () => {
  const { source, sync, askedFor } = await deletingPair({ source: wholeList });
  await source.control({ put: { products: products(130) } });
  await sync.run();
  await source.control({ remove: products(120).map(({ id }) => `products/${id}`) });
  await sync.run();
  expect(await askedFor()).toBe(100);
  await sync.run();
  expect(await askedFor()).toBe(120);
});

test('is requested in turn with others, some in each sync, when the source shows changes', async () => {
  const { source, sync, askedFor, goneThere } = await deletingPair();
  await source.control({ put: { products: products(60) } });
  await sync.run();
  await source.control({ remove: products(60).flatMap(({ id }, at) => (at % 20 === 0 ? [`products/${id}`] : [])) });
  const asked: number[] = [];
  for (let reading = 0; reading < 4; reading += 1) {
    await sync.run();
    asked.push(await askedFor());
  }
  expect(asked).toEqual([25, 50, 75, 100]);
  expect((await goneThere()).toSorted()).toEqual(['SKU-1', 'SKU-21', 'SKU-41']);
});

test('isn’t archived if the source has none of the records any more, as it may be another account', async () => {
  const { source, sync, goneThere } = await deletingPair({ source: wholeList });
  await source.control({ put: { products: products(8) } });
  await sync.run();
  await source.control({ remove: products(8).map(({ id }) => `products/${id}`), put: { products: products(3, 100) } });
  await sync.run();
  expect(await goneThere()).toEqual([]);
});

describe('a record that its source can’t request, in a list that shows all records', () => {
  const whole = { list: { operation: 'GET /products', isWhole: true }, get: undefined };

  test('is archived in the target once two readings lack it', async () => {
    const { source, sync, goneThere } = await deletingPair({ source: whole });
    await source.control({ put: { products: products(60) } });
    await sync.run();
    await source.control({ remove: products(30).map(({ id }) => `products/${id}`) });
    await sync.run();
    expect(await goneThere()).toHaveLength(30);
    expect((await sync.items())[1]).toMatchObject({
      status: 'Skipped',
      error: expect.stringMatching(/^The source no longer has the record\./),
    });
    await source.control({ put: { products: products(1, 2) } });
    await sync.run();
    expect(await goneThere()).toHaveLength(29);
  });

  test.each([
    ['only one reading lacks it', { options: { source: whole }, more: { putBeforeRead: { read: 2, put: { products: products(1, 2) } } } }],
    ['the flow doesn’t carry deletions', { options: { source: whole, carriesDeletions: false }, more: {} }],
    ['the list may leave records out', { options: { source: { ...whole, list: { operation: 'GET /products' } } }, more: {} }],
  ])('stays in the target if %s', async (_, { options, more }) => {
    const { source, sync, goneThere } = await deletingPair(options);
    await source.control({ put: { products: products(3) } });
    await sync.run();
    await source.control({ remove: ['products/s2'], ...more });
    await sync.run();
    expect(await goneThere()).toEqual([]);
  });
});

test('isn’t treated as deleted when a response lacks the record', async () => {
  const get = { operation: 'GET /products/{id}', values: { 'path.id': '{id}' }, recordPath: 'remark' };
  const { source, sync, goneThere, askedFor } = await deletingPair({ source: { get } });
  await source.control({ put: { products: products(3) } });
  await sync.run();
  await sync.run();
  expect([await askedFor(), await goneThere()]).toEqual([2, []]);
});

describe('a record that a list omits for a reason', () => {
  const narrowed = { list: { operation: 'GET /products', unlisted: 'The product is not for sale any more.' } };

  test('stays in the target, and its item says why, without a call; it’s synced again once the list shows it', async () => {
    const { source, target, sync, askedFor } = await deletingPair({ source: narrowed, carriesDeletions: false });
    await source.control({ put: { products: products(3) } });
    await sync.run();
    const writes = (await target.writes()).length;
    await source.control({ remove: ['products/s2'] });
    for (const _ of [1, 2]) {
      await sync.run();
      expect((await sync.items())[1]).toMatchObject({
        status: 'Skipped',
        error: expect.stringMatching(
          /^The product is not for sale any more\. What was written to .+ stays as it is; change it there if it no longer applies\.$/,
        ),
      });
    }
    expect([(await target.writes()).length, await askedFor()]).toEqual([writes, 0]);
    await source.control({ put: { products: products(1, 2) } });
    await sync.run();
    expect((await sync.items())[1]).toMatchObject({ status: 'Success', error: null });
  });

  test('says why even if the list shows none of the flow’s records any more', async () => {
    const { source, target, sync } = await deletingPair({ source: narrowed, carriesDeletions: false });
    await source.control({ put: { products: products(8) } });
    await sync.run();
    const writes = (await target.writes()).length;
    await source.control({ remove: products(8).map(({ id }) => `products/${id}`) });
    await sync.run();
    const items = await sync.items();
    expect(items.map(({ status }) => status)).toEqual(Array(8).fill('Skipped'));
    expect(items[7]?.error).toMatch(/^The product is not for sale any more\./);
    expect((await target.writes()).length).toBe(writes);
    await source.control({ put: { products: products(8) } });
    await sync.run();
    expect((await sync.items()).map(({ status }) => status)).toEqual(Array(8).fill('Success'));
  });

  test('is archived if the flow syncs deletions and the source no longer has it', async () => {
    const { source, sync, goneThere } = await deletingPair({ source: narrowed });
    await source.control({ put: { products: products(3) } });
    await sync.run();
    await source.control({ remove: ['products/s2'] });
    await sync.run();
    expect(await goneThere()).toEqual(['SKU-2']);
  });
});
