import { users } from '@portage/database';
import { HOUR_MS } from '@portage/primitives/durations';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { api, database } from '../../test/api.ts';
import { hashOpaqueToken, makeOpaqueToken } from '../secrets/opaque-token.ts';

const token = makeOpaqueToken();
const NOW = new Date('2026-11-30T12:00:00Z');
const env = { FIRST_ADMIN_LINK: `${hashOpaqueToken(token)}:${NOW.getTime() + HOUR_MS}` };

function person() {
  return { firstName: 'Ada', lastName: 'Admin', email: `${crypto.randomUUID()}@example.test`, password: 'nobody knows this one' };
}

const create = (firstAdminToken: string, options = {}) =>
  api('POST /api/users/signup', { body: { ...person(), firstAdminToken }, env, now: NOW, ...options });

// Every file has its own database, but accounts of the system types may be in it.
beforeEach(async () => void (await database().update(users).set({ roles: sql`array_remove(roles, 'ADMIN')` })));

test('the link of a new Portage creates one admin with a confirmed address, also when it is opened twice at once', async () => {
  const created = await Promise.all([create(token), create(token), create(token)]);
  expect(created.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  const admin = created.find(({ status }) => status === 200)?.body.user;
  expect(admin).toMatchObject({ roles: ['ADMIN'], emailConfirmed: true });
  expect((await api('GET /api/users', { token: admin.accessToken.value, now: NOW })).status).toBe(200);
  const again = await create(token);
  expect(again).toMatchObject({ status: 403, code: 'first-admin-link' });
  expect((await api('POST /api/users/signup', { body: person(), env, now: NOW })).body.user.roles).toEqual([]);
});

test('HOSTILE 44: a guessed, expired or foreign link creates nobody', async () => {
  expect((await create(makeOpaqueToken())).status).toBe(403);
  expect((await create(token, { env: {} })).status).toBe(403);
  expect((await create(token, { now: new Date(NOW.getTime() + HOUR_MS) })).status).toBe(403);
  const admins = await database().select().from(users).where(sql`'ADMIN' = any(roles)`);
  expect(admins).toEqual([]);
});
