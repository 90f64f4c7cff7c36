import { type ConnectorTypeSettings, connectors } from '@portage/database';
import { describe, expect, test } from 'vitest';
import { api, database, type Person, signedInPerson, testEnv } from '../../../test/api.ts';
import type { ConnectionObject } from '../../../test/connection-object.ts';
import { makeConnectorType } from '../../../test/connector-types.ts';
import { CHOOSY_PETS } from '../../../test/pets-document.ts';
import { makeWorkflow } from '../../../test/workflows.ts';

interface Pets {
  person: Person;
  connectorId: string;
  connectorTypeId: string;
  system: ConnectionObject;
}

async function pets(document = CHOOSY_PETS, additionalData: ConnectorTypeSettings['additionalData'] = {}): Promise<Pets> {
  const person = await signedInPerson();
  const [id, fileStorageId, at] = [crypto.randomUUID(), crypto.randomUUID(), new Date()];
  await testEnv.FILES.put(`uploads/${fileStorageId}`, document);
  const connectorTypeId = await makeConnectorType({
    visibility: 'AllUsers',
    openApiDocument: { fileName: 'pets.yaml', fileStorageId, storageType: 'R2' },
    settings: { additionalData },
  });
  const row = { id, userId: person.row.id, connectorTypeId, name: 'My pets', createdAt: at, lastUpdatedAt: at };
  await database().insert(connectors).values(row);
  const system = testEnv.CONNECTIONS.get(testEnv.CONNECTIONS.idFromName(id)) as unknown as ConnectionObject;
  return { person, connectorId: id, connectorTypeId, system };
}

const lookup = ({ person, connectorId }: Pets, body: object, now?: Date) =>
  api('POST /api/connectors/find-lookup-options', { token: person.token, body: { connectorId, ...body }, ...(now ? { now } : {}) });
const autocomplete = ({ person, connectorId }: Pets, body: object) =>
  api('POST /api/connectors/find-autocomplete-options', { token: person.token, body: { connectorId, ...body } });
const friend = { operationId: 'POST /pets', parameterPath: 'body.friend' };
const vet = { operationId: 'POST /pets', parameterPath: 'body.vet', searchField: 'name' };

describe('API-85: a lookup’s options', () => {
  test('come from the system through the connector, at any depth of the form, and are requested once a minute', async () => {
    const mine = await pets();
    await mine.system.willAnswer('/pets', { body: [{ name: 'Rex' }, { name: 'Lassie' }] });
    const now = new Date('2026-11-21T10:00:00Z');
    const found = [
      { id: 'Rex', name: 'Rex' },
      { id: 'Lassie', name: 'Lassie' },
    ];
    expect((await lookup(mine, friend, now)).body).toEqual({ lookups: found });
    const deep = { ...friend, parameterPath: 'body.parent.parent.friend' };
    expect((await lookup(mine, deep, new Date('2026-11-21T10:00:59Z'))).body).toEqual({ lookups: found });
    expect(await mine.system.calls()).toEqual(['GET /pets']);
    await lookup(mine, friend, new Date('2026-11-21T10:01:01Z'));
    expect(await mine.system.calls()).toHaveLength(2);
  });

  test('are found by path only if no two operations have different choices there', async () => {
    const mine = await pets();
    await mine.system.willAnswer('/pets', { body: [{ name: 'Rex' }] });
    expect((await lookup(mine, { parameterPath: 'body.friend' })).body).toEqual({ lookups: [{ id: 'Rex', name: 'Rex' }] });
    expect(await lookup(mine, { parameterPath: 'body.nosuch' })).toMatchObject({ status: 404 });
    const get = (operation: string) => `    get:
      parameters: [{ name: pet, in: query, schema: { type: string, x-lookup: { operation: ${operation}, idPath: name } } }]
      responses: { '200': { description: ok } }
`;
    const two = await pets(CHOOSY_PETS.replace('  /vets:', `  /a:\n${get('GET /pets')}  /b:\n${get('GET /vets')}  /vets:`));
    const unclear = { status: 400, message: 'Name the operation or event the field belongs to.' };
    expect(await lookup(two, { parameterPath: 'query.pet' })).toMatchObject(unclear);
  });

  test('STEP-44: depend on other fields, which are named when missing and stay in their segment of the address', async () => {
    const mine = await pets();
    await mine.system.willAnswer('/owners/', { body: [{ id: 7, name: 'Kitchen' }] });
    const room = { operationId: 'GET /owners/{ownerId}/rooms', parameterPath: 'query.room' };
    const missing = await lookup(mine, room);
    expect(missing).toMatchObject({ status: 400, message: 'Fill in path.ownerId first: the choices depend on it.' });
    const asked = { ...room, lookupParameters: { 'path.ownerId': 'a/b?x=1', 'path.other': 'ignored' } };
    expect((await lookup(mine, asked)).body).toEqual({ lookups: [{ id: '7', name: 'Kitchen' }] });
    expect(await mine.system.calls()).toEqual(['GET /owners/a%2Fb%3Fx%3D1/rooms']);
    expect(await lookup(mine, { ...room, lookupParameters: { 'path.ownerId': '..' } })).toMatchObject({ status: 400 });
  });

  test('failures are described in words: nobody there, a refusal in the system’s own words, an unknown field', async () => {
    const nobody = await pets();
    expect(await lookup(nobody, friend)).toMatchObject({ status: 502, code: 'connection-refused', message: 'Nobody is at /pets.' });
    const refusing = await pets();
    await refusing.system.willAnswer('/pets', { status: 403, body: { error: { message: 'The scope pets.read is missing' } } });
    expect(await lookup(refusing, friend)).toMatchObject({
      status: 502,
      code: 'system-refused',
      message: '“My pets” responded with 403: The scope pets.read is missing.',
    });
    expect(await lookup(nobody, { ...friend, parameterPath: 'body.name' })).toMatchObject({ status: 404 });
    expect(await lookup(nobody, { ...friend, operationId: 'GET /nosuch' })).toMatchObject({ status: 404 });
  });

  test.each<[string, unknown]>([
    ['an error object', { error: 'temporarily unavailable' }],
    ['null', null],
    ['a text', 'try later'],
    ['a list at another path', { pets: [] }],
    ['an entry that is no record', [{ name: 'Rex' }, null]],
  ])('HOSTILE 47: %s instead of the list is an error, not an empty choice', async (_name, body) => {
    const mine = await pets();
    await mine.system.willAnswer('/pets', { body });
    expect(await lookup(mine, friend)).toMatchObject({
      status: 502,
      code: 'system-refused',
      message: expect.stringMatching(/^“My pets”: Page 1 of GET \/pets isn't what its document declares/),
    });
    await mine.system.willAnswer('/pets', { body: [{ name: 'Rex' }] });
    expect((await lookup(mine, friend)).body).toEqual({ lookups: [{ id: 'Rex', name: 'Rex' }] });
  });

  test('HOSTILE 47: a list of more than 100 pages is an error that says so, and no part of it is offered', async () => {
    const document = CHOOSY_PETS.replace(
      'operationId: listPets',
      'operationId: listPets\n      x-paging: { style: page, parameter: query.page, firstPage: 1 }',
    ).replace('- { name: limit, in: query, schema: { type: integer } }', '- { name: page, in: query, schema: { type: integer } }');
    const mine = await pets(document);
    // The first matching address is used, and page 1's address is a prefix of the addresses of pages 10 and 100.
    for (let page = 101; page > 0; page -= 1) await mine.system.willAnswer(`/pets?page=${page}`, { body: [{ name: `Rex ${page}` }] });
    await mine.system.willAnswer('/pets', { body: [{ name: 'Rex 1' }] });
    expect(await lookup(mine, friend)).toMatchObject({
      status: 502,
      message: '“My pets”: The list has more than 100 pages. Narrow it, or enter the value yourself.',
    });
    await mine.system.willAnswer('/pets?page=100', { body: [] });
    const { lookups } = (await lookup(mine, friend)).body;
    expect(lookups).toHaveLength(99);
  });

  const described = (more: string) => CHOOSY_PETS.replace('operationId: listPets', `operationId: listPets\n      ${more}`);

  test('more than 1,000 choices are marked as cut', async () => {
    const mine = await pets();
    const names = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `Rex ${at}` }));
    await mine.system.willAnswer('/pets', { body: names(1_001) });
    const { lookups, isCut } = (await lookup(mine, friend)).body;
    expect([lookups.length, isCut]).toEqual([1_000, true]);
    const other = await pets();
    await other.system.willAnswer('/pets', { body: names(1_000) });
    expect((await lookup(other, friend)).body).toEqual({ lookups: expect.objectContaining({ length: 1_000 }) });
  });

  test('a failure that the document describes is an error, not an empty choice', async () => {
    const paging = 'x-paging: { style: cursor, parameter: query.limit, responsePath: next, itemsPath: items }';
    const mine = await pets(described(`x-failure: { path: ok, equals: false, messagePath: reason }\n      ${paging}`));
    await mine.system.willAnswer('/pets', { body: { ok: false, reason: 'no access', items: [] } });
    expect(await lookup(mine, friend)).toMatchObject({ status: 502, message: expect.stringContaining('no access') });
  });

  test('come from XML, too, and not from an error in XML', async () => {
    const mine = await pets(CHOOSY_PETS.replace('application/json: { schema: { type: array', 'application/xml: { schema: { type: array'));
    await mine.system.willAnswer('/pets', { xml: '<error>busy</error>' });
    expect(await lookup(mine, friend)).toMatchObject({ status: 502, message: expect.stringContaining('“busy”') });
    await mine.system.willAnswer('/pets', { xml: '<pets><pet><name>Rex</name></pet></pets>' });
    expect((await lookup(mine, friend)).body).toEqual({ lookups: [{ id: 'Rex', name: 'Rex' }] });
  });

  test('a next page is requested without the key that was redacted in its address', async () => {
    const mine = await pets(described('x-paging: { style: nextUrl, responsePath: next, itemsPath: items }'));
    const next = 'https://system.example/pets?after=1&access_token=[redacted]';
    await mine.system.willAnswer('https://system.example/pets?after=1 ', { body: { items: [{ name: 'Lassie' }] } });
    await mine.system.willAnswer('/pets', { body: { items: [{ name: 'Rex' }], next } });
    const found = await lookup(mine, friend);
    expect([found.body, await mine.system.calls()]).toMatchObject([
      { lookups: [{ id: 'Rex' }, { id: 'Lassie' }] },
      ['GET /pets', 'GET https://system.example/pets?after=1'],
    ]);
  });

  test('keys that the connection adds to every call aren’t asked for, even if the operation requires them', async () => {
    const document = CHOOSY_PETS.replace(
      'operationId: listPets',
      'operationId: listPets\n      parameters: [{ name: X-Site, in: header, required: true, schema: { type: string } }]',
    ).replace(
      '      tags: [pets]\n      parameters:\n        - { name: limit, in: query, schema: { type: integer } }',
      '      tags: [pets]',
    );
    const without = await pets(document);
    expect(await lookup(without, friend)).toMatchObject({ status: 400, code: 'document', message: expect.stringContaining('X-Site') });
    const mine = await pets(document, { connection: { authParameters: [{ in: 'header', name: 'x-site', template: '{slug}' }] } });
    await mine.system.willAnswer('/pets', { body: [{ name: 'Rex' }] });
    expect((await lookup(mine, friend)).body).toEqual({ lookups: [{ id: 'Rex', name: 'Rex' }] });
  });

  test('HOSTILE 25: someone else’s connector is never called', async () => {
    const mine = await pets();
    const stranger = await signedInPerson();
    const asked = { connectorId: mine.connectorId, ...friend };
    const answer = await api('POST /api/connectors/find-lookup-options', { token: stranger.token, body: asked });
    expect(answer).toMatchObject({ status: 404, message: 'This connector was not found.' });
    expect(await mine.system.calls()).toEqual([]);
  });
});

test('API-86, STEP-46: an autocompletion asks from three characters on, with the text where the document says', async () => {
  const mine = await pets();
  await mine.system.willAnswer('/vets', { body: { vets: [{ id: 1, name: 'Ada', town: 'Bern' }] } });
  expect((await autocomplete(mine, { ...vet, searchValue: 'Äd' })).status).toBe(400);
  expect(await mine.system.calls()).toEqual([]);
  expect((await autocomplete(mine, { ...vet, searchValue: ' ada&x=1 ' })).body).toEqual({ options: [{ id: '1', name: 'Ada (Bern)' }] });
  expect(await mine.system.calls()).toEqual(['GET /vets?q=ada%26x%3D1']);
});

test('API-82, API-83: the account’s own fields are read, appear in the form, survive a failed read, and go with the connector', async () => {
  const mine = await pets();
  const { token } = mine.person;
  const resync = async () => (await api(`POST /api/connectors/${mine.connectorId}/resync-custom-parameters`, { token })).body;
  const members = async () => {
    const path = `GET /api/connectors/${mine.connectorId}/operation-schema?operationId=${encodeURIComponent('POST /pets')}`;
    const { requestSchema } = (await api(path, { token })).body;
    return requestSchema.properties[0].properties.map(({ name, type }: { name: string; type: string }) => `${name}: ${type}`);
  };
  expect(await resync()).toEqual({ isSuccess: false, errorMessage: 'Nobody is at /vets.' });
  const documented = await members();
  await mine.system.willAnswer('/vets', { body: { fields: [{ key: 'chip', label: 'Chip number', kind: 'int' }, { key: 'name' }] } });
  expect(await resync()).toEqual({ isSuccess: true, errorMessage: null });
  expect(await members()).toEqual([...documented, 'chip: Integer']);
  expect(await testEnv.FILES.get(`custom-fields/${mine.connectorId}.json`)).not.toBeNull();
  expect((await api(`DELETE /api/connectors/${mine.connectorId}`, { token })).status).toBe(200);
  expect(await testEnv.FILES.get(`custom-fields/${mine.connectorId}.json`)).toBeNull();
  const plain = await pets(CHOOSY_PETS.replace('x-custom-parameters', 'x-others'));
  const none = await api(`POST /api/connectors/${plain.connectorId}/resync-custom-parameters`, { token: plain.person.token });
  expect(none.body).toEqual({ isSuccess: false, errorMessage: expect.stringContaining('has no account-specific fields') });
});

test('API-99, API-100, API-101: data steps learn what their systems accept, by type and kind of data; errors are reported', async () => {
  const { person, connectorTypeId } = await pets();
  const get = (path: string) => api(`GET /api/connector-types/${path}`, { token: person.token });
  const pair = (source: string, target: string) => get(`sync-step/schema?sourceConnectorTypeId=${source}&targetConnectorTypeId=${target}`);
  const { body } = await pair(connectorTypeId, connectorTypeId);
  const operationId = 'GET /owners/{ownerId}/rooms';
  expect(body).toMatchObject({
    isSuccess: true,
    error: null,
    operationsByConnectorTypeId: {
      [connectorTypeId]: [
        { syncType: 'Products', role: 'source', operationId, requestSchema: { type: 'Object' } },
        { syncType: 'Products', role: 'target', operationId },
      ],
    },
  });
  expect(body.schema).toEqual({ operationsByConnectorTypeId: body.operationsByConnectorTypeId });
  const without = await makeConnectorType({ visibility: 'AllUsers' });
  expect((await pair(connectorTypeId, without)).body).toEqual({
    isSuccess: false,
    error: 'The OpenAPI document of this application was not found.',
    schema: null,
    operationsByConnectorTypeId: {},
  });
  expect(await pair(connectorTypeId, 'nosuch')).toMatchObject({ status: 404 });
  const ofWorkflow = (workflowId: string) => pair(connectorTypeId, `${connectorTypeId}&workflowId=${workflowId}`);
  const [own, other] = [(await makeWorkflow(person)).id, (await makeWorkflow(await signedInPerson())).id];
  expect(await ofWorkflow(own)).toMatchObject({ status: 200 });
  expect(await ofWorkflow(other)).toMatchObject({ status: 404 });
  const { operations } = (await get(`${connectorTypeId}/get-data/schema`)).body;
  expect(operations).toMatchObject([
    { dataType: 'Orders', operationId, requestSchema: { properties: [{ name: 'path' }, { name: 'query' }] } },
  ]);
});
