import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openDocumentedSystem } from '../testing/document-calls.ts';
import { testPorts } from '../testing.ts';
import { createMindbodySimulator, type MindbodySettings } from './mindbody-simulator.ts';
import { mindbodyWebhook } from './mindbody-subscriptions.ts';

function openSite(settings: Partial<MindbodySettings> = {}) {
  let nowMs = Date.UTC(2026, 10, 21, 9);
  const ports = testPorts(() => nowMs);
  const { answer: system, site, entities } = createMindbodySimulator(ports, { siteId: '-99', ...settings });
  const call = async (
    method: string,
    path: string,
    body: object | null = null,
    headers: Record<string, string> = { 'api-key': 'portage-demo', siteid: '-99' },
  ) => {
    const url = new URL(`/public/v6${path}`, 'https://api.mindbodyonline.com');
    const answer = await system({ method, url, header: (name) => headers[name] ?? null, body: body === null ? '' : JSON.stringify(body) });
    return { status: answer.status, body: JSON.parse(answer.body) };
  };
  return { call, site, system, entities, sent: ports.sent, pass: (ms: number) => (nowMs += ms) };
}

describe('the simulated Mindbody', () => {
  test('pages by limit and offset and reports the total', async () => {
    const { call } = openSite();
    const names: string[] = [];
    for (let offset = 0; ; ) {
      const { PaginationResponse, Products } = (await call('GET', `/sale/products?request.limit=3&request.offset=${offset}`)).body;
      expect(PaginationResponse).toEqual({ RequestedLimit: 3, RequestedOffset: offset, PageSize: Products.length, TotalResults: 4 });
      names.push(...Products.map(({ Name }: { Name: string }) => Name));
      offset += Products.length;
      if (Products.length === 0) break;
    }
    expect(names).toEqual(['Yoga mat', 'Water bottle', 'Towel', 'Shopify Adjustments']);
    expect((await call('GET', '/sale/products')).body.PaginationResponse.RequestedLimit).toBe(100);
    expect(await call('GET', '/sale/products?request.limit=201')).toMatchObject({
      status: 400,
      body: { Error: { Code: 'InvalidParameter' } },
    });
  });

  test('requires its key and a site that knows the key', async () => {
    const { call } = openSite();
    expect(await call('GET', '/site/locations', null, { siteid: '-99' })).toMatchObject({
      status: 401,
      body: { Error: { Code: 'DeniedAccess' } },
    });
    expect((await call('GET', '/site/locations', null, { 'api-key': 'portage-demo', siteid: '7' })).status).toBe(401);
    expect((await call('GET', '/site/locations')).body.Locations).toMatchObject([{ Id: 1 }]);
  });

  test('sells products to clients, out of its stock, for what they cost', async () => {
    const { call, pass } = openSite();
    expect(await call('POST', '/client/addclient', { FirstName: 'Ada' })).toMatchObject({
      status: 400,
      body: { Error: { Message: 'LastName is required.' } },
    });
    const { Client } = (await call('POST', '/client/addclient', { FirstName: 'Ada', LastName: 'Lovelace', Email: 'ada@example.com' })).body;
    const cart = (Amount: number, more: object = {}) => ({
      ClientId: Client.Id,
      Items: [{ Item: { Type: 'Product', Metadata: { Id: '4006381333931' } }, Quantity: 2 }],
      Payments: [{ Type: 'Custom', Metadata: { Amount, Id: 25 } }],
      ...more,
    });
    expect(await call('POST', '/sale/checkoutshoppingcart', cart(39))).toMatchObject({
      status: 400,
      body: { Error: { Code: 'PaymentAmountMismatch' } },
    });
    expect((await call('POST', '/sale/checkoutshoppingcart', cart(78, { Test: true }))).body.ShoppingCart.GrandTotal).toBe(78);
    expect((await call('GET', '/sale/sales')).body.Sales).toEqual([]);
    await call('POST', '/sale/checkoutshoppingcart', cart(78));
    expect((await call('GET', '/sale/productsinventory?request.barcodeIds=4006381333931')).body.ProductsInventory).toMatchObject([
      { UnitsInStock: 10 },
    ]);
    expect((await call('GET', '/sale/sales?request.startSaleDateTime=2026-11-21T08:00:00Z')).body.Sales).toMatchObject([
      { ClientId: Client.Id, PurchasedItems: [{ Quantity: 2, TotalAmount: 78 }] },
    ]);
    pass(3_600_000);
    expect((await call('GET', '/sale/sales?request.startSaleDateTime=2026-11-21T10:00:00Z')).body.Sales).toEqual([]);
    const keys = { 'api-key': 'portage-demo', siteid: '-99' };
    const clients = async (query: string, headers: Record<string, string>) => call('GET', `/client/clients?${query}`, null, headers);
    expect(await clients('', keys)).toMatchObject({ status: 401, body: { Error: { Message: 'Staff identity authentication failed.' } } });
    expect((await call('POST', '/usertoken/issue', { Username: 'ada', Password: 'other' })).status).toBe(401);
    const { AccessToken } = (await call('POST', '/usertoken/issue', { Username: 'portage-demo', Password: 'portage-demo' })).body;
    const asStaff = { ...keys, authorization: `Bearer ${AccessToken}` };
    expect((await clients('request.searchText=lovel', asStaff)).body.Clients).toMatchObject([{ Email: 'ada@example.com' }]);
    expect((await clients('request.lastModifiedDate=2026-11-21T09:30:00Z', asStaff)).body.Clients).toEqual([]);
  });

  test('refuses calls beyond the daily limit, and accepts them again the next day', async () => {
    const { call, pass } = openSite({ dailyLimit: 1 });
    expect((await call('GET', '/site/sites')).status).toBe(200);
    expect(await call('GET', '/site/sites')).toMatchObject({ status: 429, body: { Error: { Code: 'TooManyRequests' } } });
    pass(86_400_000);
    expect((await call('GET', '/site/sites')).status).toBe(200);
  });

  test('notifies its active subscribers about clients through its own push API', async () => {
    const { call, system, sent, entities } = openSite();
    const push = async (method: string, path: string, body: object | null = null) => {
      const url = new URL(`https://push-api.mindbodyonline.com/api/v1/subscriptions${path}`);
      const header = (name: string) => (name === 'api-key' ? 'portage-demo' : null);
      const answer = await system({ method, url, header, body: body === null ? '' : JSON.stringify(body) });
      return { status: answer.status, body: JSON.parse(answer.body) };
    };
    const add = () => call('POST', '/client/addclient', { FirstName: 'Ada', LastName: 'Lovelace' });
    const wanted = { eventIds: ['client.created'], eventSchemaVersion: 1, webhookUrl: 'https://portage.example/hook' };
    const { subscriptionId, messageSignatureKey, status } = (await push('POST', '', wanted)).body;
    expect(status).toBe('PendingActivation');
    await add();
    expect(sent).toEqual([]);
    const active = (await push('PATCH', `/${subscriptionId}`, { status: 'Active' })).body;
    expect(active).toMatchObject({ status: 'Active' });
    expect(active.messageSignatureKey).toBeUndefined();
    await add();
    entities.find(({ name }) => name === 'clients')?.make?.();
    expect(sent.map(({ event }) => event)).toEqual(['client.created', 'client.created']);
    const body = sent[0]?.body ?? '';
    expect(JSON.parse(body)).toMatchObject({ eventId: 'client.created', eventData: { firstName: 'Ada', siteId: -99 } });
    const signature = createHmac('sha256', messageSignatureKey).update(body).digest('base64');
    expect(sent[0]?.headers['x-mindbody-signature']).toBe(`sha256=${signature}`);
    expect((await push('DELETE', `/${subscriptionId}`)).status).toBe(200);
    await add();
    expect(sent).toHaveLength(2);
    expect((await push('DELETE', `/${subscriptionId}`)).status).toBe(404);
  });

  test('signs what its push API sends', () => {
    const { headers, body } = mindbodyWebhook(
      { eventId: 'client.created', eventData: { siteId: -99, clientId: '1' }, atMs: 0 },
      'signature-key',
    );
    expect(headers['x-mindbody-signature']).toBe(`sha256=${createHmac('sha256', 'signature-key').update(body).digest('base64')}`);
    expect(JSON.parse(body)).toMatchObject({ eventId: 'client.created', eventData: { clientId: '1' } });
  });
});

describe('the simulated Mindbody and the document of its connector type', () => {
  const openDocumented = async () => {
    const opened = await openDocumentedSystem('mindbody', {
      baseUrl: 'https://api.mindbodyonline.com/public/v6',
      headers: { 'Api-Key': 'portage-demo', SiteId: '-99' },
      authorize: () => ({ Authorization: `Bearer ${token}` }),
    });
    const login = JSON.stringify({ Username: 'portage-demo', Password: 'portage-demo' });
    const keys = { 'api-key': 'portage-demo', siteid: '-99' };
    const { body } = await opened.send('POST', 'https://api.mindbodyonline.com/public/v6/usertoken/issue', keys, login);
    const token: string = body.AccessToken;
    return opened;
  };

  test('every operation of the document works, except for the push API', async () => {
    const { read, call, untried } = await openDocumented();
    const { Client } = await read('POST /client/addclient', {
      body: { FirstName: 'Ada', LastName: 'L', Email: 'ada@example.com', City: 'London' },
    });
    const change = { Client: { Id: Client.Id, MobilePhone: '+44', Active: false }, CrossRegionalUpdate: false };
    expect((await read('POST /client/updateclient', { body: change })).Client).toMatchObject({
      City: 'London',
      MobilePhone: '+44',
      FirstName: 'Ada',
    });
    expect((await read('GET /client/clients')).Clients).toEqual([]);
    expect(
      (await read('GET /client/clients', { query: { 'request.includeInactive': true, 'request.searchText': 'ada@example.com' } })).Clients,
    ).toHaveLength(1);
    await read('POST /sale/updateproductprice', { body: { BarcodeId: 'SHOPIFYADJ', Price: 5 } });
    const cart = {
      ClientId: Client.Id,
      Items: [{ Item: { Type: 'Product', Metadata: { Id: 'SHOPIFYADJ' } }, Quantity: 3 }],
      Payments: [{ Type: 'Custom', Metadata: { Amount: 15, Id: 25, Notes: 'gid://shopify/Order/7' } }],
    };
    await read('POST /sale/checkoutshoppingcart', { body: cart });
    const other = { ...cart, Payments: [{ Type: 'Custom', Metadata: { Amount: 15, Id: 99 } }] };
    expect((await call('POST /sale/checkoutshoppingcart', { body: other })).body.Error.Code).toBe('InvalidPaymentMethodId');
    const [sale] = (await read('GET /sale/sales')).Sales;
    expect(sale).toMatchObject({ Payments: [{ Amount: 15, Notes: 'gid://shopify/Order/7', Method: 25 }] });
    expect((await read('GET /sale/transactions', { query: { 'request.saleId': String(sale.Id) } })).Transactions).toMatchObject([
      { Amount: 15 },
    ]);
    expect(
      (await read('GET /sale/productsinventory', { query: { 'request.barcodeIds': ['SHOPIFYADJ'] } })).ProductsInventory,
    ).toMatchObject([{ UnitsInStock: -3 }]);
    const [yoga] = (await read('GET /class/classes')).Classes;
    await read('GET /class/classvisits', { query: { 'request.classID': yoga.Id } });
    expect((await read('POST /class/addclienttoclass', { body: { ClientId: Client.Id, ClassId: yoga.Id } })).Visit.ClassId).toBe(yoga.Id);
    const [card] = (await read('GET /sale/giftcards')).GiftCards;
    const bought = {
      LocationId: 1,
      PurchaserClientId: Client.Id,
      GiftCardId: card.Id,
      PaymentInfo: { Type: 'Cash', Metadata: { Amount: 50 } },
    };
    await call('POST /sale/purchasegiftcard', { body: bought });
    await read('GET /sale/giftcardbalance', { query: { barcodeId: 'GC-1' } });
    await read('GET /client/clientcontracts', { query: { 'request.clientId': Client.Id } });
    for (const list of ['services', 'packages', 'contracts', 'products'])
      await read(`GET /sale/${list}`, { query: { 'request.locationId': 1 } });
    await read('GET /sale/custompaymentmethods');
    for (const path of [
      '/appointment/staffappointments',
      '/site/locations',
      '/site/sites',
      '/site/memberships',
      '/staff/staff',
      '/site/paymenttypes',
      '/site/activationcode',
    ]) {
      await read(`GET ${path}`);
    }
    expect(untried().filter((id) => !id.includes('subscriptions'))).toEqual([]);
  });

  test('a sync reads and finds everything the document says about its entities', async () => {
    const { readEntities, fill } = await openDocumented();
    fill('clients', 3);
    expect(await readEntities({ locationId: '1' })).toMatchObject({ Products: 4, Inventory: 4, Customers: 3, Orders: 0 });
  });

  test('never repeats a number, even after a product was removed', async () => {
    const { fill, entity } = await openDocumented();
    fill('products', 2);
    const ids = () =>
      entity('products')
        ?.list()
        .map(({ ProductId }) => ProductId) ?? [];
    entity('products')?.remove(String(entity('products')?.list().at(-1)?.id));
    fill('products', 1);
    expect(new Set(ids()).size).toBe(ids().length);
  });
});
