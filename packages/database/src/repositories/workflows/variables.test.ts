import { expect, test } from 'vitest';
import { database, makeUser } from '../../../test/rows.ts';
import { parseKeyRing, SecretBox } from '../../secrets/secret-box.ts';
import { deleteUserRow } from '../people/delete-user.ts';
import { insertVariable, listVariables, readVariables, resealVariables, storedVariableValue } from './variables.ts';

const OLD = `old:${'A'.repeat(43)}`;
const NEW = `new:${'B'.repeat(42)}A`;
const createBox = (ring: string) => new SecretBox(parseKeyRing(ring));

async function makeVariables() {
  const [db, { id: ownerUserId }, at] = [database(), await makeUser(), new Date()];
  for (const [name, isSecret] of [
    ['key', true],
    ['open', false],
  ] as const) {
    const id = crypto.randomUUID();
    const value = await storedVariableValue(createBox(OLD), { id, isSecret, value: `value of ${name}` });
    const times = { createdAt: at, lastUpdatedAt: at };
    expect(await insertVariable(db, { id, ownerUserId, name, type: 'Text', isSecret, value, description: null, ...times }, 2)).toBe(true);
  }
  return { db, ownerUserId };
}

test('a run reads the variables that it names, with secrets opened, and no other owner’s', async () => {
  const { db, ownerUserId } = await makeVariables();
  await makeVariables();
  const box = () => createBox(OLD);
  expect(await readVariables(db, ownerUserId, new Set(['key', 'gone']), box)).toEqual([
    { name: 'key', value: 'value of key', isSecret: true },
  ]);
  expect(await readVariables(db, ownerUserId, null, box)).toHaveLength(2);
});

test('secrets sealed by an older key are resealed once, and then open without it', async () => {
  const { db, ownerUserId } = await makeVariables();
  await resealVariables(db, createBox(`${NEW},${OLD}`));
  expect(await readVariables(db, ownerUserId, new Set(['key']), () => createBox(NEW))).toMatchObject([{ value: 'value of key' }]);
});

test('variables are deleted with their owner', async () => {
  const { db, ownerUserId } = await makeVariables();
  await deleteUserRow(db, ownerUserId, new Date());
  expect(await listVariables(db, ownerUserId)).toEqual([]);
});
