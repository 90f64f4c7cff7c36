import { schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { api, database, type Person, signedInPerson, signIn, TEST_PASSWORD, testEnv } from '../../test/api.ts';
import { makeConnectorType } from '../../test/connector-types.ts';
import { makeWebhookWorkflow, signedInAdmin } from '../../test/workflows.ts';

describe('an admin edits a user', () => {
  test('USER-12, USER-13: quotas and flags are optional, and apply from the next run', async () => {
    const [admin, person] = [await signedInAdmin(), await signedInPerson()];
    const workflow = await makeWebhookWorkflow(person);
    const run = () => api(`POST /api/workflows/${workflow.id}/run`, { token: person.token });
    const save = (body: object, method = 'PUT') => api(`${method} /api/users/${person.row.id}`, { token: admin.token, body });
    expect((await run()).status).toBe(200);
    const saved = await save({ workflowQuotaSettings: { maxWorkflowInstancesPerDay: 0 }, hideBilling: true, dashboardType: 'Event' });
    expect(saved.body.user).toMatchObject({ workflowQuotaSettings: { maxWorkflowInstancesPerDay: 0 }, hideBilling: true });
    expect(await run()).toMatchObject({ status: 429, code: 'quota-exceeded' });
    const more = await save({ workflowQuotaSettings: { maxWorkflowInstancesPerDay: null, maxWorkflowInstanceDuration: 60 } }, 'PATCH');
    expect(more.body.user).toMatchObject({ workflowQuotaSettings: { maxWorkflowInstanceDuration: 60 }, dashboardType: 'Event' });
    expect(more.body.user.workflowQuotaSettings).not.toHaveProperty('maxWorkflowInstancesPerDay');
    expect((await run()).status).toBe(200);
  });

  test.each<object>([
    { workflowQuotaSettings: { maxWorkflowInstancesPerDay: -1 } },
    { workflowQuotaSettings: { maxWorkflowInstancesPerDay: 1.5 } },
    { workflowQuotaSettings: { maxWorkflowInstancesPerDay: '5' } },
    { workflowQuotaSettings: { other: 1 } },
    { dashboardType: 'Other' },
    { roles: ['ADMIN'] },
    { passwordHash: 'x' },
  ])('%j is refused and changes nothing', async (body) => {
    const [admin, person] = [await signedInAdmin(), await signedInPerson()];
    expect((await api(`PUT /api/users/${person.row.id}`, { token: admin.token, body })).status).toBe(400);
    expect(await database().select().from(schema.users).where(eq(schema.users.id, person.row.id))).toEqual([person.row]);
  });
});

describe('new accounts’ quotas', () => {
  const save = (token: string, workflowQuotaSettings: object) =>
    api('PUT /api/users/default-quotas', { token, body: { workflowQuotaSettings } });
  const quotasOfNewAccount = async () => {
    const body = { firstName: 'Ada', lastName: 'Lovelace', email: `ada-${crypto.randomUUID()}@example.test`, password: 'notes on engines' };
    return (await api('POST /api/users/signup', { body })).body.user.workflowQuotaSettings;
  };

  test('are none until an admin sets them; existing accounts keep theirs', async () => {
    const [admin, person] = [await signedInAdmin(), await signedInPerson()];
    expect((await api('GET /api/users/default-quotas', { token: admin.token })).body).toEqual({ workflowQuotaSettings: {} });
    expect(await quotasOfNewAccount()).toEqual({});

    const quotas = { maxWorkflowInstancesPerDay: 100, maxWorkflowInstancesPerMinute: null };
    expect((await save(admin.token, quotas)).body).toEqual({ workflowQuotaSettings: { maxWorkflowInstancesPerDay: 100 } });
    expect((await api('GET /api/users/default-quotas', { token: admin.token })).body.workflowQuotaSettings).toEqual({
      maxWorkflowInstancesPerDay: 100,
    });
    expect(await quotasOfNewAccount()).toEqual({ maxWorkflowInstancesPerDay: 100 });
    const me = await api('GET /api/users/me', { token: person.token });
    expect(me.body.user.workflowQuotaSettings).toEqual({});
    const { auditEntries } = (await api(`GET /api/audit?userEmail=${admin.row.email}`, { token: admin.token })).body;
    expect(auditEntries[0]).toMatchObject({
      action: 'user.default-quotas-saved',
      details: { workflowQuotaSettings: { maxWorkflowInstancesPerDay: 100 } },
    });

    expect((await save(admin.token, {})).status).toBe(200);
    expect(await quotasOfNewAccount()).toEqual({});
  });

  test.each<object>([{ maxWorkflowInstancesPerDay: -1 }, { maxWorkflowInstanceDuration: '5' }, { other: 1 }])(
    '%j is refused',
    async (quotas) => {
      expect((await save((await signedInAdmin()).token, quotas)).status).toBe(400);
    },
  );
});

describe('an admin deletes a user', () => {
  test('USER-04: sessions end, workflows and runs stop, connectors lose their secrets, and the address is free again', async () => {
    const [admin, person] = [await signedInAdmin(), await signedInPerson()];
    const { token } = person;
    const workflow = await makeWebhookWorkflow(person);
    const started = await api(`POST /api/webhooks/${workflow.triggerCode}`, { body: {} });
    const runId: string = started.body.workflowInstanceId;
    const now = new Date();
    await database().insert(schema.workflowInstances).values({
      id: runId,
      ownerUserId: person.row.id,
      workflowId: workflow.id,
      workflowVersionId: crypto.randomUUID(),
      name: 'Hook',
      status: 'InProgress',
      createdAt: now,
      lastUpdatedAt: now,
    });
    const connectorTypeId = await makeConnectorType({ visibility: 'AllUsers', settings: { authorizationType: 'ApiKey' } });
    const made = await api('POST /api/connectors', { token, body: { name: 'Shop', connectorTypeId, apiKey: 'secret' } });
    const connectorId: string = made.body.connector.id;

    const answer = await api(`DELETE /api/users/${person.row.id}`, { token: admin.token });
    expect(answer).toMatchObject({ status: 200, body: { isSuccess: true, warnings: [] } });
    expect((await api('GET /api/workflows', { token })).status).toBe(401);
    expect((await signIn(person.row.email, TEST_PASSWORD)).status).toBe(401);
    expect((await api(`POST /api/webhooks/${workflow.triggerCode}`, { body: {} })).status).toBe(404);
    const shard = testEnv.RUN_SHARDS.get(testEnv.RUN_SHARDS.idFromName(runId.slice(0, runId.lastIndexOf('-'))));
    expect(JSON.parse(JSON.stringify(await shard.getRun(runId)))).toMatchObject({ status: 'Cancelled' });
    const db = database();
    expect(await db.select().from(schema.connectorSecrets).where(eq(schema.connectorSecrets.connectorId, connectorId))).toEqual([]);
    expect(await db.select().from(schema.connectors).where(eq(schema.connectors.id, connectorId))).toMatchObject([{ isDeleted: true }]);
    const entries = await db.select().from(schema.auditLog).where(eq(schema.auditLog.subjectUserId, person.row.id));
    expect(entries.at(-1)).toMatchObject({
      action: 'user.deleted',
      actorUserId: admin.row.id,
      details: { workflows: 1, connectors: 1, runs: 1 },
    });
    expect((await api(`DELETE /api/users/${person.row.id}`, { token: admin.token })).status).toBe(404);
    expect((await signedInPerson({ email: person.row.email })).row.email).toBe(person.row.email);
  });

  test('USER-04: a run that isn’t in the run index yet is cancelled too', async () => {
    const [admin, person, other] = [await signedInAdmin(), await signedInPerson(), await signedInPerson()];
    const startOf = async (owner: Person) => {
      const workflow = await makeWebhookWorkflow(owner);
      return (await api(`POST /api/webhooks/${workflow.triggerCode}`, { body: {} })).body.workflowInstanceId as string;
    };
    const [runIds, others] = [[await startOf(person), await startOf(person)], await startOf(other)];
    const known = await database().select().from(schema.workflowInstances).where(eq(schema.workflowInstances.ownerUserId, person.row.id));
    expect(known).toEqual([]);
    await api(`DELETE /api/users/${person.row.id}`, { token: admin.token });
    const statusOf = async (runId: string) => {
      const shard = testEnv.RUN_SHARDS.get(testEnv.RUN_SHARDS.idFromName(runId.slice(0, runId.lastIndexOf('-'))));
      return (JSON.parse(JSON.stringify(await shard.getRun(runId))) as { status: string }).status;
    };
    expect(await Promise.all(runIds.map(statusOf))).toEqual(['Cancelled', 'Cancelled']);
    expect(await statusOf(others)).toBe('InProgress');
  });

  test('an admin can’t delete their own account', async () => {
    const admin = await signedInAdmin();
    expect(await api(`DELETE /api/users/${admin.row.id}`, { token: admin.token })).toMatchObject({ status: 409, code: 'own-account' });
  });
});

test('users see an admin’s changes in their own account', async () => {
  const [admin, person] = await Promise.all([signedInPerson({ roles: ['ADMIN'] }), signedInPerson()]);
  const body = { showAIChat: true, dashboardType: 'Event', hideBilling: true, scopes: ['PandaGiftCard'], hasWorkflowAccess: false };
  expect((await api(`PUT /api/users/${person.row.id}`, { token: admin.token, body })).status).toBe(200);
  const own = await api('GET /api/users/me', { token: person.token });
  const { hasWorkflowAccess, ...changed } = body;
  expect(own.body).toMatchObject({ user: { id: person.row.id, ...changed }, hasWorkflow: hasWorkflowAccess });
  expect(JSON.stringify(own.body)).not.toContain('scrypt');
  const { users } = (await api(`GET /api/users?userEmail=${person.row.email}`, { token: admin.token })).body;
  expect(users[0]).toMatchObject({ hasWorkflowAccess: false, scopes: ['PandaGiftCard'] });
  const strange = await api(`PUT /api/users/${person.row.id}`, { token: admin.token, body: { scopes: ['Everything'] } });
  expect([strange.status, strange.message]).toEqual([400, 'Field "scopes[0]" must be PandaGiftCard.']);
  expect((await api(`DELETE /api/users/${person.row.id}`, { token: admin.token })).status).toBe(200);
  expect((await api('GET /api/users/me', { token: person.token })).status).toBe(401);
});
