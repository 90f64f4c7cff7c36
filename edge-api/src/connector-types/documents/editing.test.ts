import { describe, expect, test } from 'vitest';
import { api, type Person, signedInPerson } from '../../../test/api.ts';
import { PETS } from '../../../test/pets-document.ts';

const admin = () => signedInPerson({ roles: ['ADMIN'] });
const typeBody = { name: 'Pets', baseUrl: 'https://api.pets.example', authorizationType: 'ApiKey', visibility: 'AllUsers' };

async function createType({ token }: Person, text: string | null, fileName = 'pets.yaml'): Promise<string> {
  const openApiDocument =
    text === null ? null : (await api(`POST /api/files/upload-text?fileName=${fileName}`, { token, rawBody: text })).body;
  const made = await api('POST /api/connector-types', { token, body: { ...typeBody, openApiDocument } });
  expect(made.status, made.message).toBe(200);
  return made.body.connectorType.id;
}

describe('the Api Editor', () => {
  test('CTYPE-17: reads one operation with what it refers to, one event, one reference', async () => {
    const person = await admin();
    const id = await createType(person, PETS);
    const get = async (path: string) => api(`GET /api/connector-types/${id}/${path}`, { token: person.token });
    const { body: lists } = await get('edit-schema');
    expect(lists).toMatchObject({ openApiVersion: '3.1.0', eventsMember: 'webhooks', title: 'Pets' });
    expect((await get(`edit-operation?operationId=${encodeURIComponent('GET /pets')}`)).body).toMatchObject({
      method: 'get',
      path: '/pets',
      operation: { operationId: 'listPets', parameters: [{ name: 'limit' }] },
      pathParameters: [],
      isSwagger2: false,
      resource: 'pets',
      revision: lists.revision,
    });
    expect((await get('edit-event?eventId=petBorn')).body).toMatchObject({ member: 'webhooks', item: { post: { requestBody: {} } } });
    expect((await get(`edit-reference?reference=${encodeURIComponent('#/components/schemas/Pet')}`)).body.value).toMatchObject({
      type: 'object',
    });
    for (const path of [
      'edit-operation?operationId=nosuch',
      'edit-event?eventId=__proto__',
      `edit-reference?reference=${encodeURIComponent('#/constructor')}`,
    ]) {
      expect(await get(path), path).toMatchObject({ status: 404 });
    }
    expect(await get(`edit-reference?reference=${encodeURIComponent('https://example.com/a')}`)).toMatchObject({ status: 400 });
  });

  test('an entity is added, read as it was written, and refused with its position if it is wrong', async () => {
    const { token } = await admin();
    const id = await createType({ token } as Person, PETS);
    const get = async () => (await api(`GET /api/connector-types/${id}/edit-entities`, { token })).body;
    const empty = await get();
    expect(empty).toMatchObject({ entities: [] });
    const put = (revision: string, value: unknown) =>
      api(`PUT /api/connector-types/${id}/document-parts`, { token, body: { revision, edits: [{ path: ['x-entities', 'Pets'], value }] } });
    const pets = { idPath: 'name', namePath: 'name', list: { operation: 'GET /pets', values: { 'query.limit': 5 } } };
    const wrong = await put(empty.revision, { ...pets, idPath: 'uuid' });
    expect(wrong.body.isSuccess).toBe(false);
    expect(wrong.body.errors[0]).toMatch(/A record of Pets has no uuid\. \(line \d+, #\/x-entities\/Pets\/idPath\)/);
    expect(await get()).toEqual(empty);
    expect((await put(empty.revision, pets)).body).toMatchObject({ isSuccess: true, errors: [] });
    expect((await get()).entities).toEqual([{ name: 'Pets', definition: pets }]);
  });

  test('CTYPE-17: changes one part; every other line stays, and the connector sees the change', async () => {
    const person = await admin();
    const { token } = person;
    const id = await createType(person, PETS);
    const { revision } = (await api(`GET /api/connector-types/${id}/edit-schema`, { token })).body;
    const put = (body: unknown) => api(`PUT /api/connector-types/${id}/document-parts`, { token, body });
    const saved = await put({ revision, edits: [{ path: ['paths', '/pets', 'get', 'x-hidden'], value: true }] });
    expect(saved.body).toMatchObject({ isSuccess: true, errors: [] });
    const { yaml } = (await api(`GET /api/connector-types/${id}/yaml`, { token })).body;
    expect(yaml).toBe(PETS.replace('    post:\n      operationId: addPet', '      x-hidden: true\n    post:\n      operationId: addPet'));
    expect((await api(`GET /api/connector-types/${id}/edit-schema`, { token })).body.schema.operations[0]).toMatchObject({
      isHidden: true,
    });
  });

  test('of two people, the second is refused with an explanation and may overwrite', async () => {
    const person = await admin();
    const { token } = person;
    const id = await createType(person, PETS);
    const { revision } = (await api(`GET /api/connector-types/${id}/edit-schema`, { token })).body;
    const put = (of: string | null, value: string) =>
      api(`PUT /api/connector-types/${id}/document-parts`, { token, body: { revision: of, edits: [{ path: ['info', 'title'], value }] } });
    const answers = await Promise.all([put(revision, 'Cats'), put(revision, 'Dogs')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ code: 'document-changed' });
    expect(await put(revision, 'Birds')).toMatchObject({ status: 409 });
    const yaml = await api(`PUT /api/connector-types/${id}/yaml`, { token, body: { yaml: PETS, revision } });
    expect(yaml).toMatchObject({ status: 409, code: 'document-changed' });
    const now = (await api(`GET /api/connector-types/${id}/edit-schema`, { token })).body.revision;
    expect((await put(now, 'Birds')).body).toMatchObject({ isSuccess: true });
  });

  test('a type without a document gets one with its first operation', async () => {
    const person = await admin();
    const { token } = person;
    const id = await createType(person, null);
    const lists = (await api(`GET /api/connector-types/${id}/edit-schema`, { token })).body;
    expect(lists).toMatchObject({ revision: null, schema: { operations: [] } });
    const value = { summary: 'List', responses: { 200: { description: 'OK' } } };
    const saved = await api(`PUT /api/connector-types/${id}/document-parts`, {
      token,
      body: { revision: null, edits: [{ path: ['paths', '/cats', 'get'], value }] },
    });
    expect(saved.body).toMatchObject({ isSuccess: true });
    const { yaml } = (await api(`GET /api/connector-types/${id}/yaml`, { token })).body;
    expect(yaml).toContain('url: https://api.pets.example');
    const { connectorType } = (await api(`GET /api/connector-types/${id}`, { token })).body;
    expect(connectorType.openApiDocument.fileName).toBe('Pets.yaml');
  });

  test('CTYPE-22: a change that would break the document changes nothing', async () => {
    const person = await admin();
    const { token } = person;
    const id = await createType(person, PETS);
    const { revision } = (await api(`GET /api/connector-types/${id}/edit-schema`, { token })).body;
    const put = (edits: unknown) => api(`PUT /api/connector-types/${id}/document-parts`, { token, body: { revision, edits } });
    const broken = await put([{ path: ['openapi'], value: '9.9' }]);
    expect(broken.body).toMatchObject({ isSuccess: false, revision });
    expect(broken.body.errors[0]).toContain('9.9');
    expect((await put([{ path: ['__proto__', 'x'], value: 1 }])).body).toMatchObject({ isSuccess: false });
    expect(await put([])).toMatchObject({ status: 400 });
    expect(await put([{ path: [], value: 1 }])).toMatchObject({ status: 400 });
    expect((await api(`GET /api/connector-types/${id}/yaml`, { token })).body.yaml).toBe(PETS);
  });

  test('reads and saves one of 1,500 operations in a document of several megabytes quickly', async () => {
    const person = await admin();
    const { token } = person;
    const operation = (at: number) => ({
      operationId: `op${at}`,
      summary: `Operation ${at}`,
      description: 'x'.repeat(1_500),
      parameters: Array.from({ length: 5 }, (_, index) => ({
        name: `p${index}`,
        in: 'query',
        description: 'y'.repeat(100),
        schema: { type: 'string' },
      })),
      responses: { 200: { description: 'OK' } },
    });
    const paths = Object.fromEntries(Array.from({ length: 1_500 }, (_, at) => [`/things/${at}`, { get: operation(at) }]));
    const importStart = performance.now();
    const id = await createType(
      person,
      JSON.stringify({ openapi: '3.1.0', info: { title: 'Large', version: '1' }, paths }, null, 2),
      'large.json',
    );
    const importMs = performance.now() - importStart;
    const times: number[] = [];
    for (const summary of ['Changed', 'Changed again', 'Changed once more']) {
      const start = performance.now();
      const one = (
        await api(`GET /api/connector-types/${id}/edit-operation?operationId=${encodeURIComponent('GET /things/700')}`, { token })
      ).body;
      const saved = await api(`PUT /api/connector-types/${id}/document-parts`, {
        token,
        body: { revision: one.revision, edits: [{ path: ['paths', '/things/700', 'get'], value: { ...one.operation, summary } }] },
      });
      expect(saved.body).toMatchObject({ isSuccess: true });
      times.push(performance.now() - start);
    }
    // Saving reads and checks the whole document again, as the import did. The minimum counts, because other load only adds time.
    expect(Math.min(...times)).toBeLessThan(importMs * 4);
  });

  test('saving other fields of the type keeps the document; null removes it', async () => {
    const person = await admin();
    const { token } = person;
    const id = await createType(person, PETS);
    const put = (body: object) => api(`PUT /api/connector-types/${id}`, { token, body: { ...typeBody, ...body } });
    const edited = await api(`PUT /api/connector-types/${id}/yaml`, { token, body: { yaml: PETS.replace('listPets', 'findPets') } });
    const { connectorType } = (await put({ name: 'Other' })).body;
    expect(connectorType).toMatchObject({ name: 'Other', openApiDocument: { fileStorageId: edited.body.revision } });
    expect((await put({ openApiDocument: null })).body.connectorType.openApiDocument).toBeNull();
  });
});
