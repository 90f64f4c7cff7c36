import { schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { api, database, impersonate, mailsTo, signedInPerson, signIn, TEST_PASSWORD } from '../../test/api.ts';

const ME = 'GET /api/users/me';

/** Retries if a busy machine made the hash wait too long. */
async function own(call: string, token: string, body: object) {
  for (;;) {
    const answer = await api(call, { token, body: { currentPassword: TEST_PASSWORD, ...body } });
    if (answer.code !== 'busy') return answer;
  }
}

const newAddress = () => `grace-${crypto.randomUUID()}@example.test`;
const ask = (token: string, email: string, more: object = {}) => own('POST /api/account/email', token, { email, ...more });
const open = (link: string, token?: string) => api('POST /api/users/confirm-email', { body: { token: link }, ...(token ? { token } : {}) });

async function readLink(email: string): Promise<string> {
  const mail = (await mailsTo(email)).at(-1);
  expect(mail?.subject).toBe('Confirm your new email for Portage');
  return /change=true&token=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

test('a person’s email changes once they open the link that was mailed to the new address, and the old one is notified', async () => {
  const person = await signedInPerson();
  const email = newAddress();
  expect((await ask(person.token, email)).status).toBe(200);
  expect((await signIn(person.row.email, TEST_PASSWORD)).status).toBe(200);

  const link = await readLink(email);
  expect((await open(link, person.token)).body).toEqual({ success: true, errorMessage: null });
  expect((await signIn(email, TEST_PASSWORD)).body.user).toMatchObject({ email, emailConfirmed: true });
  expect((await signIn(person.row.email, TEST_PASSWORD)).status).toBe(401);
  const told = (await mailsTo(person.row.email)).at(-1);
  expect(told?.subject).toBe('Your Portage email was changed');
  expect(told?.text).toContain(email);
  const { auditLog } = schema;
  expect(await database().select().from(auditLog).where(eq(auditLog.action, 'user.email-changed'))).toContainEqual(
    expect.objectContaining({ subjectUserId: person.row.id }),
  );
  // A second click changes nothing.
  expect((await open(link, person.token)).body.success).toBe(true);
});

test('the link works only for who is signed in to the account, so nobody takes over a stranger’s address', async () => {
  const [person, stranger] = [await signedInPerson(), await signedInPerson()];
  const email = newAddress();
  await ask(person.token, email);
  const link = await readLink(email);
  for (const token of [undefined, stranger.token]) {
    expect((await open(link, token)).body).toMatchObject({ success: false, errorMessage: expect.stringContaining('Sign in') });
  }
  expect((await api(ME, { token: person.token })).body.user.email).toBe(person.row.email);
});

test('an address that another account has meanwhile isn’t taken from it, and an old link doesn’t undo a later change', async () => {
  const [person, other] = [await signedInPerson(), await signedInPerson()];
  expect((await ask(person.token, other.row.email)).status).toBe(200);
  const taken = await readLink(other.row.email);
  expect((await open(taken, person.token)).body).toMatchObject({
    success: false,
    errorMessage: expect.stringContaining('already an account'),
  });

  const [first, second] = [newAddress(), newAddress()];
  await ask(person.token, first);
  await ask(person.token, second);
  expect((await open(await readLink(second), person.token)).body.success).toBe(true);
  expect((await open(await readLink(first), person.token)).body).toMatchObject({ success: false });
});

test('a new email needs the password and another address', async () => {
  const person = await signedInPerson();
  const wrong = await ask(person.token, newAddress(), { currentPassword: 'a guess' });
  expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'currentPassword']);
  const same = await ask(person.token, person.row.email.toUpperCase());
  expect([same.status, same.body.errors[0].field]).toEqual([400, 'email']);
});

test('a person deletes their account with their password, and is signed out everywhere', async () => {
  const person = await signedInPerson();
  expect((await own('POST /api/account/delete', person.token, { currentPassword: 'a guess' })).status).toBe(400);
  expect((await api(ME, { token: person.token })).status).toBe(200);
  expect((await own('POST /api/account/delete', person.token, {})).body).toMatchObject({ isSuccess: true });
  expect((await api(ME, { token: person.token })).status).toBe(401);
  expect((await signIn(person.row.email, TEST_PASSWORD)).status).toBe(401);
});

test('an admin can’t delete their own account, nor somebody’s while acting as them', async () => {
  const [admin, person] = [await signedInPerson({ roles: ['ADMIN'] }), await signedInPerson()];
  const refused = await own('POST /api/account/delete', admin.token, {});
  expect([refused.status, refused.code]).toEqual([409, 'admin-account']);
  const acting = await impersonate(admin.row.id, person.row.id);
  for (const [call, body] of [
    ['POST /api/account/delete', {}],
    ['POST /api/account/email', { email: newAddress() }],
  ] as const) {
    expect((await own(call, acting, body)).code).toBe('not-while-impersonating');
  }
});
