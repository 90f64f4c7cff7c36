import { connectors } from '@portage/database';
import { describe, expect, test } from 'vitest';
import { api, database, signedInPerson, testEnv } from '../../test/api.ts';
import type { ConnectionObject } from '../../test/connection-object.ts';
import { makeConnectorType } from '../../test/connector-types.ts';

const operation = (method: string, more = '') => `    ${method}:\n      responses: { "200": { description: ok } }\n${more}`;
const BODY = `      requestBody:
        content: { application/json: { schema: { type: object, properties: { Name: { type: string } } } } }
`;
const at = (place: string) =>
  `      parameters: [{ name: locationId, in: path, required: true, schema: { type: string, default: "${place}" } }]\n`;
const query = '      parameters: [{ name: request.searchText, in: query, schema: { type: string } }]\n';

const BOOKER = `openapi: 3.0.0
info: { title: Booker, version: "1" }
paths:
  /v4.1/merchant/location/{locationId}:
${operation('get', at('10'))}  /v4.1/merchant/location/{locationId}/payment_settings:
${operation('get', at('10'))}  /v4.1/merchant/products:
${operation('post', BODY)}`;
const MINDBODY = `openapi: 3.0.0
info: { title: Mindbody, version: "1" }
paths:
  /sale/custompaymentmethods:
${operation('get')}  /sale/products:
${operation('get', query)}`;

const NETSUITE = `openapi: 3.0.0
info: { title: NetSuite, version: "1" }
paths:
  /query/v1/suiteql#priceLevels:
${operation('post', BODY.replace('Name', 'q'))}`;
const SALESFORCE = `openapi: 3.0.0
info: { title: Salesforce, version: "1" }
paths:
  /services/data/v62.0/query#Pricebook2:
${operation('get', query.replace('request.searchText', 'q'))}`;

/** A person with a connector whose system responds as told. */
async function personWith(document: string, customOptions: Record<string, string> = { locationId: '10' }) {
  const person = await signedInPerson();
  return { token: person.token, ...(await connectorOf(person, document, customOptions)) };
}

async function connectorOf(
  person: Awaited<ReturnType<typeof signedInPerson>>,
  document: string,
  customOptions: Record<string, string> = {},
) {
  const [id, fileStorageId, now] = [crypto.randomUUID(), crypto.randomUUID(), new Date()];
  await testEnv.FILES.put(`uploads/${fileStorageId}`, document);
  const connectorTypeId = await makeConnectorType({
    name: `${/title: (\w+)/.exec(document)?.[1]} ${id}`,
    visibility: 'AllUsers',
    openApiDocument: { fileName: 'system.yaml', fileStorageId, storageType: 'R2' },
  });
  await database()
    .insert(connectors)
    .values({ id, userId: person.row.id, connectorTypeId, name: 'Mine', customOptions, createdAt: now, lastUpdatedAt: now });
  const system = testEnv.CONNECTIONS.get(testEnv.CONNECTIONS.idFromName(id)) as unknown as ConnectionObject;
  const ask = (path: string, more = '', token = person.token) =>
    api(`GET /api/custom-playbooks/${path}?connectorId=${id}${more}`, { token });
  return { id, system, ask };
}

describe('API-141..143, API-147: Booker’s records', () => {
  const METHOD = 'booker-to-shopify/get-shopify-custom-payment-method';
  const PRODUCT = 'booker-to-shopify/get-shopify-adjustment-product';
  const LOCATION = 'booker-to-shopify/get-booker-locationid';
  const methods = (...names: string[]) => ({
    body: { PaymentSettings: { CustomPaymentMethods: names.map((Name, index) => ({ ID: 900 + index, Name })) } },
  });

  test('are found by name, at the connector’s location or another one', async () => {
    const { system, ask } = await personWith(BOOKER);
    await system.willAnswer('/v4.1/merchant/location/10/payment_settings', methods('Shopify Plus', ' shopify '));
    await system.willAnswer('/v4.1/merchant/location/10', { body: { ID: 10, BusinessName: 'Spa' } });
    await system.willAnswer('/v4.1/merchant/location/11/payment_settings', methods('Shopify'));
    const variant = (ID: number) => [{ ID }];
    await system.willAnswer('/v4.1/merchant/products', {
      body: {
        Results: [
          { Name: 'Shopify Adjustments (old)', ProductVariants: variant(1) },
          { Name: 'Shopify Adjustments', ProductVariants: variant(2) },
        ],
      },
    });
    expect((await ask(LOCATION)).body).toEqual({ locationId: '10' });
    expect((await ask(METHOD)).body).toEqual({ paymentMethodId: '901' });
    expect((await ask(METHOD, '&bookerConnectorLocationId=11')).body).toEqual({ paymentMethodId: '900' });
    expect((await ask(PRODUCT)).body).toEqual({ productVariantId: '2' });
  });

  test('are null if the system has no such record, a refusal if it says so, and null if the connector belongs to another system', async () => {
    const { system, ask } = await personWith(BOOKER);
    await system.willAnswer('/v4.1/merchant/location/10/payment_settings', methods('Cash'));
    await system.willAnswer('/v4.1/merchant/products', { body: { Results: [] } });
    expect((await ask(METHOD)).body).toEqual({ paymentMethodId: null });
    expect((await ask(PRODUCT)).body).toEqual({ productVariantId: null });
    await system.willAnswer('/v4.1/merchant/location/10', {
      body: { IsSuccess: false, ErrorMessage: 'The token is not that of a location.' },
    });
    expect(await ask(LOCATION)).toMatchObject({ status: 502, message: expect.stringContaining('The token is not that of a location') });
    const other = await personWith(MINDBODY);
    expect((await other.ask(LOCATION)).body).toEqual({ locationId: null });
  });

  test('CPB-16: with a connector without a location nothing is found, and Booker isn’t called', async () => {
    const { system, ask } = await personWith(BOOKER, {});
    await system.willAnswer('/v4.1/merchant/location/10', { body: { ID: 10, BusinessName: 'Spa' } });
    expect((await ask(LOCATION)).body).toEqual({ locationId: null });
    expect(await system.calls()).toEqual([]);
  });

  test('a refusal is reported in the system’s words', async () => {
    const { system, ask } = await personWith(BOOKER);
    await system.willAnswer('/v4.1/merchant/products', { status: 500, body: { ErrorMessage: 'Out of order' } });
    expect(await ask(PRODUCT)).toMatchObject({ status: 502, message: expect.stringContaining('Out of order') });
  });

  test('HOSTILE 25: people with the same system see only their own records', async () => {
    const [one, other] = [await personWith(BOOKER), await personWith(BOOKER)];
    await one.system.willAnswer('/v4.1/merchant/location/10', { body: { ID: 10, BusinessName: 'One' } });
    await other.system.willAnswer('/v4.1/merchant/location/10', { body: { ID: 20, BusinessName: 'Other' } });
    expect((await one.ask(LOCATION)).body).toEqual({ locationId: '10' });
    expect((await other.ask(LOCATION)).body).toEqual({ locationId: '20' });
    for (const path of [LOCATION, METHOD, PRODUCT]) expect((await one.ask(path, '', other.token)).status).toBe(404);
    expect(await other.system.calls()).toEqual(['GET /v4.1/merchant/location/10']);
  });
});

describe('API-144, API-145, API-147: Mindbody’s records', () => {
  test('are found by name; the adjustment method is a separate one', async () => {
    const { system, ask } = await personWith(MINDBODY);
    const METHOD = 'mindbody-to-shopify/get-shopify-custom-payment-method';
    const PaymentMethods = [
      { Id: 25, Name: 'Shopify' },
      { Id: 26, Name: 'Shopify Adjustments' },
    ];
    await system.willAnswer('/sale/custompaymentmethods', { body: { PaymentMethods } });
    await system.willAnswer('/sale/products', { body: { Products: [{ Id: 'ADJ', Name: 'Shopify Adjustments', Price: 0.01 }] } });
    expect((await ask(METHOD)).body).toEqual({ paymentMethodId: '25' });
    expect((await ask(METHOD, '&isAdjustment=true')).body).toEqual({ paymentMethodId: '26' });
    expect((await ask('mindbody-to-shopify/get-shopify-adjustment-product')).body).toEqual({ productId: 'ADJ' });
    expect((await ask(METHOD, '&unknown=1')).status).toBe(400);
  });
});

test('API-146: price levels and price books are listed whole, however many there are', async () => {
  const person = await signedInPerson();
  const [netSuite, salesforce] = [await connectorOf(person, NETSUITE), await connectorOf(person, SALESFORCE)];
  const numbers = Array.from({ length: 1_001 }, (_, at) => at);
  await netSuite.system.willAnswer('/query/v1/suiteql', { body: { items: numbers.map((at) => ({ id: `${at}`, name: `Level ${at}` })) } });
  const records = numbers.map((at) => ({ Id: `${at}`, Name: `Book ${at}` }));
  await salesforce.system.willAnswer('/services/data/v62.0/query', { body: { records } });
  const query = `netSuiteConnectorId=${netSuite.id}&salesForceConnectorId=${salesforce.id}`;
  const lists = await api(`GET /api/custom-playbooks/netsuite-and-salesforce/get-pricing-mapping-lists?${query}`, {
    token: person.token,
  });
  expect(lists.body.priceLevels.items.at(-1)).toEqual({ internalId: '1000', name: 'Level 1000' });
  expect(lists.body.priceBooks.records).toEqual(records);
});
