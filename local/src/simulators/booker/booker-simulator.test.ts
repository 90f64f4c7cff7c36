import { describe, expect, it } from 'vitest';
import { testPorts } from '../testing.ts';
import { createBookerSimulator } from './booker-simulator.ts';

function open() {
  let nowMs = Date.UTC(2026, 10, 21, 9);
  const { answer: system, business } = createBookerSimulator(testPorts(() => nowMs));
  const call = async (method: string, path: string, body: object | string | null = null, headers: Record<string, string> = {}) => {
    const all: Record<string, string> = { 'ocp-apim-subscription-key': 'portage-demo', ...headers };
    const text = typeof body === 'string' ? body : body === null ? '' : JSON.stringify(body);
    const url = new URL(path, 'https://api.booker.com');
    const answer = await system({ method, url, header: (name) => all[name] ?? null, body: text });
    return { status: answer.status, body: JSON.parse(answer.body) };
  };
  const login = 'grant_type=client_credentials&client_id=portage-demo&client_secret=portage-demo&scope=merchant';
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const businessToken = async () => (await call('POST', '/v5/auth/connect/token', login, form)).body.access_token as string;
  const locationToken = async (locationId = 30_234) =>
    (await call('POST', `/v5/auth/context/update?locationId=${locationId}`, null, { authorization: `Bearer ${await businessToken()}` }))
      .body;
  return { call, business, businessToken, locationToken, pass: (ms: number) => (nowMs += ms) };
}

describe('the simulated Booker', () => {
  it('wants the key of the subscription, and a token that is traded for that of a location', async () => {
    const { call, businessToken, locationToken } = open();
    expect((await call('POST', '/v5/auth/connect/token', '', { 'ocp-apim-subscription-key': 'other' })).status).toBe(401);
    const token = await businessToken();
    expect((await call('POST', '/v4.1/customer/locations', { access_token: token })).body.Results).toHaveLength(2);
    expect((await call('POST', '/v4.1/merchant/products', { access_token: token })).body).toMatchObject({ IsSuccess: false });
    const wrong = await call('POST', '/v5/auth/context/update?locationId=1', null, { authorization: `Bearer ${token}` });
    expect(wrong.status).toBe(403);
    const narrow = await locationToken();
    expect(narrow).toEqual(expect.any(String));
    expect((await call('POST', '/v4.1/merchant/products', { access_token: narrow })).body.Results).toHaveLength(4);
    const other = await call('POST', '/v4.1/merchant/products', { access_token: narrow, LocationID: '30235' });
    expect(other.body).toMatchObject({ IsSuccess: false, ErrorMessage: 'LocationID is another one.' });
  });

  it('refuses with the status 200, also a token that is over', async () => {
    const { call, locationToken, pass } = open();
    const access_token = await locationToken();
    pass(1_800_001);
    expect(await call('POST', '/v4.1/merchant/customers', { access_token })).toMatchObject({
      status: 200,
      body: { error: 'invalid access token' },
    });
  });

  it('pages from 1 and ends with an empty page', async () => {
    const { call, locationToken } = open();
    const access_token = await locationToken();
    const counts: number[] = [];
    for (let PageNumber = 1; counts.at(-1) !== 0; PageNumber += 1) {
      const body = { access_token, UsePaging: true, PageSize: 3, PageNumber };
      counts.push((await call('POST', '/v4.1/merchant/products', body)).body.Results.length);
    }
    expect(counts).toEqual([3, 1, 0]);
  });

  it('an order is placed once it is paid, and its products leave the stock', async () => {
    const { call, business, locationToken } = open();
    const access_token = await locationToken();
    const made = await call('POST', '/v4.1/merchant/customer', { access_token, Customer: { FirstName: 'Ada', LastName: 'L' } });
    const { CustomerID } = made.body;
    expect((await call('POST', '/v4.1/merchant/customer', { access_token, Customer: {} })).body.ArgumentErrors).toHaveLength(1);
    const items = [{ ProductVariantID: 700, Quantity: 2 }];
    const { Order } = (await call('POST', '/v4.1/merchant/order', { access_token, CustomerID, Items: items })).body;
    expect(Order.FinalTotal).toEqual({ Amount: 48, CurrencyCode: 'USD' });
    const place = () => call('POST', `/v4.1/merchant/order/${Order.ID}/place_order`, { access_token, ID: Order.ID });
    expect((await place()).body.ErrorMessage).toBe('The order is not paid: 0 of 48.');
    const PaymentItem = { Amount: { Amount: 48 }, Method: { ID: 11 }, CustomPaymentMethodID: '901' };
    await call('POST', `/v4.1/merchant/order/${Order.ID}/add_payment`, { access_token, PaymentItem });
    expect((await place()).body.Order).toMatchObject({ IsCompleted: true, DatePaid: expect.stringMatching(/^\/Date\(\d+-0500\)\/$/) });
    expect(business.products.all()[0]?.ProductVariants[0]?.Inventory).toBe(7);
  });
});
