import { toOwnerId } from '@portage/contracts';
import { schema } from '@portage/database';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { api, database, mailsTo, signedInPerson, signIn } from '../../test/api.ts';

async function newPerson(): Promise<{ email: string; token: string; id: string }> {
  const email = `grace-${crypto.randomUUID()}@example.test`;
  const body = { firstName: 'Grace', lastName: 'Hopper', email, password: 'nanoseconds' };
  const { user } = (await api('POST /api/users/signup', { body })).body;
  const [mail] = await mailsTo(email);
  expect(mail?.subject).toBe('Confirm your email for Portage');
  const [, token = ''] = /\/confirm-email\?token=([\w.-]+)/.exec(mail?.text ?? '') ?? [];
  return { email, token, id: user.id };
}

const confirm = (token: string, now?: Date) => api('POST /api/users/confirm-email', { body: { token }, ...(now ? { now } : {}) });
const isConfirmed = async (email: string) => (await signIn(email, 'nanoseconds')).body.user.emailConfirmed;

test('the link in the sign-up mail confirms the address, and works again', async () => {
  const { email, token, id } = await newPerson();
  expect(await isConfirmed(email)).toBe(false);
  expect((await confirm(token)).body).toEqual({ success: true, errorMessage: null });
  expect(await isConfirmed(email)).toBe(true);
  expect((await confirm(token)).body.success).toBe(true);
  const { auditLog } = schema;
  const ofThis = and(eq(auditLog.action, 'user.email-confirmed'), eq(auditLog.subjectUserId, id));
  expect(await database().select().from(auditLog).where(ofThis)).toHaveLength(1);
});

test('an office’s colleagues confirm their addresses on one morning, even with resets from there', async () => {
  const here = { ipAddress: `office-${crypto.randomUUID()}` };
  for (let attempt = 0; attempt < 40; attempt += 1)
    await api('POST /api/users/reset-password', { body: { token: 'x'.repeat(43), password: 'nanoseconds' }, ...here });
  const { token } = await newPerson();
  for (let colleague = 0; colleague < 40; colleague += 1) {
    expect((await api('POST /api/users/confirm-email', { body: { token }, ...here })).body.success).toBe(true);
  }
});

test('a link is valid for a week, for its address, and can’t be forged', async () => {
  const { email, token, id } = await newPerson();
  expect((await confirm(token, new Date(Date.now() + 8 * 24 * 3_600_000))).body.success).toBe(false);
  const [head, , signature] = token.split('.');
  const claims = { email, sub: id, exp: Math.floor(Date.now() / 1000) + 60 };
  const forged = [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
  const { token: accessToken } = await signedInPerson();
  for (const other of [forged, accessToken, 'x', `${token}x`]) expect((await confirm(other)).body.success).toBe(false);
  await database()
    .update(schema.users)
    .set({ email: `moved-${email}` })
    .where(eq(schema.users.id, toOwnerId(id)));
  expect((await confirm(token)).body.success).toBe(false);
});

test('a person can have the link mailed again, at most five times an hour, and not after using it', async () => {
  const { row, token } = await signedInPerson({ emailConfirmed: false });
  const again = async () => (await api('POST /api/account/email-confirmation', { token })).status;
  for (let sent = 1; sent <= 5; sent += 1) expect(await again()).toBe(200);
  expect(await again()).toBe(429);
  const mails = await mailsTo(row.email);
  expect(mails).toHaveLength(5);
  const [, link = ''] = /\/confirm-email\?token=([\w.-]+)/.exec(mails.at(-1)?.text ?? '') ?? [];
  expect((await api('POST /api/users/confirm-email', { token, body: { token: link } })).body.success).toBe(true);
  expect(await again()).toBe(200);
  expect(await mailsTo(row.email)).toHaveLength(5);
});
