import { MASKED_SECRET } from '@portage/contracts';
import { openFields, schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { api, database, fetchWorker, signedInPerson, testEnv } from '../../test/api.ts';
import { makeConnectorType } from '../../test/connector-types.ts';
import { getSecretBox } from '../secrets/secret-box-of.ts';

const admin = () => signedInPerson({ roles: ['ADMIN'] });
const oauthBody = {
  name: 'Crm',
  baseUrl: 'https://{slug}.crm.example/v1/',
  authorizationType: 'OAuth',
  authUrl: 'https://crm.example/authorize',
  tokenUrl: 'https://crm.example/token',
  clientId: 'portage',
  clientSecret: 'type-secret',
  scope: 'read write',
  additionalData: {
    Category: 'Crm',
    connection: { allowedHosts: ['files.crm.example'], expirySigns: [{ status: 403, contains: 'expired' }] },
  },
};
const listFieldErrors = (answer: { body: { errors?: { field?: string; userMessage: string }[] } }) =>
  (answer.body.errors ?? []).map(({ field, userMessage }) => [field, userMessage]);

test('CTYPE-05, CTYPE-06: an admin creates, reads, changes and deletes a type; its secrets are sealed and shown as dots', async () => {
  const { token, row } = await admin();
  const made = await api('POST /api/connector-types', { token, body: oauthBody });
  expect(made).toMatchObject({
    status: 200,
    body: {
      connectorType: {
        name: 'Crm',
        baseUrl: 'https://{slug}.crm.example/v1',
        visibility: 'User',
        userId: row.id,
        isSystem: false,
        clientSecret: MASKED_SECRET,
        sandboxClientSecret: null,
        additionalData: oauthBody.additionalData,
      },
    },
  });
  const { id } = made.body.connectorType;
  const secretsOf = async () => {
    const [stored] = await database().select().from(schema.connectorTypes).where(eq(schema.connectorTypes.id, id));
    expect(JSON.stringify(stored)).not.toContain('type-secret');
    return openFields(getSecretBox(testEnv), 'connector-type', id, stored?.secrets ?? {});
  };
  expect(await secretsOf()).toEqual({ clientSecret: 'type-secret' });

  const put = (body: object) => api(`PUT /api/connector-types/${id}`, { token, body: { ...oauthBody, ...body } });
  expect(await put({ name: 'Crm 2', clientSecret: null, webhookVerificationToken: 'hook' })).toMatchObject({
    status: 200,
    body: { connectorType: { name: 'Crm 2', clientSecret: MASKED_SECRET, webhookVerificationToken: MASKED_SECRET } },
  });
  expect(await secretsOf()).toEqual({ clientSecret: 'type-secret', webhookVerificationToken: 'hook' });
  await put({ clientSecret: 'type-secret-2', webhookVerificationToken: '' });
  expect(await secretsOf()).toEqual({ clientSecret: 'type-secret-2' });

  expect(await api(`DELETE /api/connector-types/${id}`, { token })).toMatchObject({ status: 200, body: { isSuccess: true } });
  expect(await api(`GET /api/connector-types/${id}`, { token })).toMatchObject({ status: 404 });
});

test('CTYPE-08, CTYPE-09: missing fields are named', async () => {
  const { token } = await admin();
  const post = async (body: object) => listFieldErrors(await api('POST /api/connector-types', { token, body }));
  // API-90: if the name is missing, the form's words ask for it.
  expect(await post({ authorizationType: 'ApiKey', baseUrl: 'https://a.example' })).toEqual([['name', 'Please input Name']]);
  expect(await post({ name: '', authorizationType: 'ApiKey' })).toEqual([
    ['name', 'Please input Name'],
    ['baseUrl', 'Please input Base Url'],
  ]);
  expect(await post({ name: 'x', baseUrl: 'https://a.example', authorizationType: 'OAuth1' })).toEqual([
    ['authUrl', 'Please input Authorization Url'],
    ['clientId', 'Please input Client Id'],
    ['clientSecret', 'Please input Client Secret'],
    ['tokenUrl', 'Please input Token Url'],
    ['requestTokenUrl', 'Please input Request Token Url'],
  ]);
  expect(await post({ ...oauthBody, authUrl: 'javascript:alert(1)' })).toEqual([['authUrl', '"javascript:alert(1)" is not a web address']]);
  expect(await post({ ...oauthBody, additionalData: { connection: { allowedHosts: ['*'] } } })).toMatchObject([
    ['additionalData.connection.allowedHosts[0]', 'This is not the name of a host'],
  ]);
  expect(await post({ ...oauthBody, userId: '' })).toEqual([['userId', 'There is no such user.']]);
  expect(await post({ ...oauthBody, colour: 'red' })).toEqual([['colour', expect.stringContaining('Unknown field "colour".')]]);
});

test('HOSTILE 22: a placeholder controls only the start of a token address’s host', async () => {
  const { token } = await admin();
  const post = async (tokenUrl: string) => (await api('POST /api/connector-types', { token, body: { ...oauthBody, tokenUrl } })).status;
  for (const url of ['https://{slug}/token', 'https://login.{slug}/token', 'https://{slug}.com/token', 'https://{slug}:8080/token']) {
    expect([url, await post(url)]).toEqual([url, 400]);
  }
  expect(await post('https://{slug}.crm.example/token')).toBe(200);
  expect(await post('https://crm.example/{slug}/token')).toBe(200);
});

test('CTYPE-02, CTYPE-28: system types cannot be changed; types for one user are seen by that user and admins', async () => {
  const [owner, stranger, boss] = [await signedInPerson(), await signedInPerson(), await admin()];
  const name = `Only ${crypto.randomUUID()}`;
  const own = await makeConnectorType({ name, userId: owner.row.id });
  const seenBy = async (token: string) =>
    (await api(`GET /api/connector-types?name=${encodeURIComponent(name)}`, { token })).body.totalCount;
  expect([await seenBy(owner.token), await seenBy(stranger.token), await seenBy(boss.token)]).toEqual([1, 0, 1]);
  // Only admins see what admins entered for the authorization.
  const shown = await api(`GET /api/connector-types/${own}`, { token: owner.token });
  expect(shown.body.connectorType).toMatchObject({ clientId: MASKED_SECRET, tokenUrl: null, authorizationType: 'OAuth' });
  expect((await api(`GET /api/connector-types/${own}`, { token: boss.token })).body.connectorType).toMatchObject({ clientId: 'portage' });

  const system = await makeConnectorType({ isSystem: true, visibility: 'AllUsers' });
  expect(await api(`PUT /api/connector-types/${system}`, { token: boss.token, body: oauthBody })).toMatchObject({
    status: 403,
    code: 'system-type',
  });
  expect(await api(`DELETE /api/connector-types/${system}`, { token: boss.token })).toMatchObject({ status: 403 });
});

test('a type that has connectors can’t be deleted', async () => {
  const { token } = await admin();
  const type = await makeConnectorType({ visibility: 'AllUsers', settings: { authorizationType: 'ApiKey' } });
  const made = await api('POST /api/connectors', { token, body: { name: 'x', connectorTypeId: type, apiKey: 'k' } });
  expect(await api(`DELETE /api/connector-types/${type}`, { token })).toMatchObject({
    status: 409,
    message: expect.stringContaining('One connector'),
  });
  await api(`DELETE /api/connectors/${made.body.connector.id}`, { token });
  expect(await api(`DELETE /api/connector-types/${type}`, { token })).toMatchObject({ status: 200 });
});

test('CTYPE-10, API-105..107: files are uploaded one at a time, only their owner downloads them, and everybody sees logos', async () => {
  const { token } = await admin();
  const upload = async (...files: [string, string, string][]) => {
    const form = new FormData();
    for (const [name, type, text] of files) form.append('file', new File([text], name, { type }));
    return api('POST /api/files/upload', { token, rawBody: form });
  };
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const logo = await upload(['a/b/logo.svg', 'text/html', svg]);
  expect(logo).toMatchObject({ status: 200, body: { fileName: 'logo.svg', storageType: 'R2' } });
  expect(await upload(['a.json', '', '{}'], ['b.json', '', '{}'])).toMatchObject({ status: 400 });
  expect(await upload(['empty.json', '', ''])).toMatchObject({
    status: 400,
    message: expect.stringContaining('empty.json file upload failed.'),
  });
  expect(await api('POST /api/files/upload-text?fileName=api.yaml', { token, rawBody: 'openapi: 3.0.3' })).toMatchObject({
    status: 200,
    body: { fileName: 'api.yaml' },
  });

  const download = (as: string, query = '') =>
    fetchWorker(`/api/files/download/api.yaml${query}`, { headers: { authorization: `Bearer ${as}` } });
  const mine = await download(token);
  expect(await mine.text()).toBe('openapi: 3.0.3');
  expect(mine.headers.get('content-disposition')).toContain('attachment');
  const stranger = await signedInPerson();
  expect((await download(stranger.token)).status).toBe(404);
  expect((await download(stranger.token, `?fileStorageId=${logo.body.fileStorageId}`)).status).toBe(404);

  const made = await api('POST /api/connector-types', { token, body: { ...oauthBody, logo: logo.body } });
  const shown = await fetchWorker(`/api/connector-types/${made.body.connectorType.id}/logo`);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  // HOSTILE 31: scripts in an SVG don't run.
  expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
  await shown.text();
});

test('another user’s file can’t become a logo or a document', async () => {
  const [one, other] = [await admin(), await admin()];
  const file = await api('POST /api/files/upload-text?fileName=secret.svg', { token: one.token, rawBody: 'of one' });
  const response = await api('POST /api/connector-types', { token: other.token, body: { ...oauthBody, logo: file.body } });
  expect(response).toMatchObject({ status: 400, message: expect.stringContaining('secret.svg') });
});
