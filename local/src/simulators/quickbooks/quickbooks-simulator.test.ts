import { describe, expect, test } from 'vitest';
import { openDocumentedSystem } from '../testing/document-calls.ts';
import { parseQuickBooksQuery } from './parse-query.ts';

const REALM = '9341450000000099';
const open = () =>
  openDocumentedSystem('quickbooks', {
    baseUrl: `https://quickbooks.api.intuit.com/v3/company/${REALM}`,
    headers: { Authorization: 'Bearer portage-demo' },
  });
type Company = Awaited<ReturnType<typeof open>>;

const query = async ({ read }: Company, text: string) => (await read('GET /query', { query: { query: text } })).QueryResponse;
const line = (Amount: number, item: string) => ({
  Amount,
  DetailType: 'SalesItemLineDetail',
  SalesItemLineDetail: { ItemRef: { value: item } },
});

async function withInvoice(company: Company) {
  const { Customer } = await company.read('POST /customer', {
    body: { DisplayName: 'Harbour Foods', PrimaryEmailAddr: { Address: 'ada@example.com' } },
  });
  const [{ Id: item }] = (await query(company, "select Id from Item where Name = 'hours'")).Item;
  const body = { CustomerRef: { value: Customer.Id }, Line: [line(120.5, item), line(30, item)] };
  const { Invoice } = await company.read('POST /invoice', { body });
  return { Customer, Invoice, item };
}

describe('the simulated QuickBooks', () => {
  test('every operation of the document works', async () => {
    const company = await open();
    const { read, untried } = company;
    const { Customer, Invoice, item } = await withInvoice(company);
    expect(Invoice).toMatchObject({ TotalAmt: 150.5, Balance: 150.5, SyncToken: '0', CustomerRef: { name: 'Harbour Foods' } });
    expect((await read('GET /customer/{id}', { path: { id: Customer.Id } })).Customer).toMatchObject({ Balance: 150.5 });
    const change = { Id: Customer.Id, SyncToken: '0', Notes: 'Pays late' };
    expect((await read('POST /customer#update', { body: change })).Customer).toMatchObject({
      DisplayName: 'Harbour Foods',
      SyncToken: '1',
    });
    const [account] = (await read('GET /query#accounts')).QueryResponse.Account;
    const mug = { Name: 'Mug', Type: 'NonInventory', Sku: 'MUG-01', UnitPrice: 14.5, IncomeAccountRef: { value: account.Id } };
    const { Item } = await read('POST /item', { body: mug });
    expect((await read('GET /item/{id}', { path: { id: Item.Id } })).Item).toMatchObject({ Sku: 'MUG-01' });
    await read('POST /item#update', { body: { Id: Item.Id, SyncToken: '0', UnitPrice: 15 } });
    const invoice = { path: { id: Invoice.Id } };
    await read('POST /invoice#update', { body: { Id: Invoice.Id, SyncToken: '0', PrivateNote: 'x' } });
    await read('POST /invoice/{id}/send', { ...invoice, query: { sendTo: 'ada@example.com' } });
    expect((await read('GET /invoice/{id}', invoice)).Invoice).toMatchObject({ SyncToken: '2', EmailStatus: 'EmailSent', TotalAmt: 150.5 });
    const paid = {
      CustomerRef: { value: Customer.Id },
      TotalAmt: 100,
      Line: [{ Amount: 60, LinkedTxn: [{ TxnId: Invoice.Id, TxnType: 'Invoice' }] }],
    };
    const { Payment } = await read('POST /payment', { body: paid });
    expect((await read('GET /payment/{id}', { path: { id: Payment.Id } })).Payment).toMatchObject({ UnappliedAmt: 40 });
    expect((await read('GET /invoice/{id}', invoice)).Invoice).toMatchObject({ Balance: 90.5, SyncToken: '3' });
    const voided = await read('POST /invoice#void', { body: { Id: Invoice.Id, SyncToken: '3' } });
    expect(voided.Invoice).toMatchObject({ TotalAmt: 0, Balance: 0 });
    const { SalesReceipt } = await read('POST /salesreceipt', { body: { Line: [line(9, item)] } });
    await read('GET /salesreceipt/{id}', { path: { id: SalesReceipt.Id } });
    const { Estimate } = await read('POST /estimate', { body: { CustomerRef: { value: Customer.Id }, Line: [line(9, item)] } });
    await read('GET /estimate/{id}', { path: { id: Estimate.Id } });
    for (const list of ['customer', 'item', 'invoice', 'payment', 'salesreceipt', 'estimate', 'terms', 'paymentMethods']) {
      const [[records]] = [Object.values((await read(`GET /query#${list}`)).QueryResponse)] as [[unknown[]]];
      expect(records.length, list).toBeGreaterThan(0);
    }
    expect((await read('GET /preferences')).Preferences.CurrencyPrefs).toEqual({
      MultiCurrencyEnabled: false,
      HomeCurrency: { value: 'USD' },
    });
    expect(untried()).toEqual([]);
  });

  test('a sync reads and finds everything the document says about its entities', async () => {
    const { readEntities, fill } = await open();
    for (const entity of ['Customer', 'Invoice', 'Payment', 'SalesReceipt']) fill(entity, 3);
    expect(await readEntities()).toMatchObject({ Customers: 3, Products: 1, Invoices: 3, SalesReceipts: 3, Payments: 3 });
  });

  test('lists changes since a time, page by page', async () => {
    const company = await open();
    const { fill, pass, entity } = company;
    fill('Customer', 30);
    pass(60_000);
    entity('Customer')?.change('7', { Notes: 'new' });
    const since = "select * from Customer where MetaData.LastUpdatedTime >= '2026-11-21T01:00:30-08:00' orderby MetaData.LastUpdatedTime";
    expect(await query(company, since)).toMatchObject({ Customer: [{ Id: '7', SyncToken: '1' }], startPosition: 1, maxResults: 1 });
    const page = await query(company, 'select Id from Customer orderby MetaData.LastUpdatedTime startposition 21 maxresults 20');
    expect(page.Customer.map(({ Id }: { Id: string }) => Number(Id))).toEqual([22, 23, 24, 25, 26, 27, 28, 29, 30, 7]);
    expect(await query(company, 'select count(*) from Customer')).toEqual({ totalCount: 30 });
    expect(await query(company, "select * from Customer where DisplayName = 'nobody'")).toEqual({});
    expect((await query(company, "select Id from Customer where DisplayName like 'paper%' maxresults 2")).Customer).toHaveLength(2);
    entity('Customer')?.change('7', { Active: false });
    expect(await query(company, "select * from Customer where Id = '7'")).toEqual({});
    expect((await query(company, "select * from Customer where Id = '7' and Active = false")).Customer).toHaveLength(1);
  });

  test('refuses a change to an older version, a taken name and an amount that doesn’t add up', async () => {
    const company = await open();
    const { call } = company;
    const { Customer, item } = await withInvoice(company);
    const fault = async (operation: string, body: object) => {
      const answer = await call(operation, { body });
      return [answer.status, answer.body.Fault?.Error[0].code];
    };
    expect(await fault('POST /customer#update', { Id: Customer.Id, SyncToken: '0', Notes: 'a' })).toEqual([200, undefined]);
    expect(await fault('POST /customer#update', { Id: Customer.Id, SyncToken: '0', Notes: 'b' })).toEqual([400, '5010']);
    expect(await fault('POST /customer', { DisplayName: 'HARBOUR foods' })).toEqual([400, '6240']);
    expect(await fault('POST /customer#update', { Id: '999', SyncToken: '0' })).toEqual([400, '610']);
    expect(await fault('POST /item', { Name: 'Pen', Type: 'Service' })).toEqual([400, '2020']);
    const wrong = {
      Amount: 10,
      DetailType: 'SalesItemLineDetail',
      SalesItemLineDetail: { ItemRef: { value: item }, Qty: 3, UnitPrice: 4 },
    };
    expect(await fault('POST /invoice', { CustomerRef: { value: Customer.Id }, Line: [wrong] })).toEqual([400, '6070']);
    expect(await fault('POST /invoice', { CustomerRef: { value: '999' }, Line: [line(1, item)] })).toEqual([400, '2500']);
    const parsed = await call('GET /query', { query: { query: 'select from Customer' } });
    expect(parsed).toMatchObject({ status: 400, body: { Fault: { Error: [{ code: '4000' }], type: 'ValidationFault' } } });
  });

  test('creates once per request id, even if the response was lost', async () => {
    const { call, system, entity } = await open();
    const create = () => call('POST /customer', { query: { requestid: 'run-1' }, body: { DisplayName: 'Ada' } });
    system.faults.set('lost-answer', 1);
    await expect(create()).rejects.toThrow();
    const { body } = await create();
    expect([body.Customer.Id, entity('Customer')?.count()]).toEqual(['1', 1]);
  });

  test('issues tokens that expire, and refresh tokens that work once', async () => {
    const { send, definition, system, pass } = await open();
    const token = async (form: Record<string, string>, secret = 'portage-demo') => {
      const authorization = `Basic ${Buffer.from(`portage-demo:${secret}`).toString('base64')}`;
      const body = new URLSearchParams(form).toString();
      const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
      return (await send('POST', 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer', headers, body)).body;
    };
    const company = (access: string) =>
      send('GET', `https://quickbooks.api.intuit.com/v3/company/${REALM}/query?query=select%20*%20from%20CompanyInfo`, {
        authorization: `Bearer ${access}`,
      });
    const redirect_uri = 'http://localhost:8080/api/connectors/callback';
    const question = new URLSearchParams({ client_id: 'portage-demo', redirect_uri });
    const allowed = system.signIn?.allow(question, 'appcenter.intuit.com') ?? {};
    expect(allowed.realmId).toBe(definition.connectors['system-quickbooks']?.realmId);
    expect(await token({ grant_type: 'authorization_code', code: allowed.code ?? '', redirect_uri }, 'other')).toMatchObject({
      error: 'invalid_client',
    });
    const first = await token({ grant_type: 'authorization_code', code: allowed.code ?? '', redirect_uri });
    expect((await company(first.access_token)).body.QueryResponse.CompanyInfo).toMatchObject([{ CompanyName: 'Portage Demo Company' }]);
    pass(3_600_001);
    expect(await company(first.access_token)).toMatchObject({ status: 401, body: { fault: { error: [{ code: '3200' }] } } });
    const second = await token({ grant_type: 'refresh_token', refresh_token: first.refresh_token });
    expect((await company(second.access_token)).status).toBe(200);
    expect(await token({ grant_type: 'refresh_token', refresh_token: first.refresh_token })).toMatchObject({ error: 'invalid_grant' });
  });

  test('accepts 500 calls a minute', async () => {
    const { call, system } = await open();
    const ask = async () => (await call('GET /query', { query: { query: 'select count(*) from Customer' } })).status;
    for (let calls = 0; calls < 500; calls += 1) expect(await ask()).toBe(200);
    expect(await ask()).toBe(429);
    system.limits.isOff = true;
    expect(await ask()).toBe(200);
  });
});

test('parses queries with lists, texts and pages', () => {
  expect(
    parseQuickBooksQuery(
      "SELECT Id, Name FROM Item WHERE Type IN ('Service', 'Inventory') AND Name LIKE 'O\\'N%' ORDER BY Name DESC STARTPOSITION 3",
    ),
  ).toEqual({
    fields: ['Id', 'Name'],
    isCount: false,
    entity: 'Item',
    conditions: [
      { field: 'Type', operator: 'IN', values: ['Service', 'Inventory'] },
      { field: 'Name', operator: 'LIKE', values: ["O'N%"] },
    ],
    orderBy: [{ field: 'Name', isDescending: true }],
    startPosition: 3,
    maxResults: 100,
  });
  for (const wrong of [
    "select * from Item where Name != 'a'",
    'select * from',
    'select * from Item where Name = a',
    'select * from Item nonsense',
  ]) {
    expect(() => parseQuickBooksQuery(wrong), wrong).toThrow();
  }
});
