import { schema } from '@portage/database';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { api, database, impersonate, signedInPerson } from '../../test/api.ts';
import { signedInAdmin, stepsWith } from '../../test/workflows.ts';

async function listAuditRows(userId: string) {
  const rows = await database()
    .select()
    .from(schema.auditLog)
    .where(eq(schema.auditLog.subjectUserId, userId))
    .orderBy(asc(schema.auditLog.id));
  return rows.filter(({ action }) => action.startsWith('workflow.'));
}

test('the audit log has every change to a workflow and what changed, but nothing from inside its steps', async () => {
  const { token, row } = await signedInPerson();
  const { body } = await api('POST /api/workflows/', { token, body: { name: 'First', steps: stepsWith('Webhook', 'return "in-a-step"') } });
  const { id } = body.workflow;
  const save = (change: object) => api(`PUT /api/workflows/${id}`, { token, body: change });
  await save({ name: 'Second' });
  await save({ steps: stepsWith('Webhook', 'return "another"'), loggingMode: 'LogOnlyIfError' });
  await save({ state: { offset: { x: 1, y: 2 }, zoom: 1 } });
  await save({ name: 'Second' });
  await api(`POST /api/workflows/${id}/activate`, { token });
  await api(`POST /api/workflows/${id}/run`, { token });
  await api(`POST /api/workflows/${id}/deactivate`, { token });
  await api(`DELETE /api/workflows/${id}`, { token });
  const entries = await listAuditRows(row.id);
  expect(entries.map(({ action }) => action)).toEqual([
    'workflow.created',
    'workflow.saved',
    'workflow.saved',
    'workflow.activated',
    'workflow.deactivated',
    'workflow.deleted',
  ]);
  expect(
    entries.every(({ actorUserId, impersonatorUserId, requestId }) => actorUserId === row.id && !impersonatorUserId && requestId),
  ).toBe(true);
  expect(entries[1]?.details).toMatchObject({ workflowId: id, changed: ['name'], name: 'Second', oldName: 'First' });
  expect(entries[2]?.details).toMatchObject({ changed: ['loggingMode', 'steps'] });
  expect(JSON.stringify(entries)).not.toContain('in-a-step');
});

test('changes that didn’t happen aren’t in it', async () => {
  const [owner, other] = [await signedInPerson(), await signedInPerson()];
  const { body } = await api('POST /api/workflows/', { token: owner.token, body: { steps: stepsWith('Manual') } });
  const { id } = body.workflow;
  for (const call of [`DELETE /api/workflows/${id}`, `POST /api/workflows/${id}/activate`, `POST /api/workflows/${id}/deactivate`]) {
    expect((await api(call, { token: other.token })).status).toBe(404);
  }
  expect(await listAuditRows(other.row.id)).toEqual([]);
});

test('an admin who acts as somebody is named along with them, also for manual runs', async () => {
  const [admin, person] = [await signedInAdmin(), await signedInPerson()];
  const token = await impersonate(admin.row.id, person.row.id);
  const { body } = await api('POST /api/workflows/', { token, body: { steps: stepsWith('Manual') } });
  const run = await api(`POST /api/workflows/${body.workflow.id}/test-run`, { token });
  const entries = await listAuditRows(person.row.id);
  expect(entries.map(({ action, impersonatorUserId }) => [action, impersonatorUserId])).toEqual([
    ['workflow.created', admin.row.id],
    ['workflow.run-by-hand', admin.row.id],
  ]);
  expect(entries[1]?.details).toMatchObject({ workflowInstanceId: run.body.workflowInstanceId });
});
