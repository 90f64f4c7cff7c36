import { webcrypto } from 'node:crypto';
import { authorizeRequest } from '@portage/connectors/authorization';
import { describe, expect, test } from 'vitest';
import { openDocumentedSystem } from '../testing/document-calls.ts';

const BASE = 'https://portage-demo.suitetalk.api.netsuite.com/services/rest';
const open = () => openDocumentedSystem('netsuite', { baseUrl: BASE, headers: { Authorization: 'Bearer portage-demo' } });
type Account = Awaited<ReturnType<typeof open>>;

/** Lists within a record are returned only on request. */
const WHOLE = { query: { expandSubResources: true } };

const query = async ({ read }: Account, q: string, paging: Record<string, number> = {}) =>
  (await read('POST /query/v1/suiteql', { query: paging, body: { q } })).items as Record<string, string>[];

const idIn = (answer: { headers: { get(name: string): string | null } }) => answer.headers.get('location')?.split('/').at(-1) ?? '';

describe('the simulated NetSuite', () => {
  test('every operation of the document works', async () => {
    const account = await open();
    const { read, call, untried } = account;
    const make = async (type: string, body: object) => idIn(await call(`POST /record/v1/${type}`, { body }));
    const customer = await make('customer', { companyName: 'Harbour Foods', email: 'ada@example.com', externalId: 'S-1' });
    const item = await make('inventoryItem', {
      itemId: 'TEA-01',
      displayName: 'Tea pot',
      price: { items: [{ priceLevel: { id: '1' }, price: 30 }] },
    });
    const contact = await make('contact', { entityId: 'Ada Lovelace', company: { id: customer } });
    const order = await make('salesOrder', { entity: { id: customer }, item: { items: [{ item: { id: item }, quantity: 2 }] } });
    const invoice = await make('invoice', { entity: { id: customer }, item: { items: [{ item: { id: item }, amount: 9 }] } });
    const opportunity = await make('opportunity', { entity: { id: customer }, title: 'Deal' });
    await read('GET /record/v1/opportunity/{id}', { path: { id: opportunity }, ...WHOLE });
    await read('PATCH /record/v1/opportunity/{id}', { path: { id: opportunity }, body: { title: 'Great deal' } });
    const own = { customer, contact, salesOrder: order, invoice, inventoryItem: item };
    for (const [type, id] of Object.entries(own)) {
      expect((await read(`GET /record/v1/${type}`, { query: { q: `id IS "${id}"` } })).items).toMatchObject([{ id }]);
      expect(await read(`GET /record/v1/${type}/{id}`, { path: { id }, ...WHOLE })).toMatchObject({ id });
      if (type !== 'invoice') await read(`PATCH /record/v1/${type}/{id}`, { path: { id }, body: { externalId: `${type}-x` } });
    }
    expect(await read('GET /record/v1/salesOrder/{id}', { path: { id: order }, ...WHOLE })).toMatchObject({
      total: 60,
      entity: { id: customer, refName: 'Harbour Foods' },
      item: { items: [{ item: { refName: 'TEA-01' }, rate: 30, amount: 60 }] },
    });
    for (const type of ['nonInventorySaleItem', 'serviceSaleItem']) {
      const id = await make(type, { itemId: `New ${type}` });
      await read(`PATCH /record/v1/${type}/{id}`, { path: { id }, body: { displayName: 'New' } });
    }
    for (const type of ['nonInventorySaleItem', 'serviceSaleItem', 'priceLevel']) {
      const [first] = (await read(`GET /record/v1/${type}`)).items;
      expect(await read(`GET /record/v1/${type}/{id}`, { path: { id: first.id } })).toMatchObject({ id: first.id });
    }
    const bill = await call('POST /record/v1/salesOrder/{id}/!transform/invoice', { path: { id: order }, body: { memo: 'x' } });
    expect(await read('GET /record/v1/invoice/{id}', { path: { id: idIn(bill) }, ...WHOLE })).toMatchObject({ total: 60, memo: 'x' });
    await read('POST /record/v1/salesOrder/{id}/!transform/itemFulfillment', { path: { id: order }, body: {} });
    await read('DELETE /record/v1/customer/{id}', { path: { id: await make('customer', { companyName: 'Gone' }) } });
    const any = { path: { type: 'location' } };
    expect((await read('GET /record/v1/{type}', any)).items).toHaveLength(2);
    const hall = idIn(await call('POST /record/v1/{type}', { ...any, body: { name: 'Hall' } }));
    const place = { path: { type: 'location', id: hall } };
    await read('PATCH /record/v1/{type}/{id}', { ...place, body: { name: 'Great hall' } });
    expect(await read('GET /record/v1/{type}/{id}', place)).toMatchObject({ name: 'Great hall' });
    expect((await call('DELETE /record/v1/{type}/{id}', place)).status).toBe(204);
    await read('PUT /record/v1/{type}/{id}', { path: { type: 'customer', id: 'eid:S-2' }, body: { companyName: 'Paper Fox' } });
    for (const list of ['customers', 'contacts', 'prices', 'items', 'stock', 'salesOrders', 'invoices', 'priceLevels']) {
      expect((await read(`POST /query/v1/suiteql#${list}`)).items.length, list).toBeGreaterThan(0);
    }
    for (const kind of ['Customers', 'SalesOrders', 'Invoices', 'Items']) {
      expect((await read(`POST /query/v1/suiteql#new${kind}`)).items, kind).toMatchObject([{ id: expect.stringMatching(/^\d+$/) }]);
      const [changed] = (await read(`POST /query/v1/suiteql#changed${kind}`)).items;
      expect(Number(changed.modifiedat), kind).toBe(Date.UTC(2026, 10, 21, 1) / 1_000);
    }
    expect(await query(account, 'SELECT id FROM subsidiary')).toEqual([{ links: [], id: '1' }]);
    expect(untried()).toEqual([]);
  });

  test('upserts by an external id, and makes no second record for it', async () => {
    const { read, call, entity } = await open();
    const place = { path: { type: 'customer', id: 'eid:shop-7' } };
    const first = await call('PUT /record/v1/{type}/{id}', { ...place, body: { companyName: 'Paper Fox' } });
    const again = await call('PUT /record/v1/{type}/{id}', { ...place, body: { email: 'fox@example.com' } });
    expect([first.status, idIn(again), entity('customer')?.count()]).toEqual([204, idIn(first), 1]);
    expect(await read('GET /record/v1/{type}/{id}', place)).toMatchObject({ companyName: 'Paper Fox', email: 'fox@example.com' });
    const twice = await call('POST /record/v1/customer', { body: { companyName: 'Other', externalId: 'shop-7' } });
    expect(twice).toMatchObject({ status: 400, body: { 'o:errorDetails': [{ 'o:errorCode': 'USER_ERROR' }] } });
  });

  test('a sync reads and finds everything the document says about its entities', async () => {
    const { readEntities, fill } = await open();
    for (const type of ['customer', 'contact', 'salesOrder', 'invoice', 'opportunity']) fill(type, 3);
    expect(await readEntities({ locationId: '1', priceLevelId: '2' })).toMatchObject({
      Customers: 3,
      Contacts: 3,
      InventoryItems: 2,
      NonInventoryItems: 1,
      ServiceItems: 1,
      Inventory: 2,
      Prices: 4,
      PriceLevels: 4,
      Orders: 3,
      Invoices: 3,
    });
  });

  test('pages lists by a limit and its multiples, and filters them', async () => {
    const { read, call, fill, entity, pass } = await open();
    fill('customer', 25);
    const page = await read('GET /record/v1/customer', { query: { limit: 10, offset: 20 } });
    expect(page).toMatchObject({ count: 5, hasMore: false, totalResults: 25, offset: 20 });
    expect((await read('GET /record/v1/customer', { query: { limit: 10 } })).links.map(({ rel }: { rel: string }) => rel)).toEqual([
      'next',
      'last',
      'self',
    ]);
    expect((await call('GET /record/v1/customer', { query: { limit: 10, offset: 5 } })).status).toBe(400);
    const count = async (q: string) => (await read('GET /record/v1/customer', { query: { q } })).totalResults;
    expect(await count('email START_WITH "ada" AND isPerson IS true')).toBeLessThan(await count('email START_WITH "ada"'));
    pass(86_400_000);
    entity('customer')?.change(page.items[0].id, { comments: 'new' });
    expect(await count('lastModifiedDate ON_OR_AFTER "11/22/2026"')).toBe(1);
    expect(await count('comments EMPTY_NOT OR comments IS "x"')).toBe(1);
    expect((await call('GET /record/v1/customer', { query: { q: 'email LOOKS "x"' } })).status).toBe(400);
  });

  test('answers SuiteQL over joins, prices and changes since a time', async () => {
    const account = await open();
    const { call, entity, pass } = account;
    const prices = await query(
      account,
      "SELECT i.itemid, BUILTIN.DF(p.pricelevel) AS level, p.unitprice FROM item i INNER JOIN pricing p ON p.item = i.id WHERE i.itemid IN ('MUG-01') AND p.currency = 1 ORDER BY p.pricelevel",
    );
    expect(prices).toMatchObject([
      { itemid: 'MUG-01', level: 'Base Price', unitprice: '14.5' },
      { level: 'Wholesale', unitprice: '11.6' },
      { level: 'Online Price', unitprice: '13.77' },
    ]);
    const stock = await query(
      account,
      "SELECT i.itemid, s.quantityavailable FROM item i LEFT JOIN aggregateitemlocation s ON i.id = s.item AND s.location = 1 WHERE i.itemtype != 'Service' ORDER BY i.itemid",
    );
    expect(stock).toEqual([
      { links: [], itemid: 'BAG-07', quantityavailable: '12' },
      { links: [], itemid: 'GIFT-WRAP' },
      { links: [], itemid: 'MUG-01', quantityavailable: '12' },
      { links: [], itemid: 'Shopify Adjustments' },
    ]);
    pass(3_600_000);
    const [bag] = await query(account, "SELECT id FROM item WHERE LOWER(itemid) = LOWER('bag-07')");
    entity('inventoryItem')?.change(String(bag?.id), { displayName: 'Blue bag' });
    const seconds = Date.UTC(2026, 10, 21, 1, 30) / 1_000;
    const changed = `SELECT itemid, TO_CHAR(lastmodifieddate, 'YYYY-MM-DD HH24:MI:SS') AS at FROM item WHERE lastmodifieddate >= TO_DATE('1970-01-01', 'YYYY-MM-DD') + ${seconds} / 86400 ORDER BY lastmodifieddate ASC, id ASC`;
    expect(await query(account, changed)).toEqual([{ links: [], itemid: 'BAG-07', at: '2026-11-21 02:00:00' }]);
    expect(
      await query(account, "SELECT COUNT(*) AS n, MAX(itemid) AS last FROM item WHERE itemid LIKE '%-0_' OR itemid IS NULL"),
    ).toMatchObject([{ n: '2', last: 'MUG-01' }]);
    const wrong = await call('POST /query/v1/suiteql', { body: { q: 'SELECT colour FROM item' } });
    expect(wrong).toMatchObject({ status: 400, body: { 'o:errorDetails': [{ 'o:errorCode': 'INVALID_PARAMETER' }] } });
    expect(wrong.body['o:errorDetails'][0].detail).toContain("Field 'colour' for record 'item' was not found");
  });

  test('adds to lists within a record, replaces them on request, and keeps one price per level', async () => {
    const { read, call, send } = await open();
    const [{ id }] = (await read('GET /record/v1/inventoryItem')).items;
    const place = { path: { id } };
    const prices = async () =>
      (await read('GET /record/v1/inventoryItem/{id}', { ...place, ...WHOLE })).price.items.map(({ price }: { price: number }) => price);
    await read('PATCH /record/v1/inventoryItem/{id}', { ...place, body: { price: { items: [{ priceLevel: { id: '2' }, price: 9 }] } } });
    expect(await prices()).toEqual([14.5, 9, 13.77, 14.5, 11.6, 13.77]);
    const customer = idIn(await call('POST /record/v1/customer', { body: { companyName: 'Harbour' } }));
    const line = { items: [{ item: { id } }] };
    const order = { path: { id: idIn(await call('POST /record/v1/salesOrder', { body: { entity: { id: customer }, item: line } })) } };
    await read('PATCH /record/v1/salesOrder/{id}', { ...order, body: { item: line } });
    expect((await read('GET /record/v1/salesOrder/{id}', { ...order, ...WHOLE })).total).toBe(29);
    await read('PATCH /record/v1/salesOrder/{id}', { ...order, query: { replace: 'item' }, body: { item: line } });
    expect((await read('GET /record/v1/salesOrder/{id}', { ...order, ...WHOLE })).total).toBe(14.5);
    const collapsed = await send('GET', `${BASE}/record/v1/salesOrder/${order.path.id}`, { authorization: 'Bearer portage-demo' });
    expect(collapsed.body.item).toEqual({ links: [{ rel: 'self', href: expect.stringContaining('/item') }] });
  });

  test('accepts calls signed as a connector signs them, each once', async () => {
    const { send, now, definition } = await open();
    const { clientId = '', clientSecret = '', accessToken = '', accessTokenSecret = '' } = definition.connectors['system-netsuite'] ?? {};
    const sign = async (url: string, secret = clientSecret) => {
      const credentials = {
        kind: 'OAuth1' as const,
        consumerKey: clientId,
        consumerSecret: secret,
        token: accessToken,
        tokenSecret: accessTokenSecret,
        signatureMethod: 'HMAC-SHA256' as const,
        realm: 'portage-demo',
      };
      const ports = {
        nowMs: now(),
        randomBytes: (length: number) => webcrypto.getRandomValues(new Uint8Array(length)),
        subtle: webcrypto.subtle as never,
      };
      return (await authorizeRequest({ method: 'GET', url, headers: {}, body: null }, credentials, ports)).headers;
    };
    const url = `${BASE}/record/v1/customer?limit=1&q=${encodeURIComponent('email START_WITH "a b"')}`;
    const signed = await sign(url);
    expect((await send('GET', url, signed)).status).toBe(200);
    expect(await send('GET', url, signed)).toMatchObject({
      status: 401,
      body: { 'o:errorDetails': [{ detail: expect.stringContaining('nonce') }] },
    });
    expect((await send('GET', url, await sign(url, 'other'))).status).toBe(401);
    expect((await send('GET', `${BASE}/record/v1/contact`, await sign(url))).status).toBe(401);
  });

  test('a page costs the same among many records as among few', async () => {
    const account = await open();
    const q = 'SELECT id, entityid, email FROM customer ORDER BY id';
    const pageMs = async () => {
      const times: number[] = [];
      await query(account, q);
      for (let page = 0; page < 15; page += 1) {
        const from = performance.now();
        await query(account, q, { limit: 500, offset: 1_000 });
        times.push(performance.now() - from);
      }
      return Math.min(...times);
    };
    account.fill('customer', 2_000);
    const few = await pageMs();
    account.fill('customer', 28_000);
    // Fifteen times as many records.
    expect(await pageMs()).toBeLessThan(few * 4);
    expect(await query(account, "SELECT id FROM customer WHERE email = 'ada.lovelace.0@example.com'")).toHaveLength(1);
  });
});
