import { schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { api, database, mailsTo, makeUser, signedInPerson, signIn, TEST_PASSWORD } from '../../test/api.ts';
import { rawRoute } from '../http/implement.ts';
import { createRouter } from '../http/router.ts';
import { authorize } from '../sessions/authorize.ts';
import { signedInAs } from './sign-in.ts';

const REFUSED = { success: false, errorMessage: 'This link is no longer valid. Please ask for a new one.' };

async function askForLink(email: string): Promise<string> {
  const { status } = await api('POST /api/users/forgot-password', { body: { email } });
  expect(status).toBe(200);
  const mails = await mailsTo(email);
  const [, token = ''] = /\/reset-password\?token=([\w-]+)/.exec(mails.at(-1)?.text ?? '') ?? [];
  return token;
}

const reset = (token: string, password = 'a new password', now?: Date) =>
  api('POST /api/users/reset-password', { body: { token, password }, ...(now ? { now } : {}) });

test('the link from the mail sets a new password, once, and ends every session', async () => {
  const { row, token: accessToken, refreshToken } = await signedInPerson();
  const token = await askForLink(row.email);
  const [mail] = await mailsTo(row.email);
  expect(mail?.subject).toBe('Reset your Portage password');
  expect(mail?.html).toContain(`href="https://portage.test/reset-password?token=${token}"`);

  expect((await reset(token)).body).toEqual({ success: true, errorMessage: null });
  expect((await signIn(row.email, TEST_PASSWORD)).status).toBe(401);
  const back = await signIn(row.email, 'a new password');
  expect(back.status).toBe(200);
  expect(back.body.user.emailConfirmed).toBe(true);
  expect((await api('GET /api/users/has-valid-subscription', { token: accessToken })).status).toBe(401);
  expect((await api('POST /api/users/refresh-token', { body: { refreshToken } })).status).toBe(401);

  expect((await reset(token, 'yet another one')).body).toEqual(REFUSED);
});

test('HOSTILE 44: a sign-in opens no session if its password is reset while it is checked', async () => {
  const row = await makeUser();
  const checked = { ...row, passwordHash: 'the hash that was checked' };
  const late = rawRoute(['POST'], '/api/late-sign-in', { access: 'public', effect: 'write' }, async (context) =>
    Response.json(await signedInAs(context, checked)),
  );
  const answer = await api('POST /api/late-sign-in', { app: createRouter({ routes: [late], authorize }) });
  expect([answer.status, answer.code]).toEqual([401, 'sign-in-failed']);
  const sessions = await database().select().from(schema.sessions).where(eq(schema.sessions.userId, row.id));
  expect(sessions.map(({ endReason }) => endReason)).toEqual(['password-changed']);
});

test('a new password lets a locked-out person in', async () => {
  const row = await makeUser();
  const ipAddress = `home-${crypto.randomUUID()}`;
  for (let attempt = 0; attempt < 11; attempt += 1) await signIn(row.email, 'wrong one', { ipAddress });
  expect((await signIn(row.email, TEST_PASSWORD, { ipAddress })).status).toBe(429);
  const body = { token: await askForLink(row.email), password: 'a new password' };
  expect((await api('POST /api/users/reset-password', { body, ipAddress })).body).toEqual({ success: true, errorMessage: null });
  expect((await signIn(row.email, 'a new password', { ipAddress })).status).toBe(200);
});

test('an address without an account gets the same response and no mail', async () => {
  const row = await makeUser();
  const nobody = `nobody-${crypto.randomUUID()}@example.test`;
  const [known, unknown] = [
    await api('POST /api/users/forgot-password', { body: { email: row.email } }),
    await api('POST /api/users/forgot-password', { body: { email: nobody } }),
  ];
  expect(unknown.body).toEqual(known.body);
  expect(unknown.status).toBe(known.status);
  expect(await mailsTo(nobody)).toEqual([]);
  expect(await mailsTo(row.email)).toHaveLength(1);
});

test('only the newest link works, and only for an hour', async () => {
  const row = await makeUser();
  const first = await askForLink(row.email);
  const second = await askForLink(row.email);
  expect(second).not.toBe(first);
  expect((await reset(first)).body).toEqual(REFUSED);
  expect((await reset(second, 'a new password', new Date(Date.now() + 61 * 60_000))).body).toEqual(REFUSED);
  expect((await reset(second)).body.success).toBe(true);
});

test('of two simultaneous resets with one link one wins', async () => {
  const row = await makeUser();
  const token = await askForLink(row.email);
  const answers = await Promise.all([reset(token, 'password one'), reset(token, 'password two')]);
  expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
});

test('a made-up token is refused, and guessing is limited', async () => {
  const ipAddress = `guess-${crypto.randomUUID()}`;
  const statuses = [];
  for (let attempt = 0; attempt < 31; attempt += 1) {
    const { status } = await api('POST /api/users/reset-password', { body: { token: `guess-${attempt}`, password: 'a1!x9z' }, ipAddress });
    statuses.push(status);
  }
  expect(statuses).toEqual([...Array(30).fill(200), 429]);
});

test('a mailbox isn’t flooded, with or without an account', async () => {
  for (const email of [(await makeUser()).email, `nobody-${crypto.randomUUID()}@example.test`]) {
    const statuses = [];
    for (let attempt = 0; attempt < 11; attempt += 1)
      statuses.push((await api('POST /api/users/forgot-password', { body: { email } })).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  }
});

test('the form’s password rules apply, and the database stores no usable token', async () => {
  const row = await makeUser();
  const token = await askForLink(row.email);
  expect((await reset(token, '12345')).message).toBe('Password is too short');
  expect((await reset(token, '')).message).toBe('Please enter Password');
  const stored = await database().select().from(schema.passwordResetTokens).where(eq(schema.passwordResetTokens.userId, row.id));
  expect(JSON.stringify(stored)).not.toContain(token);
});
