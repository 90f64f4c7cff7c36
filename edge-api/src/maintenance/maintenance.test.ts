import { schema } from '@portage/database';
import { MINUTE_MS } from '@portage/primitives/durations';
import { eq, lt, sql } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { api, database, type Person, signedInPerson, testEnv } from '../../test/api.ts';
import type { RunShard } from '../../test/run-shard.ts';
import type { ScheduleObject } from '../../test/schedule-object.ts';

const admin = () => signedInPerson({ roles: ['ADMIN'] });
const health = async (person: Person, now = new Date()) => (await api('GET /api/maintenance/health', { token: person.token, now })).body;

afterEach(() => vi.restoreAllMocks());

/** Only the oldest quiet runs are checked, so runs that other tests left open must not come before these. */
async function noOtherRunIsQuiet(): Promise<void> {
  const { lastUpdatedAt } = schema.workflowInstances;
  await database()
    .update(schema.workflowInstances)
    .set({ lastUpdatedAt: sql`now() + interval '1 day'` })
    .where(lt(lastUpdatedAt, sql`now()`));
}

/** Schedules that other tests left active fall due while these tests run. */
async function noOtherScheduleIsActive(): Promise<void> {
  await database().update(schema.workflows).set({ isActive: false }).where(eq(schema.workflows.triggerType, 'Scheduled'));
}

test('the backend exception is a 500 with the generic message and a log line', async () => {
  const line = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { token } = await admin();
  const answer = await api('GET /api/maintenance/backend-exception', { token });
  expect([answer.status, answer.message]).toEqual([500, 'An error has occured.']);
  expect(line.mock.calls.flat().join()).toContain('triggered from the maintenance page');
});

test.each(['info', 'warn', 'error'] as const)('a log message of level %s is written at that level, with its request', async (level) => {
  const line = vi.spyOn(console, level).mockImplementation(() => undefined);
  const { token } = await admin();
  const answer = await api(`GET /api/maintenance/log-message/${level}`, { token });
  expect(answer.body).toEqual({ level, requestId: expect.any(String) });
  const written = line.mock.calls.flat().map((text) => JSON.parse(String(text)));
  expect(written).toContainEqual(expect.objectContaining({ level, requestId: answer.body.requestId }));
});

test('a level that does not exist is refused', async () => {
  const { token } = await admin();
  expect((await api('GET /api/maintenance/log-message/Error', { token })).body).toMatchObject({ level: 'error' });
  expect((await api('GET /api/maintenance/log-message/panic', { token })).status).toBe(400);
});

test('the database and objects report that they are well', async () => {
  expect(await health(await admin())).toMatchObject({ database: { isWell: true }, objects: { isWell: true } });
});

test('a run that has ended without its summary is counted until the summary arrives', async () => {
  const person = await admin();
  await noOtherRunIsQuiet();
  const { workflowInstanceId: id, shard } = await beginRun(person);
  const later = new Date(Date.now() + 2 * MINUTE_MS);
  const before = await health(person, later);
  await shard.cancelRun(id);
  const after = await health(person, later);
  expect(after.unsentSummaries.count - before.unsentSummaries.count).toBe(1);
  expect(after.unsentSummaries.oldest).toEqual(expect.any(String));
  await database().update(schema.workflowInstances).set({ status: 'Cancelled' }).where(eq(schema.workflowInstances.id, id));
  expect((await health(person, later)).unsentSummaries.count).toBe(before.unsentSummaries.count);
});

test('an open run that hasn’t moved for ten minutes is silent, and one that moved since isn’t', async () => {
  const person = await admin();
  await noOtherRunIsQuiet();
  const at = (minutes: number) => health(person, new Date(Date.now() + minutes * MINUTE_MS));
  const [soonBefore, lateBefore] = [await at(5), await at(11)];
  await beginRun(person);
  expect((await at(5)).silentRuns.count).toBe(soonBefore.silentRuns.count);
  expect((await at(11)).silentRuns.count - lateBefore.silentRuns.count).toBe(1);
});

test('a schedule whose time passed without a start is counted, as is one that was never armed', async () => {
  const person = await admin();
  await noOtherScheduleIsActive();
  const steps = [
    { stepId: 'start', type: 'Trigger', triggerType: 'Scheduled', schedule: { period: 'Day', frequency: 1 }, nextStepId: null },
  ];
  const created = await api('POST /api/workflows', { token: person.token, body: { name: 'Nightly', steps } });
  const id: string = created.body.workflow.id;
  const before = await health(person);
  const activated = await api(`POST /api/workflows/${id}/activate`, { token: person.token });
  expect(activated.status, activated.message).toBe(200);
  const schedule = testEnv.SCHEDULES.get(testEnv.SCHEDULES.idFromName(id)) as unknown as ScheduleObject;

  const onTime = await health(person);
  expect(onTime.overdueSchedules.count).toBe(before.overdueSchedules.count);
  expect(onTime.checkedSchedules - before.checkedSchedules).toBe(1);

  const missedAt = Date.now() - 3 * MINUTE_MS;
  await schedule.missFire(missedAt);
  const missed = await health(person);
  expect(missed.overdueSchedules.count - before.overdueSchedules.count).toBe(1);

  await schedule.forget();
  expect((await health(person)).overdueSchedules.count).toBe(before.overdueSchedules.count);
  await database()
    .update(schema.workflows)
    .set({ lastUpdatedAt: new Date(Date.now() - 11 * MINUTE_MS) })
    .where(eq(schema.workflows.id, id));
  expect((await health(person)).overdueSchedules.count - before.overdueSchedules.count).toBe(1);

  expect((await api(`POST /api/workflows/${id}/deactivate`, { token: person.token })).status).toBe(200);
  const gone = await health(person);
  expect(gone.overdueSchedules.count).toBe(before.overdueSchedules.count);
  expect(gone.checkedSchedules).toBe(before.checkedSchedules);
});

test('after a restore, schedules that differ from the database follow it, in batches: ended and armed ones', async () => {
  const person = await admin();
  const steps = [
    { stepId: 'start', type: 'Trigger', triggerType: 'Scheduled', schedule: { period: 'Day', frequency: 1 }, nextStepId: null },
  ];
  const make = async () => {
    const { workflow } = (await api('POST /api/workflows', { token: person.token, body: { name: 'Nightly', steps } })).body;
    await api(`POST /api/workflows/${workflow.id}/activate`, { token: person.token });
    return {
      id: workflow.id as string,
      schedule: testEnv.SCHEDULES.get(testEnv.SCHEDULES.idFromName(workflow.id)) as unknown as ScheduleObject,
    };
  };
  const [ended, ghost] = [await make(), await make()];
  await ended.schedule.forget();
  await database().update(schema.workflows).set({ isActive: false }).where(eq(schema.workflows.id, ghost.id));
  let [corrected, after] = [0, null as string | null];
  do {
    const { body, status } = await api('POST /api/maintenance/reconcile', { token: person.token, body: after === null ? {} : { after } });
    expect([status, body.failed]).toEqual([200, []]);
    corrected += body.corrected;
    after = body.next;
  } while (after !== null);
  expect(corrected).toBeGreaterThanOrEqual(2);
  expect([(await ended.schedule.status()).isArmed, (await ghost.schedule.status()).isArmed]).toEqual([true, false]);
  expect((await api('POST /api/maintenance/reconcile', { token: person.token, body: { after: 'x' } })).status).toBe(400);
  const audit = await api(`GET /api/audit?action=maintenance&userEmail=${person.row.email}`, { token: person.token });
  expect(audit.body.auditEntries[0]).toMatchObject({
    action: 'maintenance.reconciled',
    actor: { id: person.row.id },
    details: { failed: 0 },
  });
});

/** A run that its shard has begun, and its row as the first summary writes it. */
async function beginRun({ token, row }: Person) {
  const steps = [{ stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: null }];
  const { workflow } = (await api('POST /api/workflows', { token, body: { name: 'Late', steps } })).body;
  await api(`POST /api/workflows/${workflow.id}/activate`, { token });
  const { workflowInstanceId } = (await api(`POST /api/webhooks/${workflow.triggerCode}`, { body: {} })).body;
  const now = new Date();
  await database().insert(schema.workflowInstances).values({
    id: workflowInstanceId,
    ownerUserId: row.id,
    workflowId: workflow.id,
    workflowVersionId: crypto.randomUUID(),
    name: 'Late',
    status: 'InProgress',
    createdAt: now,
    lastUpdatedAt: now,
  });
  const shardName = workflowInstanceId.slice(0, workflowInstanceId.lastIndexOf('-'));
  const shard = testEnv.RUN_SHARDS.get(testEnv.RUN_SHARDS.idFromName(shardName)) as unknown as RunShard;
  return { workflowInstanceId: workflowInstanceId as string, shard };
}
