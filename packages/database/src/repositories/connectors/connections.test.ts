import { expect, test } from 'vitest';
import { database, makeUser } from '../../../test/rows.ts';
import { openFields, sealFields } from '../../secrets/sealed-fields.ts';
import { parseKeyRing, SecretBox } from '../../secrets/secret-box.ts';
import { findConnection, noteConnection, resealSecrets } from './connections.ts';
import { deleteConnectorType, insertConnectorType } from './connector-types.ts';
import { deleteConnector, findConnector, insertConnector, updateConnector } from './connectors.ts';

const OLD = `old:${'A'.repeat(43)}`;
const NEW = `new:${'B'.repeat(42)}A`;
const createBox = (ring: string) => new SecretBox(parseKeyRing(ring));

async function makeConnector(secrets: Record<string, string>) {
  const [owner, db, id, typeId, at] = [await makeUser(), database(), crypto.randomUUID(), crypto.randomUUID(), new Date()];
  await insertConnectorType(db, {
    id: typeId,
    name: 'Crm',
    settings: {} as never,
    secrets: await sealFields(createBox(OLD), 'connector-type', typeId, { clientSecret: 'of the type' }),
    createdAt: at,
    lastUpdatedAt: at,
  });
  const row = { id, name: 'My Crm', connectorTypeId: typeId, createdAt: at, lastUpdatedAt: at };
  await insertConnector(db, owner.id, row, await sealFields(createBox(OLD), 'connector', id, secrets));
  return { ownerId: owner.id, db, id, typeId };
}

test('secrets sealed by an older key are resealed once, and then open without it', async () => {
  const { db, id, typeId } = await makeConnector({ apiKey: 'one', password: 'two' });
  const rotated = createBox(`${NEW},${OLD}`);
  while ((await resealSecrets(db, rotated)) > 0);
  const record = await findConnection(db, id);
  const onlyNew = createBox(NEW);
  expect(await openFields(onlyNew, 'connector', id, record?.sealed ?? {})).toEqual({ apiKey: 'one', password: 'two' });
  expect(await openFields(onlyNew, 'connector-type', typeId, record?.type.secrets ?? {})).toEqual({ clientSecret: 'of the type' });
  expect(await resealSecrets(db, rotated)).toBe(0);
});

test('the fields of a secret change independently; another owner changes and deletes nothing', async () => {
  const { db, id, ownerId } = await makeConnector({ apiKey: 'one', password: 'two' });
  const stranger = (await makeUser()).id;
  const sealed = await sealFields(createBox(OLD), 'connector', id, { apiKey: 'three' });
  expect(await updateConnector(db, stranger, id, { name: 'Stolen' }, sealed)).toBeNull();
  expect(await deleteConnector(db, stranger, id, new Date())).toBe(false);
  await noteConnection(db, stranger, id, { connectionProblem: 'stolen' });
  const open = async () => openFields(createBox(OLD), 'connector', id, (await findConnection(db, id))?.sealed ?? {});
  expect([await open(), (await findConnector(db, ownerId, id))?.name]).toEqual([{ apiKey: 'one', password: 'two' }, 'My Crm']);
  expect((await findConnector(db, ownerId, id))?.connectionProblem).toBeNull();

  const changed = await updateConnector(db, ownerId, id, { name: 'Mine' }, { ...sealed, password: null });
  expect(changed).toMatchObject({ name: 'Mine', secretNames: ['apiKey'] });
  expect(await open()).toEqual({ apiKey: 'three' });
});

test('a deleted connector, type or owner has no connection', async () => {
  const { db, id, ownerId, typeId } = await makeConnector({ apiKey: 'one' });
  expect(await deleteConnectorType(db, typeId)).toEqual(['My Crm']);
  expect(await findConnection(db, id)).not.toBeNull();
  await deleteConnector(db, ownerId, id, new Date());
  expect(await findConnection(db, id)).toBeNull();
  expect(await findConnection(db, 'no uuid')).toBeNull();
  expect(await deleteConnectorType(db, typeId)).toEqual([]);
});
