import { connectHttp, schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { sleep, testEnv, until } from '../../test/harness.ts';
import { recordDocument } from '../../test/record-document.ts';
import { buildIntegration, makeRecordSystem, makeSync, pair, products } from '../../test/sync-harness.ts';

const bySku = { operation: 'GET /products', key: 'body.sku', equalsPath: 'sku' };
const lookedUpTogether = {
  find: [{ ...bySku, values: { 'query.sku': '{key}' } }],
  findMany: [{ ...bySku, values: { 'query.skus': '{keys}' }, joinedBy: '|', most: 40 }],
};

describe('finding records in the target', () => {
  test('a search without one of its values is not made, because it would find any record and change the wrong one', async () => {
    const list = { operation: 'GET /products', values: { 'query.sku': '{externalIdField}-{key}' } };
    const { source, target, sync } = await pair(['products'], { products: { find: [{ ...list, key: 'externalId' }] } });
    await target.control({ put: { products: [{ id: 'other', name: 'Other', sku: 'OTHER-1' }] } });
    await source.control({ put: { products: products(1) } });
    await sync.run();
    expect((await target.records('products')).map(({ id, name }) => [id, name])).toEqual([
      ['other', 'Other'],
      ['t1', 'Product 1'],
    ]);
  });

  test.each([
    ['of several pages by cursor', 20, { style: 'cursor', parameter: 'query.after', responsePath: 'next', itemsPath: 'items' }],
    ['of exactly one full page by offset', 40, { style: 'offset', parameter: 'query.after', firstOffset: 0, itemsPath: 'items' }],
  ])('a search for many records %s is read to its end, and no record is searched for alone', async (_case, pageRecords, paging) => {
    const { paths } = recordDocument(['products'], {}) as { paths: Record<string, { get: object }> };
    const paged = { ...paths, '/products': { ...paths['/products'], get: { ...paths['/products']?.get, 'x-paging': paging } } };
    const source = await makeRecordSystem(['products']);
    const target = await makeRecordSystem(['products'], { products: lookedUpTogether }, undefined, { paths: paged });
    const sync = await makeSync(buildIntegration(source, target, 'products'));
    await source.control({ put: { products: products(40) } });
    await target.control({ put: { products: products(40).map((product) => ({ ...product, id: `t-${product.id}` })) }, pageRecords });
    expect((await sync.run()).errorMessage).toBeNull();
    expect(await target.records('products')).toHaveLength(40);
    const reads = (await target.control()).calls
      .filter(({ method }) => method === 'GET')
      .map(({ path }) => new URL(path, 'http://x').searchParams);
    expect(reads.map((query) => [query.has('skus'), query.has('sku'), query.get('after')])).toEqual([
      [true, false, null],
      [true, false, String(pageRecords)],
    ]);
  });

  test('a search for one record is read to its end, and an endless one creates no second record', async () => {
    const anyRecord = { operation: 'GET /products', key: 'body.sku', title: 'SKU', equalsPath: 'sku' };
    const { source, target, sync } = await pair(['products'], { products: { find: [anyRecord] } });
    const there = products(30).map((product) => ({ ...product, id: `t-${product.id}` }));
    await source.control({ put: { products: products(30).slice(29) } });
    await target.control({ put: { products: there }, pageRecords: 10 });
    expect((await sync.run()).errorMessage).toBeNull();
    expect(await target.records('products')).toHaveLength(30);
    expect(await sync.items()).toMatchObject([{ targetItemId: 't-s30' }]);
    await source.control({ put: { products: products(31).slice(30) } });
    await target.control({ pageRecords: 2 });
    await sync.run();
    expect(await target.records('products')).toHaveLength(30);
    expect((await sync.items()).find(({ sourceItemId }) => sourceItemId === 's31')).toMatchObject({
      status: 'Error',
      error: expect.stringContaining('lists more records for the SKU “SKU-31” than can be searched'),
    });
  });

  test('two values together identify records: the same name in another group is another record', async () => {
    const bySkuAndName = {
      operation: 'GET /products',
      values: { 'query.sku': '{key}', 'query.after': '{write.body.name}' },
      key: 'body.sku',
    };
    const { source, sync } = await pair(['products'], { products: { find: [bySkuAndName] } });
    const [one, two] = products(2);
    await source.control({ put: { products: [one, { ...two, sku: one?.sku }] as object[] } });
    await sync.run();
    expect((await sync.items()).map(({ error }) => error?.includes('share') ?? false)).toEqual([false, false]);
  });

  test('values that a write needs from the target are read first; if they’re missing, the item says so and nothing is written', async () => {
    const before = {
      operation: 'GET /currencies',
      values: { 'query.sku': '{write.match.currency}' },
      message: 'There is no {write.match.currency}.',
    };
    const create = { operation: 'POST /products', idPath: 'record.id', values: { 'body.ownerId': '{before.items[0].id}' }, before };
    const match = { currency: { title: 'Currency' } };
    const { source, target, sync } = await pair(['currencies', 'products'], { products: { create, match } }, [
      { fromParameterExpression: '$Item.ownerId', toParameterPath: 'match.currency' },
    ]);
    await target.control({ put: { currencies: [{ id: 'c7', name: 'Euro', sku: 'EUR' }] } });
    const [one, two, three] = products(3);
    await source.control({ put: { products: [{ ...one, ownerId: 'EUR' }, { ...two, ownerId: 'GBP' }, three] as object[] } });
    await sync.run();
    expect((await target.records('products')).map(({ name, ownerId }) => [name, ownerId]).sort()).toEqual([
      ['Product 1', 'c7'],
      ['Product 3', undefined],
    ]);
    expect((await sync.items()).map(({ error }) => error)).toEqual([null, 'There is no GBP.', null]);
  });

  test('a record that the target lacks and refuses is searched for again although it did not change: stock is read before its product', async () => {
    const { source, target, sync } = await pair(['products'], { products: { create: undefined } });
    await source.control({ put: { products: products(1) } });
    const { id } = (await sync.run()).flows[0] as { id: string };
    expect(await sync.items()).toMatchObject([{ status: 'Skipped', error: expect.stringContaining("can't be added there") }]);
    await target.control({ put: { products: [{ id: 't7', name: 'Another', sku: 'SKU-1' }] } });
    // Like a source that is read to its end each time.
    await connectHttp(testEnv).update(schema.syncFlows).set({ cursor: null }).where(eq(schema.syncFlows.id, id));
    await sync.run();
    expect(await sync.items()).toMatchObject([{ status: 'Success', targetItemId: 't7' }]);
    expect((await target.records('products')).map(({ name }) => name)).toEqual(['Product 1']);
  });

  test.each([
    ['is read first', { readFirst: true, values: { 'path.id': '{id}', 'body.ownerId': '{current.ownerId}' } }],
    ['is refused', { values: { 'path.id': '{id}' } }],
  ])('a record that the target no longer has says so if it %s and the target uses other words for it', async (_, changes) => {
    // Like systems that respond with an empty list. The records have their target ids as names.
    const get = { operation: 'GET /products', values: { 'query.name': '{id}' }, recordPath: 'items[0]' };
    const update = { operation: 'PUT /products/{id}', ...changes };
    const { source, target, sync } = await pair(['products'], { products: { get, update } });
    const named = (price: number) => [{ ...products(1)[0], name: 't1', price }] as object[];
    await source.control({ put: { products: named(1) } });
    await sync.run();
    await target.control({ remove: ['products/t1'], faults: ['422'] });
    await source.control({ put: { products: named(2) } });
    await sync.run();
    expect(await sync.items()).toMatchObject([
      { status: 'Error', error: 'Crm no longer has the record t1. “Sync again” creates it again.' },
    ]);
  });

  test('a change that the target refuses keeps the message while the record exists', async () => {
    const { source, target, sync } = await pair();
    await source.control({ put: { products: products(1) } });
    await sync.run();
    await target.control({ faults: ['422'] });
    await source.control({ put: { products: products(1).map((product) => ({ ...product, price: 9 })) } });
    await sync.run();
    expect(await sync.items()).toMatchObject([{ status: 'Error', error: expect.stringContaining('responded with 422') }]);
  });

  test('a record that shares its key with one in the previous chunk creates no second record, although it’s searched for during that write', async () => {
    const { source, target, sync } = await pair(['products'], { products: lookedUpTogether });
    // Two pages, so two chunks. The last record of the second page has the SKU of the very first record.
    const [first] = products(1);
    await source.control({ put: { products: [...products(59), { id: 's60', name: 'Twin', sku: first?.sku, price: 1 }] as object[] } });
    await target.control({ hold: true });
    const runId = await sync.begin();
    await expect.poll(async () => (await target.control()).heldCount).toBeGreaterThan(0);
    await expect.poll(async () => (await source.control()).calls).toHaveLength(2);
    // A search for the second chunk that did not wait for the first chunk would arrive now.
    await sleep(500);
    await target.control({ hold: false });
    await until(runId);
    expect((await target.records('products')).filter(({ sku }) => sku === first?.sku)).toMatchObject([{ name: 'Product 1' }]);
    expect(await target.records('products')).toHaveLength(59);
    const errors = (await sync.items()).filter(({ error }) => error !== null);
    expect(errors.map(({ sourceItemId }) => sourceItemId).sort()).toEqual(['s1', 's60']);
  });

  test('every key is searched for many records at once, but records that share a later key are not searched for', async () => {
    const find = (key: string) => ({
      operation: 'GET /products',
      key: `body.${key}`,
      values: { [`query.${key}`]: '{key}' },
      equalsPath: key,
    });
    const many = (key: string) => ({ ...find(key), values: { [`query.${key}s`]: '{keys}' }, joinedBy: '|', most: 40 });
    const { source, target, sync } = await pair(['products'], {
      products: { find: [find('sku'), find('name')], findMany: [many('sku'), many('name')] },
    });
    const all = products(46);
    // Ten exist with their SKU, thirty with another one.
    const there = all.slice(0, 40).map((one, at) => ({ ...one, id: `old-${one.id}`, sku: at < 10 ? one.sku : `OLD-${one.sku}` }));
    await target.control({ put: { products: there } });
    const twins = [1, 2].map((number) => ({ id: `twin-${number}`, name: 'Twin', sku: `TWIN-${number}`, price: 1 }));
    await source.control({ put: { products: [...all, ...twins] } });
    await sync.run();
    // Records with their SKU are already up to date.
    expect(await sync.flow()).toMatchObject({ updatedCount: 30, unchangedCount: 10 });
    const { calls } = await target.control();
    const asked = calls.filter(({ method }) => method === 'GET').map(({ path }) => /[?&](\w+)=/.exec(path)?.[1]);
    expect(asked.filter((name) => name === 'skus')).toHaveLength(2);
    expect(asked.filter((name) => name === 'names')).toHaveLength(2);
    expect(asked.filter((name) => name === 'sku' || name === 'name')).toEqual([]);
  });

  test('source ids are searched for many records at once, by the field that a person chose for them', async () => {
    const list = { operation: 'GET /products', key: 'externalId' };
    const extra = {
      products: {
        find: [{ ...list, values: { 'query.sku': '{key}' } }],
        findMany: { ...list, values: { 'query.skus': '{keys}' }, equalsPath: '{externalIdField}', joinedBy: '|' },
      },
    };
    const [source, target] = [await makeRecordSystem(['products']), await makeRecordSystem(['products'], extra)];
    await target.control({ put: { products: ['s1', 's2'].map((sku) => ({ id: `old-${sku}`, name: 'Old', sku })) } });
    await source.control({ put: { products: products(4).map(({ sku: _sku, ...one }) => one) } });
    const sync = await makeSync(buildIntegration(source, target, 'products', { targetExternalIdFields: ['body.sku'] }));
    await sync.run();
    expect((await target.records('products')).map(({ id, sku }) => `${id} ${sku}`).sort()).toEqual([
      'old-s1 s1',
      'old-s2 s2',
      't1 s3',
      't2 s4',
    ]);
    const { calls } = await target.control();
    const asked = calls.filter(({ method }) => method === 'GET').map(({ path }) => decodeURIComponent(path));
    expect(asked).toEqual([expect.stringContaining('skus=s1|s2|s3|s4')]);
  });

  test('two source records for one target key conflict on both, on one page and over time', async () => {
    const { source, target, sync } = await pair();
    const twin = { name: 'Twin', sku: 'SAME', price: 1 };
    await source.control({
      put: {
        products: [
          { id: 'a', ...twin },
          { id: 'b', ...twin },
        ],
      },
    });
    await sync.run();
    expect(await target.records('products')).toEqual([]);
    expect((await sync.items()).map(({ status, error }) => [status, error?.includes('a, b')])).toEqual([
      ['Error', true],
      ['Error', true],
    ]);
    await source.control({ put: { products: [{ id: 'b', ...twin, sku: 'OTHER' }] } });
    await source.control({ put: { products: [{ id: 'a', ...twin, price: 2 }] } });
    await sync.run();
    expect(await target.records('products')).toHaveLength(2);
    await source.control({ put: { products: [{ id: 'c', ...twin }] } });
    await sync.run();
    const items = await sync.items();
    expect(items.find(({ sourceItemId }) => sourceItemId === 'c')).toMatchObject({
      status: 'Error',
      error: expect.stringContaining('share'),
    });
    expect(items.find(({ sourceItemId }) => sourceItemId === 'a')).toMatchObject({
      status: 'Error',
      error: expect.stringContaining('share'),
    });
    expect(await target.records('products')).toHaveLength(2);
  });

  test('a conflict ends for both records once one of them has changed, and the next sync tries the other again', async () => {
    const { source, target, sync } = await pair();
    const errors = async () => (await sync.items()).filter(({ status }) => status === 'Error').map(({ sourceItemId }) => sourceItemId);
    const put = async (...records: object[]) => {
      await source.control({ put: { products: records } });
      await sync.run();
    };
    const twin = { name: 'Twin', sku: 'SAME', price: 1 };
    // On one page, so the target has neither.
    await put({ id: 'a', ...twin }, { id: 'b', ...twin });
    expect(await errors()).toEqual(['a', 'b']);
    await put({ id: 'b', ...twin, sku: 'OTHER' });
    expect(await errors()).toEqual(['a']);
    await sync.run();
    expect(await errors()).toEqual([]);
    // Over time, so the target has the first one.
    await put({ id: 'c', ...twin });
    expect(await errors()).toEqual(['a', 'c']);
    await sync.run();
    expect(await errors()).toEqual(['a', 'c']);
    await put({ id: 'c', ...twin, sku: 'THIRD' });
    await sync.run();
    expect(await errors()).toEqual([]);
    expect((await target.records('products')).map(({ sku }) => sku).sort()).toEqual(['OTHER', 'SAME', 'THIRD']);
  });

  test('a conflict ends with the next sync once the source no longer has the other record, whichever of them the target has', async () => {
    const { source, target, sync } = await pair();
    const states = async () => (await sync.items()).map(({ sourceItemId, status, targetItemId }) => [sourceItemId, status, targetItemId]);
    const put = async (...records: object[]) => {
      await source.control({ put: { products: records } });
      await sync.run();
    };
    const twin = (sku: string) => ({ name: `Twin ${sku}`, sku, price: 1 });
    // On one page; then over time, when the target has the first one.
    await put({ id: 'a', ...twin('ONE') }, { id: 'b', ...twin('ONE') });
    await put({ id: 'c', ...twin('TWO') }, { id: 'e', ...twin('THREE') });
    await put({ id: 'd', ...twin('TWO') }, { id: 'f', ...twin('THREE') });
    expect((await states()).map(([, status]) => status)).toEqual(Array.from({ length: 6 }, () => 'Error'));
    await source.control({ remove: ['products/b', 'products/c', 'products/f'] });
    await sync.run();
    const idOf = async (sku: string) => (await target.records('products')).find((one) => one.sku === sku)?.id;
    expect(await states()).toEqual([
      ['a', 'Success', await idOf('ONE')],
      ['b', 'Skipped', null],
      ['c', 'Skipped', null],
      ['d', 'Success', await idOf('TWO')],
      ['e', 'Success', await idOf('THREE')],
      ['f', 'Skipped', null],
    ]);
    expect(await target.records('products')).toHaveLength(3);
    expect((await sync.items())[1]?.error).toContain('no longer has the record');
  });
});
