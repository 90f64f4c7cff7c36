import { schema } from '@portage/database';
import { desc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { api, database, type Person, signedInPerson } from '../../test/api.ts';
import { makeWebhookWorkflow, makeWorkflow, signedInAdmin } from '../../test/workflows.ts';

async function startImpersonation(admin: Person, person: Person) {
  const { status, body } = await api('POST /api/users/impersonate', { token: admin.token, body: { userId: person.row.id } });
  expect(status).toBe(200);
  return { answer: body, token: body.user.accessToken.value as string, refreshToken: body.user.refreshToken.value as string };
}

const me = (token: string) => api('GET /api/workflows', { token });
const refresh = (refreshToken: string) => api('POST /api/users/refresh-token', { body: { refreshToken } });
const newestEntry = async (userId: string) =>
  (
    await database()
      .select()
      .from(schema.auditLog)
      .where(eq(schema.auditLog.subjectUserId, userId))
      .orderBy(desc(schema.auditLog.id))
      .limit(1)
  )[0];

describe('impersonation', () => {
  test('USER-05, USER-11: an admin gets a session as the user, which counts as subscribed and has no admin rights', async () => {
    const [admin, person] = [await signedInAdmin(), await signedInPerson()];
    await makeWorkflow(person);
    const { answer, token, refreshToken } = await startImpersonation(admin, person);
    expect(answer).toMatchObject({ user: { id: person.row.id, isImpersonating: true }, hasWorkflow: true });
    expect((await me(token)).body.totalCount).toBe(1);
    expect((await api('GET /api/users/has-valid-subscription', { token })).body).toEqual({ hasValidSubscription: true });
    expect((await refresh(refreshToken)).status).toBe(200);
    expect(await newestEntry(person.row.id)).toMatchObject({ action: 'session.impersonation-begun', actorUserId: admin.row.id });
    expect((await me(person.token)).status).toBe(200);
  });

  test('HOSTILE 29: an admin can’t impersonate while impersonating, nor themselves, nor an unknown user', async () => {
    const [admin, other, person] = [await signedInAdmin(), await signedInAdmin(), await signedInPerson()];
    const { token } = await startImpersonation(admin, other);
    expect((await api('POST /api/users/impersonate', { token, body: { userId: person.row.id } })).status).toBe(403);
    for (const [userId, status] of [
      [admin.row.id, 400],
      [crypto.randomUUID(), 404],
      ['junk', 404],
    ] as const) {
      expect((await api('POST /api/users/impersonate', { token: admin.token, body: { userId } })).status).toBe(status);
    }
  });

  test.each<[string, (admin: Person) => Promise<unknown>]>([
    ['signs out', (admin) => api('POST /api/users/signout', { token: admin.token })],
    ['is no admin any more', (admin) => database().update(schema.users).set({ roles: [] }).where(eq(schema.users.id, admin.row.id))],
    ['is deleted', (admin) => database().update(schema.users).set({ isDeleted: true }).where(eq(schema.users.id, admin.row.id))],
  ])('HOSTILE 29: it ends at once when the admin %s', async (_, end) => {
    const [admin, person] = [await signedInAdmin(), await signedInPerson()];
    const { token, refreshToken } = await startImpersonation(admin, person);
    expect((await me(token)).status).toBe(200);
    await end(admin);
    expect((await me(token)).status).toBe(401);
    expect((await refresh(refreshToken)).status).toBe(401);
    expect((await me(person.token)).status).toBe(200);
  });

  test('HOSTILE 29: every change is in the audit log under both names, even if its feature writes no entry', async () => {
    const [admin, person] = [await signedInAdmin(), await signedInPerson()];
    const { token } = await startImpersonation(admin, person);
    const names = { actorUserId: person.row.id, impersonatorUserId: admin.row.id };
    await api('PUT /api/users/info', { token, body: { jobTitle: 'Porter' } });
    const entry = await newestEntry(person.row.id);
    expect(entry).toMatchObject({ ...names, action: 'impersonation.call', details: { call: 'PUT /api/users/info' } });
    const workflow = await makeWebhookWorkflow({ ...person, token });
    expect(await newestEntry(person.row.id)).toMatchObject({ ...names, action: 'workflow.activated' });
    const run = await api(`POST /api/workflows/${workflow.id}/run`, { token });
    await api(`GET /api/workflows/instances/${run.body.workflowInstanceId}/cancel`, { token });
    expect((await newestEntry(person.row.id))?.details).toMatchObject({ call: 'GET /api/workflows/instances/{id}/cancel' });
    const before = await newestEntry(person.row.id);
    await me(token);
    await api('PUT /api/users/info', { token: person.token, body: { jobTitle: 'Herself' } });
    expect(await newestEntry(person.row.id)).toEqual(before);
  });
});
