import { connectors } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { api, database, signedInPerson, testEnv } from '../../test/api.ts';
import { makeAppType } from '../../test/app-types.ts';
import type { ConnectionObject } from '../../test/connection-object.ts';
import { makeConnectorType } from '../../test/connector-types.ts';
import { isSignedByShopify, shopOfHost } from './shopify/shopify-signature.ts';

const SECRET = 'hush';

/** The signature in Shopify's own install guide: secret `hush`. */
const DOCUMENTED =
  'code=0907a61c0c8d55e99db179b68161bc00&hmac=700e2dadb827fcc8609e9d5ce208b2e9cdaab9df07390d2cbca10d7c328fc4bf&shop=some-shop.myshopify.com&state=0.6784241404160823&timestamp=1337178173';
const DOCUMENTED_AT_MS = 1_337_178_173_000;

test('the signature in Shopify’s own documentation is accepted, and refused when anything in it changes', async () => {
  const check = (query: string, secret = SECRET, nowMs = DOCUMENTED_AT_MS) => isSignedByShopify(new URLSearchParams(query), secret, nowMs);
  expect(await check(DOCUMENTED)).toBe(true);
  expect(await check(DOCUMENTED.replace('some-shop', 'evil-shop'))).toBe(false);
  expect(await check(`${DOCUMENTED}&extra=1`)).toBe(false);
  expect(await check(DOCUMENTED.replace(/hmac=[^&]*&/, ''))).toBe(false);
  expect(await check(DOCUMENTED, 'another')).toBe(false);
  expect(await check(DOCUMENTED, SECRET, DOCUMENTED_AT_MS + 16 * 60_000)).toBe(false);
  expect(await check('hmac=&timestamp=')).toBe(false);
});

test.each([
  ['demo.myshopify.com', 'demo'],
  ['DEMO-2.MyShopify.com', 'demo-2'],
  ['demo.myshopify.com.evil.example', null],
  ['evil.example/demo.myshopify.com', null],
  ['a.b.myshopify.com', null],
  ['-x.myshopify.com', null],
  ['demo@myshopify.com', null],
  ['', null],
])('the shop of %s is %s', (host, shop) => {
  expect(shopOfHost(host)).toBe(shop);
});

test('a missing setup names the missing setting', async () => {
  const { token } = await signedInPerson();
  await makeAppType('system-shopify', 'Shopify', { clientId: null }, null);
  const ask = () => api('POST /api/apps/shopify/signin', { token, body: { storeHost: 'demo.myshopify.com' } });
  expect(await ask()).toMatchObject({ status: 501, code: 'not-configured', message: expect.stringContaining('PORTAGE_SHOPIFY_CLIENT_ID') });
  await makeAppType('system-shopify', 'Shopify', {}, null);
  expect(await ask()).toMatchObject({ status: 501, message: expect.stringContaining('PORTAGE_SHOPIFY_CLIENT_SECRET') });
  await makeAppType('system-plaid', 'Plaid', { authorizationType: 'ApiKey', sandboxBaseUrl: null });
  expect(await api('POST /api/apps/plaid/link-token', { token })).toMatchObject({
    status: 501,
    message: expect.stringContaining('PLAID_API_URL'),
  });
});

test('a host that isn’t a shop is refused before any request is made', async () => {
  const { token } = await signedInPerson();
  await makeAppType('system-shopify', 'Shopify', {});
  const response = await api('POST /api/apps/shopify/signin', { token, body: { storeHost: 'evil.example' } });
  expect(response).toMatchObject({ status: 400, message: 'This is not the address of a Shopify store.' });
});

test('an installation that is started twice keeps one connector for the shop', async () => {
  const { row, token } = await signedInPerson();
  await makeAppType('system-shopify', 'Shopify', { needSlug: true, additionalData: { connection: { form: 'Shopify' } } });
  const ask = () => api('POST /api/apps/shopify/signin', { token, body: { storeHost: 'demo.myshopify.com' } });
  for (const answer of [await ask(), await ask()]) {
    expect(answer.status, answer.message).toBe(200);
    const { searchParams } = new URL(answer.body.confirmationUrl);
    expect(searchParams.get('redirect_uri')).toBe('https://portage.test/apps/shopify/signin');
    expect(answer.headers.get('set-cookie')).toContain('Path=/api/apps/shopify/signin;');
  }
  const rows = await database().select().from(connectors).where(eq(connectors.userId, row.id));
  expect(rows).toMatchObject([{ slug: 'demo', name: 'Shopify demo' }]);
});

test('categories and integrations can’t leave their segment of an address', async () => {
  const { token } = await signedInPerson();
  for (const category of ['..%2F..%2Fsecrets', 'a%20b', 'x%3Fy']) {
    expect((await api(`GET /api/apps/aggregation-services/${category}/integrations-list`, { token })).status).toBe(400);
    expect((await api(`GET /api/apps/aggregation-services/${category}/ledger/logo`)).status).toBe(404);
  }
});

test('API-113, API-115: only an application with organisations or locations is asked for them', async () => {
  const { token } = await signedInPerson();
  const boss = await signedInPerson({ roles: ['ADMIN'] });
  const mail = { name: 'Mail', baseUrl: 'https://mail.example', authorizationType: 'ApiKey', visibility: 'AllUsers' };
  const { connectorType } = (await api('POST /api/connector-types', { token: boss.token, body: mail })).body;
  const body = { name: 'Mine', connectorTypeId: connectorType.id, apiKey: 'key' };
  const { connector } = (await api('POST /api/connectors', { token, body })).body;
  for (const [path, words] of [
    [`xero/${connector.id}/tenants`, 'organisations'],
    [`booker/${connector.id}/locations`, 'locations'],
  ]) {
    const response = await api(`GET /api/apps/${path}`, { token });
    expect(response).toMatchObject({ status: 400, message: `Mail has no ${words} to choose from.` });
  }
});

describe('API-115: Booker’s locations', () => {
  const listed = async (pages: readonly (readonly object[])[]) => {
    const { token, row } = await signedInPerson();
    const parameter = { in: 'header' as const, name: 'x-location', template: '{customOptions.locationId}' };
    const connectorTypeId = await makeConnectorType({
      visibility: 'AllUsers',
      settings: { additionalData: { connection: { authParameters: [parameter] } } },
    });
    const [id, at] = [crypto.randomUUID(), new Date()];
    await database().insert(connectors).values({ id, userId: row.id, connectorTypeId, name: 'Spa', createdAt: at, lastUpdatedAt: at });
    const system = testEnv.CONNECTIONS.get(testEnv.CONNECTIONS.idFromName(id)) as unknown as ConnectionObject;
    for (const [index, Results] of pages.entries()) {
      const sent = { access_token: '', UsePaging: true, PageSize: 100, PageNumber: index + 1 };
      await system.willAnswer(`https://api.example.com/v4.1/customer/locations ${JSON.stringify(sent)}`, { body: { Results } });
    }
    const response = await api(`GET /api/apps/booker/${id}/locations`, { token });
    return { ...response, ids: response.body.locations?.map((location: { id: string }) => location.id) };
  };
  const page = (from: number, count: number) => Array.from({ length: count }, (_, at) => ({ ID: from + at, BusinessName: 'Spa' }));
  const ids = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1));

  test('HOSTILE 47: are read to the end, whatever the pages contain', async () => {
    expect((await listed([page(1, 100), page(101, 7), []])).ids).toEqual(ids(107));
    expect((await listed([page(1, 25), page(26, 25), page(51, 1), []])).ids).toEqual(ids(51));
    expect((await listed([[...page(1, 2), { BusinessName: 'No id' }], [{}], page(3, 1), []])).ids).toEqual(ids(3));
    expect((await listed([page(1, 3), page(1, 3)])).ids).toEqual(ids(3));
    expect((await listed([[]])).ids).toEqual([]);
  });

  test('HOSTILE 47: are an error, not a partial list, if a page is missing or the list doesn’t end', async () => {
    expect(await listed([page(1, 100)])).toMatchObject({ status: 502 });
    expect(await listed(Array.from({ length: 50 }, (_, at) => page(at * 10, 10)))).toMatchObject({
      status: 502,
      message: 'Booker lists more than 50 pages of locations. Ask Booker’s support for the account’s list.',
    });
  });
});
