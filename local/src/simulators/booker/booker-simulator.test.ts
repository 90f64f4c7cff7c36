import { describe, expect, test } from 'vitest';
import { openDocumentedSystem } from '../testing/document-calls.ts';
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
  test('requires the subscription key, and a token that is exchanged for a location’s token', async () => {
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

  test('refuses with status 200, also an expired token', async () => {
    const { call, locationToken, pass } = open();
    const access_token = await locationToken();
    pass(1_800_001);
    expect(await call('POST', '/v4.1/merchant/customers', { access_token })).toMatchObject({
      status: 200,
      body: { error: 'invalid access token' },
    });
  });

  test('pages from 1 and ends with an empty page', async () => {
    const { call, locationToken } = open();
    const access_token = await locationToken();
    const counts: number[] = [];
    for (let PageNumber = 1; counts.at(-1) !== 0; PageNumber += 1) {
      const body = { access_token, UsePaging: true, PageSize: 3, PageNumber };
      counts.push((await call('POST', '/v4.1/merchant/products', body)).body.Results.length);
    }
    expect(counts).toEqual([3, 1, 0]);
  });

  test('an order is placed once it is paid, and its products leave the stock', async () => {
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

  test('an order has one currency, may have a negative line, and must be paid exactly', async () => {
    const { call, locationToken } = open();
    const access_token = await locationToken();
    const { CustomerID } = (await call('POST', '/v4.1/merchant/customer', { access_token, Customer: { FirstName: 'Ada', LastName: 'L' } }))
      .body;
    const order = async (...prices: [amount: number, currency: string][]) => {
      const Items = prices.map(([Amount, CurrencyCode]) => ({ ProductVariantID: 700, Quantity: 1, Price: { Amount, CurrencyCode } }));
      return (await call('POST', '/v4.1/merchant/order', { access_token, CustomerID, Items })).body;
    };
    const argument = (message: string) => ({ IsSuccess: false, ArgumentErrors: [{ ErrorMessage: message }] });
    expect(await order([10, 'USD'], [1, 'EUR'])).toMatchObject(argument('An order has one currency.'));
    expect(await order([10.5, 'JPY'])).toMatchObject(argument('10.5 is no amount of JPY.'));
    expect(await order([10, 'EUR'], [-10.01, 'EUR'])).toMatchObject(argument('An order cannot come to less than nothing.'));
    const { Order } = await order([20.1, 'EUR'], [0.2, 'EUR'], [-5.03, 'EUR']);
    expect(Order.FinalTotal).toEqual({ Amount: 15.27, CurrencyCode: 'EUR' });
    const pay = async (Amount: number, CurrencyCode = 'EUR') => {
      const PaymentItem = { Amount: { Amount, CurrencyCode }, Method: { ID: 11 }, CustomPaymentMethodID: '901' };
      return (await call('POST', `/v4.1/merchant/order/${Order.ID}/add_payment`, { access_token, PaymentItem })).body;
    };
    expect(await pay(15.28)).toMatchObject({ ErrorMessage: 'The payment of 15.28 is more than what is left to pay: 15.27.' });
    expect(await pay(15.27, 'USD')).toMatchObject(argument('The order is in EUR.'));
    await pay(15.26);
    const place = async () => (await call('POST', `/v4.1/merchant/order/${Order.ID}/place_order`, { access_token, ID: Order.ID })).body;
    expect((await place()).ErrorMessage).toBe('The order is not paid: 15.26 of 15.27.');
    await pay(0.01);
    expect((await place()).Order).toMatchObject({ IsCompleted: true });
  });
});

describe('the simulated Booker and the document of its connector type', () => {
  const openDocumented = async () => {
    let token = '';
    const subscription = { 'ocp-apim-subscription-key': 'portage-demo' };
    const opened = await openDocumentedSystem('booker', {
      baseUrl: 'https://api.booker.com',
      headers: subscription,
      keys: () => ({ query: { access_token: token }, body: { access_token: token, LocationID: 30_234 } }),
    });
    const form = { ...subscription, 'content-type': 'application/x-www-form-urlencoded' };
    const login = 'grant_type=client_credentials&client_id=portage-demo&client_secret=portage-demo&scope=merchant';
    const wide = (await opened.send('POST', 'https://api.booker.com/v5/auth/connect/token', form, login)).body.access_token;
    const change = 'https://api.booker.com/v5/auth/context/update?locationId=30234';
    token = (await opened.send('POST', change, { ...subscription, authorization: `Bearer ${wide}` })).body;
    return opened;
  };
  const M = '/v4.1/merchant';

  test('every operation of the document works', async () => {
    const { read, untried } = await openDocumented();
    const ada = { FirstName: 'Ada', LastName: 'L', Email: 'Ada@example.com', CellPhone: '+44' };
    const { CustomerID } = await read(`POST ${M}/customer`, { body: { Customer: ada } });
    await read(`PUT ${M}/customer/{id}`, { path: { id: CustomerID }, body: { CustomerID, Customer: { LastName: 'Lovelace' } } });
    expect(await read(`GET ${M}/customer/{id}`, { path: { id: CustomerID } })).toMatchObject({
      CustomerID,
      Customer: { FirstName: 'Ada', LastName: 'Lovelace' },
    });
    expect((await read(`POST ${M}/customers`, { body: { Email: 'ada@example.com' } })).Customers).toMatchObject([{ CustomerID }]);
    expect((await read(`POST ${M}/customers`, { body: { Phone: '+45' } })).Customers).toEqual([]);
    const [oil] = (await read(`POST ${M}/products`)).Results;
    const [variant] = oil.ProductVariants;
    const change = { ID: oil.ID, ProductVariantsToUpdate: [{ ID: variant.ID, Inventory: 3 }] };
    await read(`PUT ${M}/product/{id}/update`, { path: { id: oil.ID }, body: { ID: oil.ID, Product: change } });
    expect((await read(`GET ${M}/product/{id}`, { path: { id: oil.ID } })).Product.ProductVariants).toMatchObject([{ Inventory: 3 }]);
    const order = { CustomerID, Notes: 'gid://shopify/Order/7', Items: [{ ProductVariantID: variant.ID, Quantity: 1 }] };
    const { Order } = await read(`POST ${M}/order`, { body: order });
    const PaymentItem = { Amount: Order.FinalTotal, Method: { ID: 11 }, CustomPaymentMethodID: '901' };
    await read(`POST ${M}/order/{id}/add_payment`, { path: { id: Order.ID }, body: { PaymentItem } });
    await read(`POST ${M}/order/{id}/place_order`, { path: { id: Order.ID }, body: { ID: Order.ID } });
    expect((await read(`GET ${M}/order/{id}`, { path: { id: Order.ID } })).Order).toMatchObject({
      IsCompleted: true,
      Notes: 'gid://shopify/Order/7',
    });
    const since = (at: string) => ({ body: { FromDateCreatedOffset: at } });
    expect((await read(`POST ${M}/orders`, since('2026-11-21T09:00:00Z'))).Results).toHaveLength(1);
    expect((await read(`POST ${M}/orders/partial`, since('2026-11-21T09:00:01Z'))).Results).toEqual([]);
    const [treatment] = (await read(`POST ${M}/treatments`)).Results;
    const times = { TreatmentID: treatment.ID, StartTimeOffset: '2026-12-01T10:00:00Z', EndTimeOffset: '2026-12-01T11:00:00Z' };
    const wish = { AppointmentDateOffset: times.StartTimeOffset, Customer: { ...ada, ID: CustomerID }, AppointmentTreatmentDTOs: [times] };
    const { Appointment } = await read(`POST ${M}/appointment`, { body: wish });
    const { ID } = Appointment;
    await read(`PUT ${M}/appointment/confirm`, { body: { ID } });
    await read(`PUT ${M}/appointment/{id}/notes`, { path: { id: ID }, body: { Notes: 'Tea' } });
    await read(`PUT ${M}/appointment/cancel`, { body: { ID } });
    expect((await read(`GET ${M}/appointment/{id}`, { path: { id: ID } })).Appointment).toMatchObject({
      Status: { Name: 'Cancelled' },
      Notes: 'Tea',
    });
    expect((await read(`GET ${M}/customer/{id}/appointments`, { path: { id: CustomerID } })).Appointments).toHaveLength(1);
    await read(`POST ${M}/special`, {
      body: { Name: 'Winter', CouponCode: 'W', ApplicableStartDate: '2026-12-01', ApplicableEndDate: '2026-12-02' },
    });
    for (const list of ['appointments', 'employees', 'rooms', 'locations'])
      expect((await read(`POST ${M}/${list}`)).Results.length, list).toBeGreaterThan(0);
    await read(`GET ${M}/location/{locationId}`, { path: { locationId: 30_234 } });
    await read(`GET ${M}/location/{locationId}/payment_settings`, { path: { locationId: 30_234 } });
    await read('GET /v5/realtime_availability/AvailableDates', {
      query: { locationIds: '30234', fromDate: '2026-12-01', toDate: '2026-12-02', serviceId: 301 },
    });
    expect(untried()).toEqual([]);
  });

  test('a sync reads and finds everything the document says about its entities', async () => {
    const { readEntities, fill } = await openDocumented();
    fill('orders', 3);
    fill('customers', 2);
    expect(await readEntities({ paymentMethodId: '901' })).toMatchObject({ Products: 4, Inventory: 4, Customers: 3, Orders: 3 });
  });

  test('makes placed orders, and never repeats a number', async () => {
    const { read, fill, entity } = await openDocumented();
    fill('orders', 3);
    expect((await read(`POST ${M}/orders`)).Results.map(({ IsCompleted }: { IsCompleted: boolean }) => IsCompleted)).toEqual([
      true,
      true,
      true,
    ]);
    entity('products')?.remove('503');
    fill('products', 2);
    expect(
      entity('products')
        ?.list()
        .map(({ ID }) => ID),
    ).toEqual([500, 501, 502, 504, 505]);
  });
});
