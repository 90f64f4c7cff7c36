import { describe, expect, test } from 'vitest';
import { api, type Person, signedInPerson } from '../../../test/api.ts';
import { CHOOSY_PETS, PETS } from '../../../test/pets-document.ts';

const admin = () => signedInPerson({ roles: ['ADMIN'] });
const typeBody = { name: 'Pets', baseUrl: 'https://api.pets.example', authorizationType: 'ApiKey', visibility: 'AllUsers' };

async function uploaded({ token }: Person, text: string, fileName = 'pets.yaml') {
  return (await api(`POST /api/files/upload-text?fileName=${fileName}`, { token, rawBody: text })).body;
}

async function petsType(person: Person): Promise<string> {
  const openApiDocument = await uploaded(person, PETS);
  const made = await api('POST /api/connector-types', { token: person.token, body: { ...typeBody, openApiDocument } });
  expect(made.status, made.message).toBe(200);
  return made.body.connectorType.id;
}

const BROKEN = PETS.replace('openapi: 3.1.0', 'openapi: 3.1.0\nopenapi: 3.1.0');

describe('a document', () => {
  test('API-95, CTYPE-12, CTYPE-13: is checked before and on saving; errors come with their line', async () => {
    const person = await admin();
    const validate = async (text: string) =>
      (await api('POST /api/connector-types/validate', { token: person.token, body: { openApiDocument: await uploaded(person, text) } }))
        .body;
    expect(await validate(PETS)).toEqual({ errors: [], warnings: [] });
    const { errors } = await validate(BROKEN);
    expect(errors[0]).toMatch(/line 2/);
    expect((await validate('<!doctype html><html></html>')).errors).not.toEqual([]);
    const refused = await api('POST /api/connector-types', {
      token: person.token,
      body: { ...typeBody, openApiDocument: await uploaded(person, BROKEN) },
    });
    expect(refused).toMatchObject({ status: 400, code: 'document', message: 'Document contains some errors' });
    expect(refused.body.errors[1].userMessage).toBe(errors[0]);
  });

  test('API-81, API-84, API-87, API-88: a connector shows its resources, operations and events, and the schemas of one at a time', async () => {
    const [boss, person] = [await admin(), await signedInPerson()];
    const { token } = person;
    const connectorTypeId = await petsType(boss);
    const { connector } = (await api('POST /api/connectors', { token, body: { name: 'Pets', connectorTypeId, apiKey: 'k' } })).body;
    const get = async (path: string) => (await api(`GET /api/connectors/${connector.id}/${path}`, { token })).body;
    expect((await get('api-schema')).schema).toMatchObject({
      resources: [{ id: 'Events' }, { id: 'pets' }],
      operations: [
        { id: 'GET /pets', name: 'List pets', operationId: 'listPets', resourceId: 'pets', method: 'GET' },
        { id: 'POST /pets' },
      ],
      events: [{ id: 'petBorn' }],
    });
    expect((await get('resources')).resources).toHaveLength(2);
    expect((await get('events?resourceId=pets')).events).toEqual([]);
    const [born] = (await get('events?resourceId=Events')).events;
    expect(born).toMatchObject({ id: 'petBorn', payloadSchema: { type: 'Object' } });
    expect(born.payloadSchema).toEqual((await get('event-schema?eventId=petBorn')).payloadSchema);
    const schemas = await get(`operation-schema?operationId=${encodeURIComponent('POST /pets')}`);
    expect(JSON.stringify(schemas.requestSchema)).toContain('"parent"');
    expect(JSON.stringify((await get('event-schema?eventId=petBorn')).payloadSchema)).toContain('"name"');
    const [, reference = ''] = /"reference":"([^"]+)"/.exec(JSON.stringify(schemas)) ?? [];
    expect((await get(`schema-node?reference=${encodeURIComponent(reference)}`)).node).toMatchObject({ type: 'Object' });
    expect((await get(`operation-script?operationId=${encodeURIComponent('GET /pets')}`)).script).toContain('limit');
    for (const path of ['operation-schema?operationId=nosuch', 'event-schema?eventId=nosuch', 'schema-node?reference=nosuch']) {
      expect(await api(`GET /api/connectors/${connector.id}/${path}`, { token })).toMatchObject({ status: 404 });
    }
  });

  test('API-97, API-103, API-104: its text is read and replaced; one with errors changes nothing', async () => {
    const person = await admin();
    const { token } = person;
    const id = await petsType(person);
    const textOf = async () => (await api(`GET /api/connector-types/${id}/yaml`, { token })).body;
    expect(await textOf()).toMatchObject({ yaml: PETS, errors: [], format: 'yaml' });
    const put = (yaml: string) => api(`PUT /api/connector-types/${id}/yaml`, { token, body: { yaml } });
    expect((await put(BROKEN)).body).toMatchObject({ isSuccess: false, errors: [expect.stringMatching(/line 2/)] });
    expect((await textOf()).yaml).toBe(PETS);
    expect((await put(PETS.replace('listPets', 'findPets'))).body).toMatchObject({ isSuccess: true, errors: [] });
    const { schema } = (await api(`GET /api/connector-types/${id}/edit-schema`, { token })).body;
    expect(schema.operations[0]).toMatchObject({ id: 'GET /pets', name: 'Find pets' });
  });

  test('CTYPE-27: hidden operations aren’t offered, nor a resource with nothing else; the type’s editor sees them', async () => {
    const [boss, { token }] = [await admin(), await signedInPerson()];
    const connectorTypeId = await petsType(boss);
    await api(`PUT /api/connector-types/${connectorTypeId}/yaml`, { token: boss.token, body: { yaml: CHOOSY_PETS } });
    const { connector } = (await api('POST /api/connectors', { token, body: { name: 'Pets', connectorTypeId, apiKey: 'k' } })).body;
    const idsOf = (list: { id: string }[]) => list.map(({ id }) => id);
    const offered = (await api(`GET /api/connectors/${connector.id}/api-schema`, { token })).body.schema;
    expect([idsOf(offered.resources), idsOf(offered.operations)]).toEqual([
      ['Events', 'pets'],
      ['GET /pets', 'POST /pets'],
    ]);
    expect((await api(`GET /api/connectors/${connector.id}/resources`, { token })).body.resources).toEqual(offered.resources);
    const { schema } = (await api(`GET /api/connector-types/${connectorTypeId}/edit-schema`, { token: boss.token })).body;
    expect(idsOf(schema.resources)).toContain('vets');
    expect(idsOf(schema.operations)).toContain('GET /vets');
  });

  test('CTYPE-23: method and custom forms use the specification’s names, and survive a round trip through dto-to-yaml', async () => {
    const person = await admin();
    const { token } = person;
    const id = await petsType(person);
    const schemaOf = async () => (await api(`GET /api/connector-types/${id}/edit-schema`, { token })).body.schema;
    expect(await schemaOf()).toMatchObject({ customData: { customForms: [] } });
    const customForms = [{ name: 'Address', fields: ['street', 'city'] }];
    const put = (yaml: string) => api(`PUT /api/connector-types/${id}/yaml`, { token, body: { yaml } });
    await put(`${PETS}\nx-custom-data: ${JSON.stringify({ customForms, more: true })}\n`);
    const schema = await schemaOf();
    expect(schema).toMatchObject({ customData: { customForms, more: true } });
    expect(schema.operations[0]).toMatchObject({ method: 'GET', httpMethod: 'GET' });
    const { yaml } = (await api('POST /api/conversion/dto-to-yaml', { token, body: { schema } })).body;
    expect((await put(yaml)).body).toMatchObject({ isSuccess: true });
    expect((await schemaOf()).customData).toEqual(schema.customData);
    const { connector } = (await api('POST /api/connectors', { token, body: { name: 'Pets', connectorTypeId: id, apiKey: 'k' } })).body;
    const offered = (await api(`GET /api/connectors/${connector.id}/api-schema`, { token })).body.schema;
    expect(offered.customData.customForms).toEqual(customForms);
  });
});
