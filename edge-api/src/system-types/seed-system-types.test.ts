import { gzipSync } from 'node:zlib';
import { importDocument } from '@portage/connectors/document';
import { type SystemType, type SystemTypeBundle, systemTypeBundle, systemTypeId } from '@portage/connectors/system';
import { MASKED_SECRET } from '@portage/contracts';
import { connectorTypeCalls } from '@portage/contracts/calls';
import { openFields, schema } from '@portage/database';
import { eq, inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { api, database, fetchWorker, signedInPerson, testEnv } from '../../test/api.ts';
import { PETS } from '../../test/pets-document.ts';
import { checkConnectorType } from '../connector-types/check-connector-type.ts';
import { fileStore } from '../files/file-store.ts';
import { getSecretBox } from '../secrets/secret-box-of.ts';
import { seedSystemTypes } from './seed-system-types.ts';

const BUILT_AT = '2026-03-01T10:00:00.000Z';
const LATER = '2026-03-02T10:00:00.000Z';
const EARLIER = '2026-02-01T10:00:00.000Z';
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/** A type as the build packs it, with a unique name. */
function packedType(name: string, settings: Partial<SystemType['settings']> = {}, yaml = PETS): SystemType {
  const imported = importDocument(yaml);
  if (!imported.ok) throw new Error('broken');
  const files = { yaml, logo: LOGO, ...imported.stored };
  return {
    name,
    settings: { name: `Pets ${name}`, authorizationType: 'OAuth', baseUrl: 'https://api.pets.example', ...settings },
    documentId: `system-${name}-${yaml.length}`,
    logoId: `system-${name}-logo`,
    packed: gzipSync(JSON.stringify(files)).toString('base64'),
  };
}

const newName = () => `pets-${crypto.randomUUID().slice(0, 8)}`;
const buildBundle = (type: SystemType, builtAt = BUILT_AT): SystemTypeBundle => ({ builtAt, types: [type] });

/** Counts writes to the store. */
function seed(bundle: SystemTypeBundle, variables: Record<string, string> = {}, puts: string[] = []) {
  const files = fileStore(testEnv.FILES);
  const put: typeof files.put = (key, ...rest) => {
    puts.push(key);
    return files.put(key, ...rest);
  };
  const counted = { ...files, put };
  return seedSystemTypes(bundle, { db: database(), files: counted, box: getSecretBox(testEnv), now: () => new Date(), variables });
}

async function readTypeRow(name: string) {
  const [row] = await database()
    .select()
    .from(schema.connectorTypes)
    .where(eq(schema.connectorTypes.id, systemTypeId({ name })));
  if (!row) throw new Error(`no ${name}`);
  return row;
}

describe('built-in connector types', () => {
  test('exist for everybody after the first start, and the second start writes nothing', async () => {
    const name = newName();
    expect(await seed(buildBundle(packedType(name)))).toEqual([name]);
    expect(await readTypeRow(name)).toMatchObject({ isSystem: true, visibility: 'AllUsers', userId: null, isDeleted: false });
    const puts: string[] = [];
    expect(await seed(buildBundle(packedType(name)), {}, puts)).toEqual([]);
    expect(await seed(buildBundle(packedType(name), LATER), {}, puts)).toEqual([]);
    expect(puts).toEqual([]);

    const [person, boss] = [await signedInPerson(), await signedInPerson({ roles: ['ADMIN'] })];
    const listed = await api(`GET /api/connector-types?name=${name}`, { token: person.token });
    expect(listed.body.connectorTypes).toMatchObject([{ id: `system-${name}`, isSystem: true }]);
    const refusal = { status: 403, code: 'system-type' };
    const body = { name: 'Mine', baseUrl: 'https://a.example', authorizationType: 'ApiKey' };
    expect(await api(`PUT /api/connector-types/system-${name}`, { token: boss.token, body })).toMatchObject(refusal);
    expect(await api(`PUT /api/connector-types/system-${name}/yaml`, { token: boss.token, body: { yaml: PETS } })).toMatchObject(refusal);
    expect(await api(`DELETE /api/connector-types/system-${name}`, { token: boss.token })).toMatchObject(refusal);
    const logo = await fetchWorker(`/api/connector-types/system-${name}/logo`);
    expect([logo.headers.get('content-type'), await logo.text()]).toEqual(['image/svg+xml', LOGO]);
  });

  test('change in place with a newer Portage: connectors stay, what they offer is new, and old documents stay readable', async () => {
    const name = newName();
    await seed(buildBundle(packedType(name, { authorizationType: 'ApiKey' })));
    const { token } = await signedInPerson();
    const made = await api('POST /api/connectors', { token, body: { name: 'Pets', connectorTypeId: `system-${name}`, apiKey: 'k' } });
    const operations = async () =>
      (await api(`GET /api/connectors/${made.body.connector.id}/api-schema`, { token })).body.schema.operations.map(
        ({ name: shown }: { name: string }) => shown,
      );
    expect(await operations()).toContain('List pets');
    const before = await readTypeRow(name);
    const yaml = PETS.replace('operationId: listPets', 'operationId: listAllPets');
    expect(await seed(buildBundle(packedType(name, { authorizationType: 'ApiKey', name: `New ${name}` }, yaml), LATER))).toEqual([name]);
    expect(await operations()).toContain('List all pets');
    const after = await readTypeRow(name);
    expect(after).toMatchObject({ name: `New ${name}`, createdAt: before.createdAt, lastUpdatedAt: new Date(LATER) });
    const earlierDocument = await testEnv.FILES.get(`documents/${before.openApiDocument?.fileStorageId}/index.json`);
    expect(await earlierDocument?.text()).toContain('listPets');
  });

  test('an earlier build’s instance leaves what a later one wrote', async () => {
    const name = newName();
    await seed(buildBundle(packedType(name, { scope: 'later' })));
    expect(await seed(buildBundle(packedType(name, { scope: 'earlier' }), EARLIER))).toEqual([]);
    expect((await readTypeRow(name)).settings.scope).toBe('later');
  });

  test('eight simultaneous starts, even of two builds, end like one start of the later build', async () => {
    const name = newName();
    const [old, recent] = [buildBundle(packedType(name, { scope: 'old' })), buildBundle(packedType(name, { scope: 'recent' }), LATER)];
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => seed(index % 2 ? old : recent, { [`PORTAGE_${upper(name)}_CLIENT_ID`]: 'app' })),
    );
    const row = await readTypeRow(name);
    expect(row.settings).toMatchObject({ scope: 'recent', clientId: 'app' });
    expect(await testEnv.FILES.head(`documents/${row.openApiDocument?.fileStorageId}/index.json`)).not.toBeNull();
    expect(await seed(recent, { [`PORTAGE_${upper(name)}_CLIENT_ID`]: 'app' })).toEqual([]);
  });

  test('the OAuth app comes from variables, sealed; removing and changing it take effect at the next start', async () => {
    const name = newName();
    const type = buildBundle(packedType(name, { authUrl: 'https://a.example/authorize', tokenUrl: 'https://a.example/token' }));
    const variables = { [`PORTAGE_${upper(name)}_CLIENT_ID`]: 'app', [`PORTAGE_${upper(name)}_CLIENT_SECRET`]: 'very secret' };
    await seed(type, variables);
    const row = await readTypeRow(name);
    expect(row.settings.clientId).toBe('app');
    expect(JSON.stringify(row)).not.toContain('very secret');
    const opened = async () => openFields(getSecretBox(testEnv), 'connector-type', `system-${name}`, (await readTypeRow(name)).secrets);
    expect(await opened()).toEqual({ clientSecret: 'very secret' });
    expect(await seed(type, variables)).toEqual([]);
    const { token } = await signedInPerson({ roles: ['ADMIN'] });
    const shown = await api(`GET /api/connector-types/system-${name}`, { token });
    expect(shown.body.connectorType).toMatchObject({ clientId: 'app', clientSecret: MASKED_SECRET });
    await seed(type, { ...variables, [`PORTAGE_${upper(name)}_CLIENT_SECRET`]: 'another' });
    expect(await opened()).toEqual({ clientSecret: 'another' });
    await seed(type);
    expect(await opened()).toEqual({});
    expect((await readTypeRow(name)).settings.clientId).toBeNull();
  });

  test('without its own app a type asks each connector for Client Id and Client Secret', async () => {
    const name = newName();
    await seed(buildBundle(packedType(name, { authUrl: 'https://a.example/authorize', tokenUrl: 'https://a.example/token' })));
    const { token } = await signedInPerson();
    const body = { name: 'Pets', connectorTypeId: `system-${name}` };
    const refused = await api('POST /api/connectors', { token, body });
    expect(refused.body.errors.map(({ field }: { field: string }) => field)).toEqual(['clientId', 'clientSecret']);
    const made = await api('POST /api/connectors', { token, body: { ...body, clientId: 'mine', clientSecret: 's' } });
    expect(made.status, made.message).toBe(200);
  });

  test.each(systemTypeBundle.types)('$name: its settings are valid for the API and sound', ({ settings }) => {
    const parsed = connectorTypeCalls['POST /api/connector-types'].body.parse(settings);
    checkConnectorType({ ...parsed, clientId: 'app', clientSecret: 'secret' }, { hasClientSecret: true });
  });

  test('the first request for connector types finds this build’s types', async () => {
    const { token } = await signedInPerson();
    await fetchWorker('/api/connector-types', { headers: { authorization: `Bearer ${token}` } });
    const ids = systemTypeBundle.types.map(systemTypeId);
    const rows = await database().select().from(schema.connectorTypes).where(inArray(schema.connectorTypes.id, ids));
    expect(rows.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(rows.every(({ isSystem, visibility }) => isSystem && visibility === 'AllUsers')).toBe(true);
  });
});

const upper = (name: string) => name.toUpperCase().replaceAll('-', '_');
