import { connectors, openFields, schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { getSecretBox } from '../../src/secrets/secret-box-of.ts';
import { api, database, fetchWorker, type Person, signedInPerson, testEnv } from '../api.ts';
import { makeAppType } from '../app-types.ts';
import { makeConnectorType } from '../connector-types.ts';

const server = (testEnv as unknown as { APPS_SERVER: string }).APPS_SERVER;

const getCookie = (answer: { headers: Headers }) => (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';

describe('installing the Shopify app', () => {
  beforeEach(async () => {
    await makeAppType('system-shopify', 'Shopify', {
      needSlug: true,
      baseUrl: `${server}/admin/api/2026-10`,
      authUrl: `${server}/admin/oauth/authorize`,
      tokenUrl: `${server}/admin/oauth/access_token`,
      additionalData: {
        connection: { form: 'Shopify', authParameters: [{ in: 'header', name: 'X-Shopify-Access-Token', template: '{accessToken}' }] },
      },
    });
  });

  async function begun(person: Person) {
    const answer = await api('POST /api/apps/shopify/signin', { token: person.token, body: { storeHost: 'demo.myshopify.com' } });
    expect(answer.status, answer.message).toBe(200);
    const consent = await fetch(answer.body.confirmationUrl, { redirect: 'manual' });
    const page = new URL(consent.headers.get('location') ?? '');
    expect(page.origin + page.pathname).toBe('https://portage.test/apps/shopify/signin');
    return { page, cookie: getCookie(answer) };
  }

  function finish(person: Person, query: string, cookie: string, storeHost = 'demo.myshopify.com') {
    const parameters = new URLSearchParams(query);
    const body = { storeHost, code: parameters.get('code'), state: parameters.get('state'), query };
    return api('POST /api/apps/shopify/signin', { token: person.token, body, headers: { cookie } });
  }

  const REFUSED = {
    status: 400,
    code: 'shopify-refused',
    message: 'Could not obtain Shopify access token. Please try to install application again.',
  };

  test('the merchant agrees at the shop, and the code becomes a connected connector', async () => {
    const person = await signedInPerson();
    const { page, cookie } = await begun(person);
    const done = await finish(person, page.search.slice(1), cookie);
    expect(done.status, done.message).toBe(200);
    expect(done.headers.get('set-cookie')).toContain('Max-Age=0');
    const { connector } = (await api(`GET /api/connectors/${done.body.connectorId}`, { token: person.token })).body;
    expect(connector).toMatchObject({ slug: 'demo', connectedAt: expect.any(String), connectionProblem: null });
  });

  test('HOSTILE 27: a state is accepted once', async () => {
    const person = await signedInPerson();
    const { page, cookie } = await begun(person);
    expect((await finish(person, page.search.slice(1), cookie)).status).toBe(200);
    expect(await finish(person, page.search.slice(1), cookie)).toMatchObject(REFUSED);
  });

  test('HOSTILE 27: state of another user, another browser, another shop, a changed query: nothing is connected', async () => {
    const [person, other] = [await signedInPerson(), await signedInPerson()];
    const { page, cookie } = await begun(person);
    const query = page.search.slice(1);
    expect(await finish(other, query, cookie)).toMatchObject(REFUSED);
    expect(await finish(person, query, cookie, 'other.myshopify.com')).toMatchObject(REFUSED);
    expect(await finish(person, query.replace(/code=[^&]*/, 'code=stolen'), cookie)).toMatchObject(REFUSED);
    expect(await finish(person, query.replace(/hmac=[^&]*/, `hmac=${'0'.repeat(64)}`), cookie)).toMatchObject(REFUSED);
    expect(await finish(person, '', cookie)).toMatchObject({ status: 200, body: { confirmationUrl: expect.any(String) } });
    expect(await finish(person, query, '')).toMatchObject(REFUSED);
    const rows = await database().select().from(connectors).where(eq(connectors.userId, person.row.id));
    expect(rows).toMatchObject([{ connectedAt: null }]);
  });
});

describe('Plaid', () => {
  beforeEach(() =>
    makeAppType('system-plaid', 'Plaid', { authorizationType: 'ApiKey', sandboxBaseUrl: server, baseUrl: 'https://production.plaid.com' }),
  );

  test('Link opens with a token, and its result becomes a connector whose token nobody sees', async () => {
    const person = await signedInPerson();
    const { token } = person;
    const link = await api('POST /api/apps/plaid/link-token', { token });
    expect(link.body.linkToken, link.message).toMatch(/^link-sandbox-/);
    const made = await api('POST /api/apps/plaid/connector/create', {
      token,
      body: { publicToken: 'public-sandbox-good', name: ' Bank ' },
    });
    expect(made.status, made.message).toBe(200);
    const id = made.body.connectorId;
    const shown = await api(`GET /api/connectors/${id}`, { token });
    expect(shown.body.connector).toMatchObject({
      name: 'Bank',
      useSandbox: true,
      customOptions: { itemId: 'item-1' },
      connectedAt: expect.any(String),
    });
    expect(JSON.stringify(shown.body)).not.toContain('access-sandbox-7f3a');
    const [row] = await database().select().from(schema.connectorSecrets).where(eq(schema.connectorSecrets.connectorId, id));
    expect(JSON.stringify(row?.sealed)).not.toContain('access-sandbox-7f3a');
    expect(await openFields(getSecretBox(testEnv), 'connector', id, row?.sealed ?? {})).toMatchObject({
      accessToken: 'access-sandbox-7f3a',
    });
  });

  test('a refusal by Plaid is reported and makes no connector', async () => {
    const person = await signedInPerson();
    const made = await api('POST /api/apps/plaid/connector/create', {
      token: person.token,
      body: { publicToken: 'public-sandbox-bad', name: 'Bank' },
    });
    expect(made).toMatchObject({ status: 502, message: 'Plaid responded with 400: Plaid says INVALID_PUBLIC_TOKEN.' });
    expect((await api('GET /api/connectors', { token: person.token })).body.totalCount).toBe(0);
  });
});

describe('choices after a connector is connected', () => {
  const makeConnector = async ({ token }: Person, chosenField: string, apiKey = 'good-token') => {
    const connectorTypeId = await makeConnectorType({
      visibility: 'AllUsers',
      settings: {
        authorizationType: 'ApiKey',
        baseUrl: `${server}/api.xro/2.0`,
        additionalData: {
          connection: {
            authParameters: [
              { in: 'header', name: 'authorization', template: 'Bearer {apiKey}' },
              { in: 'header', name: 'x-chosen', template: `{customOptions.${chosenField}}` },
            ],
          },
        },
      },
    });
    const made = await api('POST /api/connectors', { token, body: { name: 'Books', connectorTypeId, apiKey } });
    expect(made.status, made.message).toBe(200);
    return made.body.connector.id as string;
  };

  test('CONN-53: Xero’s organisations are listed even though the header that names one can’t be filled yet', async () => {
    const person = await signedInPerson();
    const id = await makeConnector(person, 'tenantId');
    const answer = await api(`GET /api/apps/xero/${id}/tenants`, { token: person.token });
    expect(answer.body, answer.message).toEqual({
      tenants: [
        { id: 'tenant-1', name: 'Demo Company (UK)' },
        { id: 'tenant-2', name: 'Second Company' },
      ],
    });
    const refused = await api(`GET /api/apps/xero/${await makeConnector(person, 'tenantId', 'bad')}/tenants`, { token: person.token });
    expect(refused).toMatchObject({ status: 502, message: expect.stringContaining('Re-Connect') });
  });

  test('CONN-56..59: a Booker location is chosen only from those of the business', async () => {
    const person = await signedInPerson();
    const { token } = person;
    const id = await makeConnector(person, 'locationId');
    const listed = await api(`GET /api/apps/booker/${id}/locations`, { token });
    expect(listed.body, listed.message).toEqual({
      locations: [
        { id: '10', name: 'Spa North' },
        { id: '11', name: 'Spa South' },
      ],
    });
    const choose = (locationId: string) => api(`POST /api/apps/booker/${id}/location`, { token, body: { locationId } });
    expect((await choose('11')).body).toEqual({ isSuccess: true, errorMessage: null });
    expect((await api(`GET /api/connectors/${id}`, { token })).body.connector.customOptions).toMatchObject({
      locationId: '11',
      locationName: 'Spa South',
    });
    expect((await choose('99')).body).toEqual({ isSuccess: false, errorMessage: 'Could not select Booker Location. Please try again.' });
    expect(await choose(' ')).toMatchObject({ status: 400, message: 'Please select Location' });
    // Booker's 200 with an error in it is an error.
    expect((await api(`GET /api/apps/booker/${await makeConnector(person, 'locationId', 'bad')}/locations`, { token })).status).toBe(502);
  });
});

describe('the aggregation service', () => {
  const at = '/api/apps/aggregation-services';

  test('issues tokens for its widget, exchanges the widget’s result, and lists its systems with their logos', async () => {
    const { token } = await signedInPerson();
    expect((await api(`POST ${at}/create-link-token/accounting`, { token, body: { integration: 'ledger' } })).body).toEqual({
      linkToken: 'link-token-1',
    });
    const trade = (publicToken: string) =>
      api(`POST ${at}/create-account-token/accounting`, { token, body: { integration: 'ledger', publicToken } });
    expect((await trade('public-good')).body).toEqual({ accountToken: 'account-token-1' });
    expect((await trade('../../secrets')).status).toBe(502);
    expect((await api(`GET ${at}/accounting/integrations-list`, { token })).body).toEqual({
      integrations: [
        { type: 'ledger', name: 'Ledger' },
        { type: 'abacus', name: 'Abacus' },
      ],
    });
    const logo = await fetchWorker(`${at}/accounting/ledger/logo`);
    expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(logo.headers.get('content-security-policy')).toContain("default-src 'none'");
    await logo.body?.cancel();
  });

  test('HOSTILE 31: a logo that isn’t a picture, and one of an unlisted system, aren’t found', async () => {
    for (const type of ['abacus', 'nobody']) {
      const answer = await fetchWorker(`${at}/accounting/${type}/logo`);
      expect(answer.status).toBe(404);
      await answer.body?.cancel();
    }
  });
});
