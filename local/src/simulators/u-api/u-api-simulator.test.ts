import { expect, test } from 'vitest';
import { openDocumentedSystem } from '../testing/document-calls.ts';
import { testPorts } from '../testing.ts';
import { createUApiSimulator } from './u-api-simulator.ts';

const open = () =>
  openDocumentedSystem('u-api', { baseUrl: 'https://portage-demo.market.example/v1', headers: { 'X-Api-Key': 'portage-demo' } });
const mug = { sellerSku: 'MUG-01', title: 'Enamel mug', price: { amount: '14.50', currency: 'EUR' }, externalId: '77' };

test('every operation of the document works', async () => {
  const { read, call, fill, untried } = await open();
  expect(await read('GET /account')).toMatchObject({ currency: 'EUR' });
  const { id } = await read('POST /listings', { body: mug });
  expect(await read('GET /listings/{listingId}', { path: { listingId: id } })).toMatchObject(mug);
  expect(await read('PATCH /listings/{listingId}', { path: { listingId: id }, body: { quantity: 4 } })).toMatchObject({
    title: 'Enamel mug',
    quantity: 4,
  });
  const sku = { path: { sellerSku: 'BAG/07' } };
  const bag = { title: 'Canvas bag', price: { amount: '29', currency: 'EUR' } };
  expect((await call('PUT /listings/by-seller-sku/{sellerSku}', { ...sku, body: bag })).status).toBe(201);
  expect((await call('PUT /listings/by-seller-sku/{sellerSku}', { ...sku, body: { title: 'Bag' } })).status).toBe(200);
  expect(await read('GET /listings/by-seller-sku/{sellerSku}', sku)).toMatchObject({ title: 'Bag', sellerSku: 'BAG/07' });
  expect(await read('PUT /inventory/{sellerSku}', { ...sku, body: { quantity: 9 } })).toMatchObject({ quantity: 9 });
  expect(await read('GET /inventory/{sellerSku}', sku)).toMatchObject({ quantity: 9 });
  expect((await read('GET /inventory')).data.map(({ quantity }: { quantity: number }) => quantity)).toEqual([4, 9]);
  expect((await call('DELETE /listings/{listingId}', { path: { listingId: id } })).status).toBe(204);
  expect((await read('GET /listings', { query: { status: 'archived' } })).data).toMatchObject([{ sellerSku: 'MUG-01' }]);
  fill('orders', 3);
  const [order] = (await read('GET /orders', { query: { status: 'unshipped' } })).data;
  const orderId = { path: { orderId: order.id } };
  expect(await read('GET /orders/{orderId}', orderId)).toEqual(order);
  expect(await read('POST /orders/{orderId}/shipments', { ...orderId, body: { carrier: 'DHL' } })).toMatchObject({ status: 'shipped' });
  expect((await call('POST /orders/{orderId}/shipments', { ...orderId, body: { carrier: 'DHL' } })).body.error.code).toBe('order_not_open');
  expect(untried()).toEqual([]);
});

test('a sync reads and finds everything the document says about its entities', async () => {
  const { readEntities, fill } = await open();
  fill('listings', 4);
  fill('orders', 3);
  const counts = await readEntities();
  expect(Object.keys(counts).length).toBeGreaterThan(0);
  expect(Object.values(counts).every((count) => count === 4 || count === 3)).toBe(true);
});

test('pages by cursor in order of the last change, and a change during reading loses nothing', async () => {
  const { read, fill, entity, pass } = await open();
  for (let made = 0; made < 5; made += 1) {
    pass(1_000);
    fill('listings', 5);
  }
  const titles: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await read('GET /listings', { query: { limit: 7, ...(cursor ? { cursor } : {}) } });
    titles.push(...page.data.map((one: { sellerSku: string }) => one.sellerSku));
    cursor = page.nextCursor ?? undefined;
    pass(1_000);
    // An already read record moves to the end.
    if (titles.length === 7) entity('listings')?.change(String(entity('listings')?.list(0, 1)[0]?.id), { quantity: 1 });
  } while (cursor);
  expect(new Set(titles).size).toBe(25);
  expect(titles).toHaveLength(26);
  const since = await read('GET /listings', { query: { updatedSince: '2026-11-21T09:00:05.500Z' } });
  expect(since.data).toHaveLength(1);
  expect((await read('GET /listings', { query: { sellerSku: titles.slice(0, 3).join(',') } })).data).toHaveLength(3);
});

test('creates one listing per key, and one per SKU', async () => {
  const { call, system } = await open();
  const header = { 'Idempotency-Key': 'run-1/item-1' };
  const first = await call('POST /listings', { body: mug, header });
  expect(await call('POST /listings', { body: mug, header })).toMatchObject({ status: 201, body: first.body });
  expect(await call('POST /listings', { body: mug })).toMatchObject({ status: 409, body: { error: { code: 'duplicate_seller_sku' } } });
  expect(system.entities[0]?.count()).toBe(1);
});

test('reports problems in its own shape', async () => {
  const { call, send, system } = await open();
  expect(await send('GET', 'https://portage-demo.market.example/v1/account', { 'x-api-key': 'other' })).toMatchObject({ status: 401 });
  const wrong = await call('POST /listings', { body: { ...mug, price: { amount: '1.5.0', currency: 'EUR' } } });
  expect(wrong).toMatchObject({ status: 422, body: { error: { details: [{ field: 'price.amount' }] } } });
  expect(await call('GET /listings', { query: { cursor: 'nonsense' } })).toMatchObject({ status: 422 });
  expect(await call('GET /listings/{listingId}', { path: { listingId: 'lst_1' } })).toMatchObject({ status: 404 });
  system.faults.set('refused-422', 1);
  expect(await call('POST /listings', { body: mug })).toMatchObject({ status: 422, body: { error: { code: 'refused' } } });
  expect((await call('POST /listings', { body: mug })).status).toBe(201);
});

test('refuses calls that come too often, and reports how long to wait', async () => {
  let nowMs = 0;
  const { answer } = createUApiSimulator(
    testPorts(() => nowMs),
    { burst: 2, perSecond: 1 },
  );
  const url = new URL('https://portage-demo.market.example/v1/account');
  const ask = () => answer({ method: 'GET', url, header: (name) => (name === 'x-api-key' ? 'portage-demo' : null), body: '' });
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
  expect(await ask()).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
  nowMs += 1_000;
  expect((await ask()).status).toBe(200);
});
