import { describe, expect, test } from 'vitest';
import { api, database, signedInPerson, testEnv } from '../../../test/api.ts';
import { PETS } from '../../../test/pets-document.ts';
import { KEPT_MS, removeUnnamedDocuments } from './remove-unnamed.ts';

const sweep = (later = 0) => removeUnnamedDocuments(database(), testEnv.FILES, new Date(Date.now() + later));
const listStoredKeys = async (id: string) => {
  const keys = await testEnv.FILES.list({ prefix: `documents/${id}/` });
  return [...((await testEnv.FILES.head(`uploads/${id}`)) ? ['upload'] : []), ...keys.objects.map(({ key }) => key)];
};

async function typeWithDocument() {
  const { token } = await signedInPerson({ roles: ['ADMIN'] });
  const { body: openApiDocument } = await api('POST /api/files/upload-text?fileName=pets.yaml', { token, rawBody: PETS });
  const fields = { name: `Pets ${crypto.randomUUID()}`, authorizationType: 'ApiKey', baseUrl: 'https://api.pets.example' };
  const { body } = await api('POST /api/connector-types', { token, body: { ...fields, openApiDocument } });
  return { token, fields, id: body.connectorType.id as string, fileId: openApiDocument.fileStorageId as string };
}

async function changed({ token, id }: Awaited<ReturnType<typeof typeWithDocument>>): Promise<string> {
  const { body } = await api(`PUT /api/connector-types/${id}/yaml`, { token, body: { yaml: `${PETS}\n# changed` } });
  expect(body).toMatchObject({ isSuccess: true });
  const { body: saved } = await api(`GET /api/connector-types/${id}`, { token });
  return saved.connectorType.openApiDocument.fileStorageId;
}

describe('documents that no connector type names', () => {
  test('stay for a while and then go with everything read from them; the current one stays', async () => {
    const type = await typeWithDocument();
    const present = await changed(type);
    expect(present).not.toBe(type.fileId);
    await sweep();
    await sweep(KEPT_MS - 60_000);
    expect((await listStoredKeys(type.fileId)).length).toBeGreaterThan(2);
    expect(await sweep(KEPT_MS + 60_000)).toBeGreaterThan(0);
    expect(await listStoredKeys(type.fileId)).toEqual([]);
    expect((await listStoredKeys(present)).length).toBeGreaterThan(2);
    const gone = await api(`GET /api/files/download/pets.yaml?fileStorageId=${type.fileId}`, { token: type.token });
    expect(gone.status).toBe(404);
    expect((await api(`GET /api/connector-types/${type.id}/edit-schema`, { token: type.token })).status).toBe(200);
  });

  test('that are named again in the meantime are counted from the start', async () => {
    const type = await typeWithDocument();
    await changed(type);
    await sweep();
    const openApiDocument = { fileName: 'pets.yaml', fileStorageId: type.fileId, storageType: 'R2' };
    const back = await api(`PUT /api/connector-types/${type.id}`, { token: type.token, body: { ...type.fields, openApiDocument } });
    expect(back.status).toBe(200);
    await sweep(KEPT_MS + 60_000);
    expect((await listStoredKeys(type.fileId)).length).toBeGreaterThan(2);
    expect(await testEnv.FILES.head(`unnamed-documents/${type.fileId}`)).toBeNull();
  });

  test('of a deleted type go too, and an upload that never was a document stays its owner’s', async () => {
    const type = await typeWithDocument();
    const { body: other } = await api('POST /api/files/upload-text?fileName=notes.txt', { token: type.token, rawBody: 'notes' });
    await api(`DELETE /api/connector-types/${type.id}`, { token: type.token });
    await sweep();
    await sweep(KEPT_MS + 60_000);
    expect(await listStoredKeys(type.fileId)).toEqual([]);
    expect(await listStoredKeys(other.fileStorageId)).toEqual(['upload']);
  });
});
