import { MASKED_SECRET } from '@portage/contracts';
import { connectors, openFields, saveGrant, schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { api, database, fetchWorker, impersonate, type Person, signedInPerson, testEnv } from '../../test/api.ts';
import type { ConnectionObject } from '../../test/connection-object.ts';
import { makeConnectorType } from '../../test/connector-types.ts';
import { getSecretBox } from '../secrets/secret-box-of.ts';

const create = (person: Person, body: Record<string, unknown>) => api('POST /api/connectors', { token: person.token, body });
const getMessagesByField = (answer: { body: { errors?: { userMessage: string; field?: string }[] } }) =>
  Object.fromEntries((answer.body.errors ?? []).map(({ field, userMessage }) => [field, userMessage]));
const apiKeyType = (fields = {}) => makeConnectorType({ visibility: 'AllUsers', settings: { authorizationType: 'ApiKey', ...fields } });
const getConnectionObject = (connectorId: string) =>
  testEnv.CONNECTIONS.get(testEnv.CONNECTIONS.idFromName(connectorId)) as unknown as ConnectionObject;

async function storedSecrets(connectorId: string) {
  const [row] = await database().select().from(schema.connectorSecrets).where(eq(schema.connectorSecrets.connectorId, connectorId));
  return { sealed: row?.sealed, open: await openFields(getSecretBox(testEnv), 'connector', connectorId, row?.sealed ?? {}) };
}

test('connectors are listed for their owner, without secrets, by name and type', async () => {
  const person = await signedInPerson();
  expect((await api('GET /api/connectors', { token: person.token })).body).toEqual({ connectors: [], totalCount: 0 });

  const row = (name: string, connectorTypeId: string, at: string, isDeleted = false) => ({
    id: crypto.randomUUID(),
    userId: person.row.id,
    name,
    connectorTypeId,
    isDeleted,
    username: 'internal-name',
    createdAt: new Date(at),
    lastUpdatedAt: new Date(at),
  });
  await database()
    .insert(connectors)
    .values([row('Shop', 'shopify', '2026-01-01'), row('Books', 'xero', '2026-01-02'), row('Gone', 'xero', '2026-01-03', true)]);

  const list = async (query = '') => (await api(`GET /api/connectors?${query}`, { token: person.token })).body;
  expect(await list()).toMatchObject({ totalCount: 2, connectors: [{ name: 'Books' }, { name: 'Shop', userId: person.row.id }] });
  expect(await list('name=SHO')).toMatchObject({ totalCount: 1, connectors: [{ name: 'Shop' }] });
  expect(await list('connectorTypeId=xero')).toMatchObject({ totalCount: 1, connectors: [{ name: 'Books' }] });
  expect(JSON.stringify(await list())).not.toContain('internal-name');

  expect((await api('GET /api/connectors', { token: (await signedInPerson()).token })).body.totalCount).toBe(0);
  expect(await api('GET /api/connectors')).toMatchObject({ status: 401 });
  expect(await api('GET /api/connectors?secret=1', { token: person.token })).toMatchObject({ status: 400 });
});

describe('a connector', () => {
  test('CONN-50: secrets are sealed at rest, shown as 20 dots, kept when untouched, changed and removed when asked', async () => {
    const person = await signedInPerson();
    const connectorTypeId = await apiKeyType();
    const made = await create(person, {
      name: '  Shop  ',
      connectorTypeId,
      apiKey: 'sk_live_1',
      password: 'pass-1',
      customOptions: { tableNames: 'a, b', 'merge::token': 'linked-1' },
    });
    expect(made).toMatchObject({
      status: 200,
      body: {
        connector: {
          name: 'Shop',
          apiKey: MASKED_SECRET,
          password: MASKED_SECRET,
          accessToken: null,
          authorizationType: 'ApiKey',
          customOptions: { tableNames: 'a, b', 'merge::token': MASKED_SECRET },
        },
      },
    });
    expect(made.body.redirectUrl).toBeUndefined();
    const { id } = made.body.connector;
    expect(JSON.stringify((await storedSecrets(id)).sealed)).not.toMatch(/sk_live_1|pass-1|linked-1/);
    expect((await storedSecrets(id)).open).toEqual({ apiKey: 'sk_live_1', password: 'pass-1', 'customOptions.merge::token': 'linked-1' });
    const [row] = await database().select().from(connectors).where(eq(connectors.id, id));
    expect(JSON.stringify(row)).not.toContain('linked-1');

    const put = (body: object) => api(`PUT /api/connectors/${id}`, { token: person.token, body });
    expect(await put({ name: 'Shop 2', apiKey: null, password: MASKED_SECRET })).toMatchObject({
      status: 200,
      body: { connector: { name: 'Shop 2' } },
    });
    expect((await storedSecrets(id)).open).toMatchObject({ apiKey: 'sk_live_1', password: 'pass-1' });
    const changed = await put({ apiKey: 'sk_live_2', password: '' });
    expect(changed.body.connector).toMatchObject({ apiKey: MASKED_SECRET, password: null });
    expect((await storedSecrets(id)).open).toEqual({ apiKey: 'sk_live_2', 'customOptions.merge::token': 'linked-1' });
    expect(await getConnectionObject(id).calls()).toEqual(['changed', 'changed']);
    const got = await api(`GET /api/connectors/${id}`, { token: person.token });
    expect(got.body.connector).toMatchObject({ name: 'Shop 2', apiKey: MASKED_SECRET });
    expect(JSON.stringify(got.body)).not.toContain('sk_live');
  });

  test('two pages that change different options of a connector keep both changes; null removes an option', async () => {
    const person = await signedInPerson();
    const customOptions = { tableNames: 'a', region: 'eu', list: [null] };
    const { body } = await create(person, { name: 'Base', connectorTypeId: await apiKeyType(), apiKey: 'key', customOptions });
    const put = (options: object) =>
      api(`PUT /api/connectors/${body.connector.id}`, { token: person.token, body: { customOptions: options } });
    await Promise.all([put({ tableNames: 'a, b' }), put({ region: 'us' })]);
    const saved = await put({ tenantId: 't1' });
    expect(saved.body.connector.customOptions).toEqual({ tableNames: 'a, b', region: 'us', tenantId: 't1', list: [null] });
    expect((await put({ region: null })).body.connector.customOptions).toEqual({ tableNames: 'a, b', tenantId: 't1', list: [null] });
  });

  test('CONN-30..35: missing fields are reported in the specification’s words, at the field', async () => {
    const person = await signedInPerson();
    expect(getMessagesByField(await create(person, { name: 'x' }))).toEqual({ connectorTypeId: 'Please select Application' });
    const slugType = await apiKeyType({ needSlug: true });
    expect(getMessagesByField(await create(person, { name: ' ', connectorTypeId: slugType }))).toEqual({
      name: 'Please input connector name',
      slug: 'Please enter Slug',
      apiKey: 'Please input token',
    });
    const basic = await makeConnectorType({ visibility: 'AllUsers', settings: { authorizationType: 'Basic' } });
    expect(getMessagesByField(await create(person, { name: 'x', connectorTypeId: basic }))).toEqual({
      username: 'Please input username',
      password: 'Please input Password or ApiKey',
    });
    const manual = await apiKeyType({ authorizationType: 'OAuth1', additionalData: { connection: { form: 'ManualOAuth' } } });
    expect(Object.keys(getMessagesByField(await create(person, { name: 'x', connectorTypeId: manual })))).toEqual([
      'clientId',
      'clientSecret',
      'accessToken',
      'accessTokenSecret',
      'customOptions.entitiesList',
      'customOptions.accountId',
    ]);
    const all = await create(person, {
      name: 'x',
      connectorTypeId: manual,
      clientId: 'c',
      clientSecret: 's',
      accessToken: 't',
      accessTokenSecret: 'u',
      customOptions: { entitiesList: 'Customer', accountId: '1' },
    });
    // Its tokens are entered by hand, so nobody is redirected.
    expect(all).toMatchObject({ status: 200 });
    expect(all.body.redirectUrl).toBeUndefined();
  });

  test('CONN-43: an e-mail address is checked when it is entered, not when only the name changes', async () => {
    const person = await signedInPerson();
    const template = '{customOptions.userEmail}';
    const additionalData = { connection: { authParameters: [{ in: 'header' as const, name: 'user', template }] } };
    const connectorTypeId = await apiKeyType({ additionalData });
    const make = (userEmail: string) => create(person, { name: 'Clinic', connectorTypeId, apiKey: 'key', customOptions: { userEmail } });
    const problem = 'User Email must be an e-mail address, such as name@example.com';
    expect(getMessagesByField(await make('1001'))).toEqual({ 'customOptions.userEmail': problem });
    const { id } = (await make('john.doe@acmehealth.example')).body.connector;
    const put = (body: object) => api(`PUT /api/connectors/${id}`, { token: person.token, body });
    expect(getMessagesByField(await put({ customOptions: { userEmail: 'john' } }))).toEqual({ 'customOptions.userEmail': problem });
    await database()
      .update(connectors)
      .set({ customOptions: { userEmail: 'john' } })
      .where(eq(connectors.id, id));
    expect(await put({ name: 'Clinic 2' })).toMatchObject({ status: 200 });
  });

  test('new credentials clear known errors, a new name doesn’t; a lost sign-in must still be repeated', async () => {
    const person = await signedInPerson();
    const broken = async (connectorTypeId: string, fields: object) => {
      const { body } = await create(person, { name: 'Shop', connectorTypeId, ...fields });
      const { id } = body.connector;
      await database().update(connectors).set({ connectionProblem: 'Refused (401).' }).where(eq(connectors.id, id));
      const save = async (change: object) =>
        (await api(`PUT /api/connectors/${id}`, { token: person.token, body: change })).body.connector.connectionProblem;
      return { renamed: await save({ name: 'Other' }), changed: await save({ apiKey: 'sk_live_2' }) };
    };
    expect(await broken(await apiKeyType(), { apiKey: 'sk_live_1' })).toEqual({ renamed: 'Refused (401).', changed: null });
    const settings = { authorizationType: 'OAuth' as const, authUrl: 'https://login.example', tokenUrl: 'https://login.example/token' };
    const signedInTo = await makeConnectorType({ visibility: 'AllUsers', settings });
    expect(await broken(signedInTo, {})).toEqual({ renamed: 'Refused (401).', changed: 'Refused (401).' });
  });

  test('a required secret cannot be removed', async () => {
    const person = await signedInPerson();
    const made = await create(person, { name: 'x', connectorTypeId: await apiKeyType(), apiKey: 'k' });
    const response = await api(`PUT /api/connectors/${made.body.connector.id}`, { token: person.token, body: { apiKey: '' } });
    expect(getMessagesByField(response)).toEqual({ apiKey: 'Please input token' });
  });

  test('unknown fields are refused by name, and another person’s type as if it didn’t exist', async () => {
    const person = await signedInPerson();
    const own = await makeConnectorType({ userId: (await signedInPerson()).row.id });
    const answer = await create(person, { name: 'x', connectorTypeId: own, apiKey: 'k' });
    expect([answer.status, getMessagesByField(answer)]).toEqual([400, { connectorTypeId: 'This application is not offered.' }]);
    const unknown = await create(person, { name: 'x', connectorTypeId: await apiKeyType(), apikey: 'k' });
    expect(unknown).toMatchObject({ status: 400, message: expect.stringContaining('Unknown field "apikey".') });
  });

  test.each([
    { customOptions: { note: 'a\u0000b' } },
    { additionalData: { deeper: [{ 'a\u0000b': 1 }] } },
    { additionalData: { half: '\ud800' } },
  ])('HOSTILE 9: characters that can’t be stored are refused in %j', async (fields) => {
    const person = await signedInPerson();
    const answer = await create(person, { name: 'x', connectorTypeId: await apiKeyType(), apiKey: 'k', ...fields });
    expect([answer.status, Object.values(getMessagesByField(answer))]).toEqual([400, ['This contains characters that cannot be stored']]);
  });

  test('CTYPE-07, CONN-27..29: hidden types are not offered; types for subscribers need a subscription or an impersonator', async () => {
    const person = await signedInPerson();
    const hidden = await makeConnectorType({ visibility: 'AllUsers', isHiddenForNewConnectors: true });
    expect(await create(person, { name: 'x', connectorTypeId: hidden })).toMatchObject({ status: 400 });
    const connectorTypeId = await makeConnectorType({
      visibility: 'AllUsers',
      subscriptionRequired: true,
      settings: { authorizationType: 'ApiKey' },
    });
    const body = { name: 'x', connectorTypeId, apiKey: 'k' };
    expect(await create(person, body)).toMatchObject({
      status: 403,
      code: 'subscription-required',
      message: 'You must have a valid subscription in order to create this Connector.',
    });
    const admin = await signedInPerson({ roles: ['ADMIN'] });
    expect(await api('POST /api/connectors', { token: await impersonate(admin.row.id, person.row.id), body })).toMatchObject({
      status: 200,
    });
    const subscriber = await signedInPerson();
    const [now, tomorrow] = [new Date(), new Date(Date.now() + 86_400_000)];
    const plan = { priceId: null, productName: null, quotas: {}, endsAt: tomorrow, grantedByUserId: admin.row.id, grantedAt: now };
    await saveGrant(database(), { userId: subscriber.row.id, ...plan });
    expect(await create(subscriber, body)).toMatchObject({ status: 200 });
  });

  test('a value that can’t be part of the system’s address is refused at its field, before the system is called', async () => {
    const person = await signedInPerson();
    const address = 'https://{slug}.shop.example';
    const connectorTypeId = await apiKeyType({
      ...{ authorizationType: 'OAuth', needSlug: true, clientId: 'client' },
      ...{ baseUrl: address, authUrl: `${address}/authorize`, tokenUrl: `${address}/token` },
    });
    const body = (slug: string) => ({ name: 'Shop', connectorTypeId, slug });
    const refused = await create(person, body('my shop'));
    expect(refused.status).toBe(400);
    expect(getMessagesByField(refused)).toEqual({ slug: expect.stringContaining('Slug becomes part of the system’s address') });
    const made = await create(person, body('my-shop'));
    expect(made.status).toBe(200);
    const put = (slug: string) => api(`PUT /api/connectors/${made.body.connector.id}`, { token: person.token, body: { slug } });
    expect(getMessagesByField(await put('my/shop'))).toHaveProperty('slug');
    expect((await put('my-shop-2')).status).toBe(200);
  });

  test('CONN-48, CONN-49: the sandbox is only for types that have one, can’t be changed later, and for Shopify is only for impersonators', async () => {
    const person = await signedInPerson();
    const plain = await apiKeyType();
    const withSandbox = await apiKeyType({ hasSandboxOption: true });
    const shopify = await apiKeyType({ hasSandboxOption: true, additionalData: { connection: { form: 'Shopify' } } });
    const body = (connectorTypeId: string) => ({ name: 'x', connectorTypeId, apiKey: 'k', slug: 'shop', useSandbox: true });
    expect(getMessagesByField(await create(person, body(plain)))).toHaveProperty('useSandbox');
    expect(getMessagesByField(await create(person, body(shopify)))).toHaveProperty('useSandbox');
    const admin = await signedInPerson({ roles: ['ADMIN'] });
    const token = await impersonate(admin.row.id, person.row.id);
    expect(await api('POST /api/connectors', { token, body: body(shopify) })).toMatchObject({ status: 200 });
    const made = await create(person, body(withSandbox));
    expect(made.body.connector.useSandbox).toBe(true);
    const put = (useSandbox: boolean) =>
      api(`PUT /api/connectors/${made.body.connector.id}`, { token: person.token, body: { name: 'y', useSandbox } });
    expect(await put(false)).toMatchObject({ status: 400 });
    expect(await put(true)).toMatchObject({ status: 200 });
  });

  test('CONN-10: a deleted connector’s secrets are deleted too; a connector that active workflows use can’t be deleted', async () => {
    const person = await signedInPerson();
    const { token } = person;
    const made = await create(person, { name: 'Shop', connectorTypeId: await apiKeyType(), apiKey: 'k' });
    const { id } = made.body.connector;
    const steps = [
      { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'call' },
      { stepId: 'call', type: 'HttpRequest', httpMethod: 'GET', url: 'https://api.example.com/', connectorId: id },
    ];
    const workflow = (await api('POST /api/workflows', { token, body: { name: 'Orders', steps } })).body.workflow;
    expect(await api(`POST /api/workflows/${workflow.id}/activate`, { token })).toMatchObject({ status: 200 });
    expect(await api(`DELETE /api/connectors/${id}`, { token })).toMatchObject({
      status: 409,
      code: 'connector-in-use',
      message: 'The connector is used by active workflows: “Orders”. Deactivate them first.',
    });
    await api(`POST /api/workflows/${workflow.id}/deactivate`, { token });
    expect(await api(`DELETE /api/connectors/${id}`, { token })).toMatchObject({ status: 200, body: { isSuccess: true } });
    expect(await api(`GET /api/connectors/${id}`, { token })).toMatchObject({ status: 404 });
    expect((await storedSecrets(id)).sealed).toBeUndefined();
    expect(await getConnectionObject(id).calls()).toContain('forget');
  });
});

describe('authorization by a person', () => {
  const oauthType = () => makeConnectorType({ visibility: 'AllUsers' });
  const cookieOf = (answer: { headers: Headers }) => (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const fetchCallback = (query: string, cookie: string) =>
    fetchWorker(`/api/connectors/callback?${query}`, { headers: { cookie }, redirect: 'manual' });

  test('CONN-13..17: the response leads to the system, a cookie ties it to this browser, and the callback ends at /connector-created', async () => {
    const person = await signedInPerson();
    const made = await create(person, { name: 'Shop', connectorTypeId: await oauthType() });
    const redirectUrl = new URL(made.body.redirectUrl);
    expect(redirectUrl.searchParams.get('redirect_uri')).toBe('https://portage.test/api/connectors/callback');
    const setCookie = made.headers.get('set-cookie') ?? '';
    expect(setCookie).toMatch(/; Path=\/api\/connectors\/callback; Max-Age=900; HttpOnly; SameSite=Lax; Secure$/);
    const { id } = made.body.connector;
    const state = redirectUrl.searchParams.get('state') ?? '';
    const back = await fetchCallback(`state=${state}&code=c`, cookieOf(made));
    expect(back.headers.get('location')).toBe(`https://portage.test/connector-created?connectorId=${id}`);
    expect(back.headers.get('set-cookie')).toContain('Max-Age=0');
  });

  test('HOSTILE 27: a browser that didn’t begin it can’t finish it', async () => {
    const person = await signedInPerson();
    const made = await create(person, { name: 'Shop', connectorTypeId: await oauthType() });
    const { id } = made.body.connector;
    const back = await fetchCallback(`state=${id}.x&code=c`, '');
    expect(back.headers.get('location')).toBe(`https://portage.test/connector-created?connectorId=${id}&isSuccess=false`);
    const junk = await fetchCallback('state=junk&code=c', '');
    expect(junk.headers.get('location')).toBe('https://portage.test/connector-created?isSuccess=false');
  });

  test('Re-Connect begins again; connectors without authorization say so', async () => {
    const person = await signedInPerson();
    const made = await create(person, { name: 'Shop', connectorTypeId: await oauthType() });
    const again = await api(`POST /api/connectors/${made.body.connector.id}/reconnect`, { token: person.token });
    expect(again.body.redirectUrl).toContain('https://login.example/authorize');
    expect(cookieOf(again)).toContain('portage-connection');
    const plain = await create(person, { name: 'Key', connectorTypeId: await apiKeyType(), apiKey: 'k' });
    expect(await api(`POST /api/connectors/${plain.body.connector.id}/reconnect`, { token: person.token })).toMatchObject({ status: 400 });
  });
});
