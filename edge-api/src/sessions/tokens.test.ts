import { createHmac } from 'node:crypto';
import { schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { api, database, signedInPerson, testEnv } from '../../test/api.ts';
import { type AccessTokenClaims, listTokenSecrets, signAccessToken, verifyAccessToken } from './access-token.ts';

const ANY_USER_CALL = 'GET /api/users/has-valid-subscription';
const minutesAhead = (minutes: number) => new Date(Date.now() + minutes * 60_000);

const statusWith = async (token: string, now?: Date) => (await api(ANY_USER_CALL, { token, ...(now ? { now } : {}) })).status;
const refresh = (refreshToken: string, now?: Date) =>
  api('POST /api/users/refresh-token', { body: { refreshToken }, ...(now ? { now } : {}) });

async function createClaims(): Promise<AccessTokenClaims> {
  const { row, token } = await signedInPerson();
  const { sid } = JSON.parse(atob(token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''));
  return { userId: row.id, sessionId: sid };
}

interface Forgery {
  header: Record<string, unknown>;
  payload: Record<string, unknown>;
}

/** A token that is valid except for what a test changes; signed with the right secret by the algorithm in its header. */
function forge(
  { userId, sessionId }: { userId: string; sessionId: string },
  change: Partial<Forgery> = {},
  secret = testEnv.TOKEN_SECRET,
): string {
  const seconds = Math.floor(Date.now() / 1000);
  const header = change.header ?? { alg: 'HS256', typ: 'at+jwt' };
  const payload = { sid: sessionId, sub: userId, iss: 'portage', aud: 'portage-api', iat: seconds, exp: seconds + 900, ...change.payload };
  const content = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const signature = createHmac(String(header.alg).replace('HS', 'sha'), secret).update(content).digest('base64url');
  return `${content}.${signature}`;
}

test('HOSTILE 28: the unchanged forgery is valid, so the other tests prove something', async () => {
  expect(await statusWith(forge(await createClaims()))).toBe(200);
});

test('HOSTILE 28: alg none is refused', async () => {
  const claims = await createClaims();
  const [, payload, signature] = forge(claims).split('.');
  for (const alg of ['none', 'None', '']) {
    const header = Buffer.from(JSON.stringify({ alg, typ: 'at+jwt' })).toString('base64url');
    expect(await statusWith(`${header}.${payload}.`)).toBe(401);
    expect(await statusWith(`${header}.${payload}.${signature}`)).toBe(401);
  }
  expect(await statusWith(`${forge(claims).split('.', 2).join('.')}.`)).toBe(401);
});

test.each<[string, Partial<Forgery>]>([
  ['another algorithm', { header: { alg: 'HS512', typ: 'at+jwt' } }],
  ['another type of token', { header: { alg: 'HS256', typ: 'JWT' } }],
  ['no type', { header: { alg: 'HS256' } }],
  ['a demand that nobody knows', { header: { alg: 'HS256', typ: 'at+jwt', crit: ['mystery'], mystery: 1 } }],
  ['another audience', { payload: { aud: 'somebody-else' } }],
  ['another issuer', { payload: { iss: 'somebody-else' } }],
  ['an end in the past', { payload: { exp: 1 } }],
  ['no end', { payload: { exp: undefined } }],
  ['a beginning in the future', { payload: { nbf: Math.floor(Date.now() / 1000) + 3600 } }],
  ['a subject that is no id', { payload: { sub: "' or 1=1 --" } }],
  ['no session', { payload: { sid: undefined } }],
])('HOSTILE 28: a token with %s is refused', async (_, change) => {
  expect(await statusWith(forge(await createClaims(), change))).toBe(401);
});

test('HOSTILE 28: a token signed with another key, truncated, of another user, or no token at all is refused', async () => {
  const mine = await createClaims();
  const other = await createClaims();
  expect(await statusWith(forge(mine, {}, 'x'.repeat(34)))).toBe(401);
  expect(await statusWith(forge(mine).slice(0, -2))).toBe(401);
  expect(await statusWith(forge({ userId: other.userId, sessionId: mine.sessionId }))).toBe(401);
  expect(await statusWith('not-a-token')).toBe(401);
  const none = await api(ANY_USER_CALL);
  expect(none.status).toBe(401);
  expect(none.headers.get('www-authenticate')).toBe('Bearer');
  expect(none.body).toEqual({
    isSuccess: false,
    errors: [{ userMessage: 'Please sign in.', message: 'Please sign in.', code: 'unauthorized' }],
  });
});

test('HOSTILE 28: an access token expires after 15 minutes', async () => {
  const { token } = await signedInPerson();
  expect(await statusWith(token, minutesAhead(14))).toBe(200);
  expect(await statusWith(token, minutesAhead(16))).toBe(401);
});

test('a refresh token gives a new pair, which works and can be refreshed again', async () => {
  let { refreshToken } = await signedInPerson();
  for (let round = 1; round <= 3; round += 1) {
    const { status, body } = await refresh(refreshToken, minutesAhead(round * 12));
    expect(status).toBe(200);
    expect(await statusWith(body.accessToken.value, minutesAhead(round * 12))).toBe(200);
    expect(body.refreshToken.value).not.toBe(refreshToken);
    refreshToken = body.refreshToken.value;
  }
});

test('HOSTILE 28: a refresh token used a second time ends the whole family', async () => {
  const { row, refreshToken } = await signedInPerson();
  const stranger = await signedInPerson();
  const first = await refresh(refreshToken);
  const second = await refresh(first.body.refreshToken.value);
  expect(second.status).toBe(200);

  expect((await refresh(refreshToken, minutesAhead(1))).status).toBe(401);
  expect(await statusWith(second.body.accessToken.value)).toBe(401);
  expect((await refresh(second.body.refreshToken.value)).status).toBe(401);
  expect(await statusWith(stranger.token)).toBe(200);
  const audit = await database().select().from(schema.auditLog).where(eq(schema.auditLog.subjectUserId, row.id));
  expect(audit.map(({ action }) => action)).toEqual(['session.refresh-token-reused']);
});

test('HOSTILE 28: a second use right after the first ends the family too', async () => {
  const { refreshToken } = await signedInPerson();
  const first = await refresh(refreshToken);
  expect((await refresh(refreshToken)).status).toBe(401);
  expect((await refresh(first.body.refreshToken.value)).status).toBe(401);
  expect(await statusWith(first.body.accessToken.value)).toBe(401);
});

test('a session ends 30 days after its last refresh', async () => {
  const { refreshToken } = await signedInPerson();
  const days = (count: number) => minutesAhead(count * 24 * 60);
  const kept = await refresh(refreshToken, days(29));
  expect(kept.status).toBe(200);
  expect((await refresh(kept.body.refreshToken.value, days(60))).status).toBe(401);
});

test('signing out ends that session and its tokens at once, and no other session', async () => {
  const { row, token, refreshToken } = await signedInPerson();
  expect((await api('POST /api/users/signout', { token })).body).toMatchObject({ isSuccess: true });
  expect(await statusWith(token)).toBe(401);
  expect((await refresh(refreshToken)).status).toBe(401);
  const audit = await database().select().from(schema.auditLog).where(eq(schema.auditLog.subjectUserId, row.id));
  expect(audit.map(({ action, actorUserId }) => [action, actorUserId])).toEqual([['session.signed-out', row.id]]);
});

test('the database stores no usable refresh token', async () => {
  const { refreshToken } = await signedInPerson();
  const rows = await database().select().from(schema.refreshTokens);
  expect(JSON.stringify(rows)).not.toContain(refreshToken);
});

test('after a secret change, tokens signed with the old secret work until they expire; new ones are signed with the new secret', async () => {
  const claims = await createClaims();
  const old = forge(claims);
  const next = 'another-secret-another-secret-another';
  const now = new Date();
  expect(await verifyAccessToken([next], old, now)).toBeNull();
  const secrets = listTokenSecrets({ TOKEN_SECRET: next, TOKEN_SECRET_PREVIOUS: testEnv.TOKEN_SECRET });
  expect(await verifyAccessToken(secrets, old, now)).toMatchObject(claims);
  expect(await verifyAccessToken(secrets, old, minutesAhead(16))).toBeNull();
  const fresh = await signAccessToken(next, claims, now);
  expect(await verifyAccessToken([next], fresh.value, now)).toMatchObject(claims);
  expect(await verifyAccessToken(listTokenSecrets({ TOKEN_SECRET: next }), old, now)).toBeNull();
});
