import { expect, test } from 'vitest';
import { api, createApiKey, database, impersonate, openSession, signedInPerson, signIn, TEST_PASSWORD } from '../../test/api.ts';
import type { RequestContext } from '../http/context.ts';
import { limitAttempts } from '../rate-limits/limit-attempts.ts';
import { rateLimitRules } from '../rate-limits/rules.ts';

const ME = 'GET /api/users/me';
const NEW_PASSWORD = 'a longer and better one';

/** Retries if a busy machine made the hash wait too long. */
async function change(token: string, changed: object = {}, now = new Date()) {
  const body = { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD, ...changed };
  for (;;) {
    const answer = await api('POST /api/account/password', { token, now, body });
    if (answer.code !== 'busy') return answer;
  }
}

test('a new password ends the other sessions, but not this one or the API keys', async () => {
  const person = await signedInPerson();
  await openSession(person.row.id);
  const key = await createApiKey(person, 'read');
  expect((await change(person.token)).body).toEqual({ endedSessions: 1, revokedKeys: 0 });
  expect((await api(ME, { token: person.token })).status).toBe(200);
  expect((await api(ME, { token: key })).status).toBe(200);
  expect((await signIn(person.row.email, TEST_PASSWORD)).status).toBe(401);
  expect((await signIn(person.row.email, NEW_PASSWORD)).status).toBe(200);
});

test('only one of several changes at once is made, and only its caller gets a success', async () => {
  const person = await signedInPerson();
  const passwords = [1, 2, 3, 4].map((n) => `${NEW_PASSWORD} ${n}`);
  const answers = await Promise.all(passwords.map((newPassword) => change(person.token, { newPassword })));
  const made = passwords.filter((_, at) => answers[at]?.status === 200);
  expect(made).toHaveLength(1);
  expect((await signIn(person.row.email, made[0] ?? '')).status).toBe(200);
  for (const { status, code } of answers.filter((answer) => answer.status !== 200)) {
    expect([400, 409]).toContain(status);
    expect(['validation', 'password-changed']).toContain(code);
  }
});

test('HOSTILE 44: a new password revokes every API key if the person asks for it', async () => {
  const person = await signedInPerson();
  const keys = [await createApiKey(person, 'read'), await createApiKey(person, 'manage')];
  expect((await change(person.token, { revokeApiKeys: true })).body).toEqual({ endedSessions: 0, revokedKeys: 2 });
  for (const token of keys) expect((await api(ME, { token })).status).toBe(401);
});

test('a wrong current password, a common one and a short one change nothing', async () => {
  const person = await signedInPerson();
  const wrong = await change(person.token, { currentPassword: 'not this one' });
  expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'currentPassword']);
  expect((await change(person.token, { newPassword: 'short' })).message).toBe('Password is too short');
  expect((await change(person.token, { newPassword: 'password123' })).status).toBe(400);
  expect((await signIn(person.row.email, TEST_PASSWORD)).status).toBe(200);
});

test('HOSTILE 44: a stolen session can’t be used to guess the password', async () => {
  const person = await signedInPerson();
  const rule = rateLimitRules.passwordChangeByUser;
  const now = new Date();
  const context = { db: database(), now: () => now } as unknown as RequestContext;
  // Simulates this many tries without the cost of hashing passwords.
  for (let attempt = 1; attempt < rule.limit; attempt += 1) await limitAttempts(context, [{ rule, parts: [person.row.id] }]);
  expect((await change(person.token, { currentPassword: 'a guess' }, now)).status).toBe(400);
  expect((await change(person.token, {}, now)).status).toBe(429);
});

test('a person sees their sessions and ends one or all the others', async () => {
  const [admin, person, stranger] = [await signedInPerson({ roles: ['ADMIN'] }), await signedInPerson(), await signedInPerson()];
  const other = await openSession(person.row.id);
  await openSession(person.row.id);
  await impersonate(admin.row.id, person.row.id);
  const list = async () => (await api('GET /api/account/sessions', { token: person.token })).body.sessions;
  const sessions = await list();
  expect(sessions.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent).filter(Boolean)).toHaveLength(1);
  expect(sessions.find(({ isImpersonated }: { isImpersonated: boolean }) => isImpersonated)).toMatchObject({ ipAddress: null });
  expect(sessions).toHaveLength(4);
  expect((await api(`DELETE /api/account/sessions/${other}`, { token: stranger.token })).status).toBe(404);
  expect((await api(`DELETE /api/account/sessions/${other}`, { token: person.token })).status).toBe(200);
  expect((await api(`DELETE /api/account/sessions/${other}`, { token: person.token })).status).toBe(404);
  expect(await list()).toHaveLength(3);
  expect((await api('POST /api/account/sessions/end-others', { token: person.token })).body).toEqual({ endedSessions: 2 });
  expect(await list()).toMatchObject([{ isCurrent: true }]);
  expect((await api('GET /api/account/sessions', { token: stranger.token })).body.sessions).toHaveLength(1);
});

test('a person changes their name; omitted fields keep their values', async () => {
  const { token } = await signedInPerson({ jobTitle: 'Analyst' });
  const saved = await api('PUT /api/users/info', { token, body: { firstName: 'Grace', lastName: 'Hopper' } });
  expect(saved.body.user).toMatchObject({ firstName: 'Grace', lastName: 'Hopper', jobTitle: 'Analyst' });
  expect((await api('PUT /api/users/info', { token, body: { firstName: ' ' } })).message).toBe('Please enter First Name');
});

test('a person sees their quotas, and the run counts for quotas that limit runs', async () => {
  const free = await signedInPerson();
  expect((await api('GET /api/account/quota', { token: free.token })).body).toEqual({ workflowQuotaSettings: {}, starts: null });
  const bounded = await signedInPerson({ workflowQuotaSettings: { maxWorkflowInstancesPerDay: 5 } });
  const { body: made } = await api('POST /api/workflows', { token: bounded.token, body: { name: 'Runs', steps: STEPS } });
  await api(`POST /api/workflows/${made.workflow.id}/activate`, { token: bounded.token });
  const run = await api(`POST /api/workflows/${made.workflow.id}/run`, { token: bounded.token, body: {} });
  expect(run.status, run.message).toBe(200);
  expect((await api('GET /api/account/quota', { token: bounded.token })).body).toEqual({
    workflowQuotaSettings: { maxWorkflowInstancesPerDay: 5 },
    starts: { inDay: 1, inMinute: 1 },
  });
});

const STEPS = [
  { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'work' },
  { stepId: 'work', type: 'CustomScript', script: 'return 1' },
];
