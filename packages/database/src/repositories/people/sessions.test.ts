import type { OwnerId } from '@portage/contracts';
import { DAY_MS } from '@portage/primitives/durations';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { database, makeUser } from '../../../test/rows.ts';
import { refreshTokens, sessions } from '../../schema/sessions.ts';
import { users } from '../../schema/users.ts';
import { deleteExpired } from '../upkeep/delete-expired.ts';
import { countAttempt } from '../upkeep/rate-limits.ts';
import { endSessionsOfUser, findSessionUser, insertSession, rotateRefreshToken } from './sessions.ts';

const start = new Date('2026-03-01T12:00:00.000Z');
const after = (ms: number) => new Date(start.getTime() + ms);

async function makeSession(userId: OwnerId) {
  const [id, tokenHash] = [crypto.randomUUID(), crypto.randomUUID()];
  await insertSession(database(), {
    id,
    userId,
    createdAt: start,
    expiresAt: after(30 * DAY_MS),
    ipAddress: null,
    userAgent: null,
    refreshToken: { id: crypto.randomUUID(), tokenHash },
  });
  return { id, tokenHash };
}

function rotate(presentedHash: string, now: Date) {
  const tokenHash = crypto.randomUUID();
  const rotation = rotateRefreshToken(database(), {
    presentedHash,
    successor: { id: crypto.randomUUID(), tokenHash },
    now,
    expiresAt: new Date(now.getTime() + 30 * DAY_MS),
  });
  return rotation.then((result) => ({ ...result, tokenHash }));
}

test('HOSTILE 28: of many simultaneous uses one wins, and the session ends once', async () => {
  const session = await makeSession((await makeUser()).id);
  const uses = await Promise.all([1, 2, 3, 4].map(() => rotate(session.tokenHash, after(0))));
  expect(uses.filter(({ outcome }) => outcome === 'rotated')).toHaveLength(1);
  expect(uses.map(({ outcome }) => outcome)).toContain('reused');
  const [row] = await database().select().from(sessions).where(eq(sessions.id, session.id));
  expect(row).toMatchObject({ endReason: 'refresh-token-reused', endedAt: after(0) });
});

test('HOSTILE 28: a second use, however soon, ends the session and the tokens from the first use', async () => {
  const session = await makeSession((await makeUser()).id);
  const { outcome, tokenHash } = await rotate(session.tokenHash, after(0));
  expect(outcome).toBe('rotated');
  expect((await rotate(session.tokenHash, after(1))).outcome).toBe('reused');
  expect((await rotate(tokenHash, after(2))).outcome).toBe('refused');
});

test('an unknown token, an ended session and a deleted user are refused', async () => {
  const user = await makeUser();
  const session = await makeSession(user.id);
  expect((await rotate(crypto.randomUUID(), start)).outcome).toBe('refused');
  expect(await findSessionUser(database(), user.id, session.id, start)).toMatchObject({ user: { id: user.id }, impersonatorUserId: null });
  await database().update(users).set({ isDeleted: true }).where(eq(users.id, user.id));
  expect((await rotate(session.tokenHash, start)).outcome).toBe('refused');
  expect(await findSessionUser(database(), user.id, session.id, start)).toBeNull();
  await database().update(users).set({ isDeleted: false }).where(eq(users.id, user.id));
  expect(await endSessionsOfUser(database(), user.id, 'password-reset', start)).toHaveLength(1);
  expect((await rotate(session.tokenHash, start)).outcome).toBe('refused');
  expect(await findSessionUser(database(), user.id, session.id, start)).toBeNull();
});

test('clears only what no one can use any more', async () => {
  const user = await makeUser();
  const [over, live] = [await makeSession(user.id), await makeSession(user.id)];
  await database().update(sessions).set({ endedAt: start }).where(eq(sessions.id, over.id));
  const key = crypto.randomUUID();
  await countAttempt(database(), key, 1000, start);
  await deleteExpired(database(), after(6 * DAY_MS));
  expect(await database().select().from(sessions).where(eq(sessions.userId, user.id))).toHaveLength(2);
  await deleteExpired(database(), after(8 * DAY_MS));
  expect((await database().select().from(sessions).where(eq(sessions.userId, user.id))).map(({ id }) => id)).toEqual([live.id]);
  expect(await database().select().from(refreshTokens).where(eq(refreshTokens.sessionId, over.id))).toEqual([]);
  expect((await countAttempt(database(), key, 1000, after(8 * DAY_MS))).count).toBe(1);
});
