import { DAY_MS, MINUTE_MS } from '@portage/primitives/durations';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { database, makeUser } from '../../../test/rows.ts';
import { users } from '../../schema/users.ts';
import { deleteExpired } from '../upkeep/delete-expired.ts';
import { findApiKeyUser, insertApiKey, listApiKeys, type NewApiKey, noteApiKeyUse, revokeApiKey } from './api-keys.ts';
import { deleteUserRow } from './delete-user.ts';
import { findLiveCallers } from './sessions.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const after = (ms: number) => new Date(now.getTime() + ms);

function newKey(fields: Partial<NewApiKey> = {}): NewApiKey {
  const id = crypto.randomUUID();
  return { id, name: 'Nightly', keyHash: id, lastFour: 'abcd', scopes: ['read', 'run'], createdAt: now, expiresAt: null, ...fields };
}

test('a key is found by its hash, with its person and scopes, until it is revoked', async () => {
  const [owner, stranger] = [await makeUser(), await makeUser()];
  const key = newKey();
  expect(await insertApiKey(database(), owner.id, key, 1)).toBe(true);
  expect(await findApiKeyUser(database(), key.keyHash, now)).toMatchObject({ user: { id: owner.id }, key: { scopes: ['read', 'run'] } });
  expect(await revokeApiKey(database(), stranger.id, key.id)).toBeNull();
  expect(await revokeApiKey(database(), owner.id, 'no uuid')).toBeNull();
  expect(await revokeApiKey(database(), owner.id, key.id)).toMatchObject({ id: key.id });
  expect(await findApiKeyUser(database(), key.keyHash, now)).toBeNull();
});

test('HOSTILE 44: of many keys made simultaneously, no more are stored than a person may have', async () => {
  const owner = await makeUser();
  const made = await Promise.all(Array.from({ length: 8 }, () => insertApiKey(database(), owner.id, newKey(), 3)));
  expect(made.filter(Boolean)).toHaveLength(3);
  expect(await listApiKeys(database(), owner.id)).toHaveLength(3);
});

test('HOSTILE 44: an expired key and a deleted person’s key give no access and no live updates', async () => {
  const owner = await makeUser();
  const [lasting, ending] = [newKey(), newKey({ expiresAt: after(MINUTE_MS) })];
  for (const key of [lasting, ending]) await insertApiKey(database(), owner.id, key, 20);
  const liveAt = async (at: Date) => {
    const found = await Promise.all([lasting, ending].map((key) => findApiKeyUser(database(), key.keyHash, at)));
    const live = await findLiveCallers(database(), [lasting.id, ending.id], at);
    expect([lasting, ending].filter(({ id }) => live.has(id))).toHaveLength(found.filter(Boolean).length);
    return found.map(Boolean);
  };
  expect(await liveAt(now)).toEqual([true, true]);
  expect(await liveAt(after(MINUTE_MS))).toEqual([true, false]);
  await database().update(users).set({ isDeleted: true }).where(eq(users.id, owner.id));
  expect(await liveAt(now)).toEqual([false, false]);
  expect(await insertApiKey(database(), owner.id, newKey(), 20)).toBe(false);
});

test('the last use is written at most once a minute', async () => {
  const owner = await makeUser();
  const key = newKey();
  await insertApiKey(database(), owner.id, key, 1);
  const useAt = async (at: Date) => {
    const found = await findApiKeyUser(database(), key.keyHash, at);
    if (found) await noteApiKeyUse(database(), found.key, at);
    // Another isolate that read the key before it was used.
    await noteApiKeyUse(database(), { id: key.id, lastUsedAt: null }, at);
    return (await listApiKeys(database(), owner.id))[0]?.lastUsedAt;
  };
  expect(await useAt(now)).toEqual(now);
  expect(await useAt(after(MINUTE_MS - 1))).toEqual(now);
  expect(await useAt(after(MINUTE_MS + 1))).toEqual(after(MINUTE_MS + 1));
});

test('an expired key is listed for its owner for a month, but not for a deleted person', async () => {
  const [owner, leaver] = [await makeUser(), await makeUser()];
  await insertApiKey(database(), owner.id, newKey({ expiresAt: after(DAY_MS) }), 20);
  await insertApiKey(database(), leaver.id, newKey(), 20);
  await deleteExpired(database(), after(30 * DAY_MS));
  expect(await listApiKeys(database(), owner.id)).toHaveLength(1);
  await deleteExpired(database(), after(32 * DAY_MS));
  expect(await listApiKeys(database(), owner.id)).toHaveLength(0);
  await deleteUserRow(database(), leaver.id, now);
  expect(await listApiKeys(database(), leaver.id)).toHaveLength(0);
});
