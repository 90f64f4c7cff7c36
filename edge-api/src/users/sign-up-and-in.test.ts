import { schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { api, database, makeUser, signedInPerson, signIn, TEST_PASSWORD } from '../../test/api.ts';

const person = { firstName: 'Grace', lastName: 'Hopper', password: 'nanoseconds' };
const newEmail = () => `grace-${crypto.randomUUID()}@example.test`;

function listAuditRows(userId: string) {
  return database().select().from(schema.auditLog).where(eq(schema.auditLog.subjectUserId, userId)).orderBy(schema.auditLog.id);
}

test('a person signs up, is signed in at once, and can sign in again with the address in any letter case', async () => {
  const email = newEmail();
  const { status, body } = await api('POST /api/users/signup', { body: { ...person, email, refCode: 'friend-7' } });
  expect(status).toBe(200);
  expect(body.user).toMatchObject({
    email,
    firstName: 'Grace',
    lastName: 'Hopper',
    roles: [],
    scopes: [],
    dashboardType: 'None',
    emailConfirmed: false,
  });
  expect(body.hasWorkflow).toBe(true);
  expect(new Date(body.user.accessToken.expiresAt).getTime() - Date.now()).toBeGreaterThan(14 * 60_000);

  const me = await api('PUT /api/users/info', { token: body.user.accessToken.value, body: { jobTitle: 'Rear admiral' } });
  expect(me.body.user).toMatchObject({ id: body.user.id, jobTitle: 'Rear admiral', companyName: null });

  const again = await signIn(email.toUpperCase(), person.password);
  expect(again.status).toBe(200);
  expect(again.body.user.id).toBe(body.user.id);
  expect(again.body.user.lastLoginAt).toEqual(expect.any(String));
  const [row] = await database().select().from(schema.users).where(eq(schema.users.id, body.user.id));
  expect(row?.refCode).toBe('friend-7');
  expect(row?.passwordHash).toMatch(/^scrypt\$/);
  expect((await listAuditRows(body.user.id)).map(({ action }) => action)).toEqual(['user.signed-up', 'session.signed-in']);
});

test('no response ever contains a password hash', async () => {
  const row = await makeUser({ roles: ['ADMIN'] });
  const answer = await signIn(row.email, TEST_PASSWORD);
  const list = await api('GET /api/users', { token: answer.body.user.accessToken.value });
  expect(list.status).toBe(200);
  expect(JSON.stringify([answer.body, list.body])).not.toContain('scrypt');
});

test('a wrong password and an unknown address get the same response, and the failure is in the audit log', async () => {
  const row = await makeUser();
  const wrong = await signIn(row.email, 'not this one');
  const unknown = await signIn(newEmail(), 'not this one');
  expect(wrong.status).toBe(401);
  expect(wrong.body).toEqual(unknown.body);
  expect(wrong.message).toBe('The email or password is incorrect.');
  expect((await listAuditRows(row.id)).map(({ action }) => action)).toEqual(['session.sign-in-failed']);
});

test('a second account with the same address is refused in any letter case; two at once create one', async () => {
  const email = newEmail();
  const answers = await Promise.all([
    api('POST /api/users/signup', { body: { ...person, email } }),
    api('POST /api/users/signup', { body: { ...person, email: email.toUpperCase() } }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.code).toBe('email-taken');
});

test.each([
  [{ firstName: '' }, 'Please enter First Name'],
  [{ lastName: ' ' }, 'Please enter Last Name'],
  [{ email: '' }, 'Please enter Email'],
  [{ email: 'grace' }, 'Email should have valid format'],
  [{ password: '' }, 'Please enter Password'],
  [{ password: '12345' }, 'Password is too short'],
  [{ password: 'x'.repeat(129) }, 'Password is too long'],
])('sign-up with %j says "%s"', async (fields, message) => {
  const answer = await api('POST /api/users/signup', { body: { ...person, email: newEmail(), ...fields } });
  expect(answer.status).toBe(400);
  expect(answer.message).toBe(message);
});

test('a password of 128 characters works, also with non-ASCII letters', async () => {
  const email = newEmail();
  const password = 'ß😀'.padEnd(128, 'é');
  expect((await api('POST /api/users/signup', { body: { ...person, email, password } })).status).toBe(200);
  expect((await signIn(email, password)).status).toBe(200);
});

test('after ten wrong passwords from one IP address, it has to wait while another address still gets in', async () => {
  const row = await makeUser();
  const here = { ipAddress: `limit-${crypto.randomUUID()}` };
  const statuses = [];
  for (let attempt = 0; attempt < 11; attempt += 1) statuses.push((await signIn(row.email, 'wrong one', here)).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429]);

  const right = await signIn(row.email, TEST_PASSWORD, here);
  expect(right.status).toBe(429);
  expect(right.code).toBe('rate-limited');
  expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await signIn(row.email, TEST_PASSWORD)).status).toBe(200);
  const later = new Date(Date.now() + 16 * 60_000);
  expect((await signIn(row.email, TEST_PASSWORD, { ...here, now: later })).status).toBe(200);
});

test('signing in forgives earlier failures', async () => {
  const row = await makeUser();
  const here = { ipAddress: `forgive-${crypto.randomUUID()}` };
  for (let round = 0; round < 3; round += 1) {
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await signIn(row.email, 'wrong one', here)).status).toBe(401);
    expect((await signIn(row.email, TEST_PASSWORD, here)).status).toBe(200);
  }
});

test('a deleted user can neither sign in nor keep using an open session', async () => {
  const { row, token } = await signedInPerson();
  await database().update(schema.users).set({ isDeleted: true, deletedAt: new Date() }).where(eq(schema.users.id, row.id));
  expect((await signIn(row.email, TEST_PASSWORD)).status).toBe(401);
  expect((await api('GET /api/users/has-valid-subscription', { token })).status).toBe(401);
});

test('an address in another script signs up once, and signs in with any spelling', async () => {
  const name = crypto.randomUUID().slice(0, 8);
  const email = `jürgen-${name}@exämple.de`;
  const signUp = (spelled: string) => api('POST /api/users/signup', { body: { ...person, email: spelled } });
  expect((await signUp(email.normalize('NFD'))).status).toBe(200);
  expect((await signUp(email.toUpperCase())).code).toBe('email-taken');
  expect((await signIn(email.normalize('NFD').toUpperCase(), person.password)).status).toBe(200);
});
