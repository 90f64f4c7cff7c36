import { dataLimits } from '@portage/contracts';
import { schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { api, createApiKey, database, impersonate, type Person, signedInPerson } from '../../test/api.ts';
import { makeConnectorType } from '../../test/connector-types.ts';
import { PETS } from '../../test/pets-document.ts';

const admin = () => signedInPerson({ roles: ['ADMIN'] });
const upload = async ({ token }: Pick<Person, 'token'>, text = PETS) =>
  (await api('POST /api/files/upload-text?fileName=pets.yaml', { token, rawBody: text })).body;
const buildBody = (openApiDocument: unknown, fields: object = {}) => ({
  ...{ name: 'My pets', baseUrl: 'https://api.pets.example/', openApiDocument, authorizationType: 'ApiKey' },
  ...fields,
});
const makeApi = async (person: Person, fields: object = {}) => {
  const made = await api('POST /api/own-apis', { token: person.token, body: buildBody(await upload(person), fields) });
  expect(made.status, made.message).toBe(200);
  return made.body.connectorType;
};

test('a person adds a private API, which only they and admins see and only they use', async () => {
  const [owner, stranger, boss] = await Promise.all([signedInPerson(), signedInPerson(), admin()]);
  const type = await makeApi(owner, { connection: { authParameters: [{ in: 'header', name: 'X-Key', template: '{apiKey}' }] } });
  expect(type).toMatchObject({
    name: 'My pets',
    visibility: 'User',
    userId: owner.row.id,
    isSystem: false,
    baseUrl: 'https://api.pets.example',
  });
  const statusFor = async ({ token }: Person) => (await api(`GET /api/connector-types/${type.id}`, { token })).status;
  expect([await statusFor(owner), await statusFor(stranger), await statusFor(boss)]).toEqual([200, 404, 200]);

  const connector = { name: 'Pets', connectorTypeId: type.id, apiKey: 'k' };
  expect(await api('POST /api/connectors', { token: stranger.token, body: connector })).toMatchObject({ status: 400 });
  const made = await api('POST /api/connectors', { token: owner.token, body: connector });
  expect(made.status, made.message).toBe(200);
  const schemaOf = await api(`GET /api/connectors/${made.body.connector.id}/api-schema`, { token: owner.token });
  expect(schemaOf.body.schema.operations.map(({ id }: { id: string }) => id)).toEqual(['GET /pets', 'POST /pets']);
});

test('a document is read and proposes a connector type; its flaws are listed', async () => {
  const person = await signedInPerson();
  const openApiDocument = await upload(person);
  const read = (body: object) => api('POST /api/own-apis/read', { token: person.token, body });
  expect(await read({ openApiDocument })).toMatchObject({
    status: 200,
    body: {
      openApiDocument,
      proposal: {
        title: 'Pets',
        operationCount: 2,
        eventCount: 1,
        servers: [{ url: 'https://api.pets.example', variables: [] }],
        signIns: [{ authorizationType: 'None' }],
        testPaths: ['/pets'],
      },
      errors: [],
    },
  });
  const flawed = await read({ openApiDocument: await upload(person, 'openapi: 3.1.0\ninfo: {}\n') });
  expect(flawed).toMatchObject({ status: 200, body: { proposal: null } });
  expect(flawed.body.errors).not.toEqual([]);
});

test('a document at an address becomes a file of the person, and its server is below that address', async () => {
  const person = await signedInPerson();
  const read = (url: string) => api('POST /api/own-apis/read', { token: person.token, body: { url } });
  const found = await read('https://pets.example/docs/openapi.json#pets');
  expect(found).toMatchObject({
    status: 200,
    body: {
      openApiDocument: { fileName: 'openapi.json' },
      proposal: { title: 'Remote pets', servers: [{ url: 'https://pets.example/v1' }] },
    },
  });
  const made = await api('POST /api/own-apis', { token: person.token, body: buildBody(found.body.openApiDocument) });
  expect(made.status, made.message).toBe(200);

  for (const url of ['ftp://pets.example/a', 'pets', 'https://user:secret@pets.example/a']) expect((await read(url)).status, url).toBe(400);
  const gone = await read('https://pets.example/nothing');
  expect([gone.status, gone.message]).toEqual([502, 'The document could not be loaded. Nobody is at https://pets.example/nothing.']);
});

test('an API with a sign-in needs its addresses, but its connectors bring their own OAuth client', async () => {
  const person = await signedInPerson();
  const openApiDocument = await upload(person);
  const refused = await api('POST /api/own-apis', {
    token: person.token,
    body: buildBody(openApiDocument, { authorizationType: 'OAuth' }),
  });
  expect(refused.body.errors.map(({ field }: { field: string }) => field)).toEqual(['authUrl', 'tokenUrl']);
  const addresses = { authUrl: 'https://id.example/authorize', tokenUrl: 'https://id.example/token', scope: 'read' };
  const type = await makeApi(person, { authorizationType: 'OAuth', ...addresses });
  expect(type).toMatchObject({ ...addresses, clientId: null, clientSecret: null });
  expect((await api(`GET /api/connector-types/${type.id}`, { token: person.token })).body.connectorType).toMatchObject(addresses);
});

test('an open API needs no credentials', async () => {
  const person = await signedInPerson();
  const type = await makeApi(person, { authorizationType: 'None' });
  const made = await api('POST /api/connectors', { token: person.token, body: { name: 'Open', connectorTypeId: type.id } });
  expect(made, made.message).toMatchObject({ status: 200, body: { connector: { authorizationType: 'None' } } });
});

test.each([
  [{ visibility: 'AllUsers' }, 400],
  [{ userId: 'someone' }, 400],
  [{ clientSecret: 'secret' }, 400],
  [{ subscriptionRequired: false }, 400],
  [{ authorizationType: 'SignedRequest' }, 400],
  [{ name: ' ' }, 400],
  [{ baseUrl: 'pets' }, 400],
])('a person can’t set %j', async (fields, status) => {
  const person = await signedInPerson();
  expect(await api('POST /api/own-apis', { token: person.token, body: buildBody(await upload(person), fields) })).toMatchObject({ status });
});

test('a person has a limited number of APIs, of a limited size', async () => {
  const person = await signedInPerson();
  const large = await upload(person, `${PETS}#${' '.repeat(dataLimits.ownApiDocumentBytes)}`);
  const sizes = [
    await api('POST /api/own-apis', { token: person.token, body: buildBody(large) }),
    await api('POST /api/own-apis/read', { token: person.token, body: { openApiDocument: large } }),
  ];
  for (const { status, message } of sizes) {
    expect([status, message]).toEqual([400, "The document is larger than 10 MB. Leave out the operations that you don't need."]);
  }
  for (let made = 0; made < dataLimits.ownApis; made += 1) await makeConnectorType({ userId: person.row.id });
  expect(await api('POST /api/own-apis', { token: person.token, body: buildBody(await upload(person)) })).toMatchObject({
    status: 409,
    message: 'You have 50 APIs of your own, which is the limit. Delete one first.',
  });
});

test('the owner changes an API and deletes it once no connector uses it; the refusal names them', async () => {
  const person = await signedInPerson();
  const { token } = person;
  const type = await makeApi(person);
  const changed = await api(`PUT /api/own-apis/${type.id}`, { token, body: buildBody(type.openApiDocument, { name: 'Our pets' }) });
  expect(changed).toMatchObject({ status: 200, body: { connectorType: { name: 'Our pets', visibility: 'User' } } });
  const { body } = await api('POST /api/connectors', { token, body: { name: 'Shop', connectorTypeId: type.id, apiKey: 'k' } });
  expect(await api(`DELETE /api/own-apis/${type.id}`, { token })).toMatchObject({
    status: 409,
    code: 'connector-type-in-use',
    message: 'These connectors use “Our pets”: “Shop”. Delete them first.',
  });
  expect((await api(`DELETE /api/connectors/${body.connector.id}`, { token })).status).toBe(200);
  expect((await api(`DELETE /api/own-apis/${type.id}`, { token })).status).toBe(200);
  expect((await api(`GET /api/connector-types/${type.id}`, { token })).status).toBe(404);
  const actions = await database().select().from(schema.auditLog).where(eq(schema.auditLog.actorUserId, person.row.id));
  expect(actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['connector-type.created', 'connector-type.saved', 'connector-type.deleted']),
  );
});

test('an admin shares an API with everyone; from then on its author can’t change it', async () => {
  const [owner, stranger, boss] = await Promise.all([signedInPerson(), signedInPerson(), admin()]);
  const type = await makeApi(owner);
  const shared = await api(`POST /api/connector-types/${type.id}/share`, { token: boss.token });
  expect(shared).toMatchObject({ status: 200, body: { connectorType: { visibility: 'AllUsers' } } });
  expect((await api(`GET /api/connector-types/${type.id}`, { token: stranger.token })).status).toBe(200);
  const locked = '“My pets” is shared with everyone. Only an admin can change or delete it now.';
  for (const call of ['PUT', 'DELETE']) {
    const body = call === 'PUT' ? { body: buildBody(type.openApiDocument, { baseUrl: 'https://evil.example' }) } : {};
    const refused = await api(`${call} /api/own-apis/${type.id}`, { token: owner.token, ...body });
    expect([refused.status, refused.message], call).toEqual([403, locked]);
    expect((await api(`${call} /api/own-apis/${type.id}`, { token: stranger.token, ...body })).status, call).toBe(404);
  }
});

test('HOSTILE 22: a person can’t redirect a secret that an admin stored in their type', async () => {
  const owner = await signedInPerson();
  const id = await makeConnectorType({ userId: owner.row.id, name: 'Set up' });
  const body = buildBody(await upload(owner), { baseUrl: 'https://evil.example' });
  expect(await api(`PUT /api/own-apis/${id}`, { token: owner.token, body })).toMatchObject({
    status: 403,
    message: '“Set up” was set up by an admin. Only an admin can change or delete it now.',
  });
  expect((await api(`GET /api/connector-types/${id}`, { token: owner.token })).body.connectorType.tokenUrl).toBeNull();
});

test('a workflow with a private API can’t be shared until the API is', async () => {
  const [owner, boss] = await Promise.all([signedInPerson(), admin()]);
  const { token } = owner;
  const type = await makeApi(owner);
  const { body } = await api('POST /api/connectors', { token, body: { name: 'Shop', connectorTypeId: type.id, apiKey: 'k' } });
  const steps = [
    { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'pets' },
    { stepId: 'pets', type: 'ConnectorOperation', connectorTypeId: type.id, connectorId: body.connector.id, operationId: 'GET /pets' },
  ];
  const made = await api('POST /api/workflows', { token, body: { name: 'Pets', steps } });
  expect(made.status, made.message).toBe(200);
  const share = () => api(`POST /api/workflows/${made.body.workflow.id}/share`, { token });
  const why = "This workflow uses “My pets”, a private API that other people can't use.";
  expect(await share()).toMatchObject({
    status: 409,
    message: `${why} Ask an admin to share the API with everyone, or remove its steps.`,
  });
  await api(`POST /api/connector-types/${type.id}/share`, { token: boss.token });
  expect((await share()).status).toBe(200);
});

test('an admin who acts as a person adds the API for that person; no API key may', async () => {
  const [owner, boss] = await Promise.all([signedInPerson(), admin()]);
  const token = await impersonate(boss.row.id, owner.row.id);
  const type = await makeApi({ ...owner, token });
  expect(type).toMatchObject({ userId: owner.row.id, visibility: 'User' });
  const lines = await database().select().from(schema.auditLog).where(eq(schema.auditLog.impersonatorUserId, boss.row.id));
  expect(lines).toContainEqual(
    expect.objectContaining({ action: 'connector-type.created', actorUserId: owner.row.id, subjectUserId: owner.row.id }),
  );
  const key = await createApiKey(owner, 'read', 'run', 'manage');
  const refused = await api('POST /api/own-apis', { token: key, body: buildBody(type.openApiDocument) });
  expect(refused.status).toBe(403);
});
