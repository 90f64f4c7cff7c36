import { makeRunId, parseRunId } from '@portage/contracts';
import { insertRunJob, schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { api, database, type Person, signedInPerson, testEnv } from '../../test/api.ts';
import { failRun, findStart } from '../../test/run-engine.ts';
import { makeWorkflow, signedInAdmin } from '../../test/workflows.ts';
import { workOnRunJobs } from './work-on-run-jobs.ts';

/** A run that both the engine and the index know. */
async function makeRun(person: Person, workflowId: string, status: 'Failed' | 'InProgress' = 'Failed'): Promise<string> {
  const { body } = await api(`POST /api/workflows/${workflowId}/test-run`, { token: person.token });
  const runId: string = body.workflowInstanceId;
  if (status === 'Failed') await failRun(runId);
  await index(person, runId, workflowId, status);
  return runId;
}

async function index(person: Person, id: string, workflowId: string, status: 'Failed' | 'InProgress'): Promise<void> {
  const at = new Date();
  const instants = { createdAt: at, lastUpdatedAt: at, startedAt: at };
  await database()
    .insert(schema.workflowInstances)
    .values({ id, ownerUserId: person.row.id, workflowId, workflowVersionId: crypto.randomUUID(), name: 'Indexed', status, ...instants });
}

async function withRuns(count: number, status?: 'Failed' | 'InProgress') {
  const person = await signedInPerson();
  const { id } = await makeWorkflow(person);
  const runIds: string[] = [];
  for (let made = 0; made < count; made += 1) runIds.push(await makeRun(person, id, status));
  return { person, workflowId: id, runIds };
}

const begin = (person: Person, action: string, selection: object) =>
  api('POST /api/workflows/run-jobs', { token: person.token, body: { action, selection } });
const readJob = async (person: Person, id: string) => (await api(`GET /api/workflows/run-jobs/${id}`, { token: person.token })).body;
const readStatus = async (person: Person, runId: string) =>
  (await api(`GET /api/workflows/instances/${runId}`, { token: person.token })).body.workflowInstance.status;
const listAttempts = async (person: Person, runId: string) =>
  (await api(`GET /api/workflows/instances/${runId}/attempts`, { token: person.token })).body.attempts;

/** Works on the job like the cron. */
async function untilOver(person: Person, id: string) {
  await expect
    .poll(async () => {
      await workOnRunJobs(testEnv, database(), { forMs: 1_000 });
      return (await readJob(person, id)).runJob.status;
    })
    .not.toBe('Running');
  return readJob(person, id);
}

describe('one action on many runs', () => {
  test('continues every failed run of a filter, each once, and reports the refused ones', async () => {
    const { person, workflowId, runIds } = await withRuns(3);
    const unknown = makeRunId(person.row.id, Date.now(), 0, 'a'.repeat(20));
    await index(person, unknown, workflowId, 'Failed');
    const running = await makeRun(person, workflowId, 'InProgress');
    const selection = { filter: { workflowId, status: 'Failed' } };
    const preview = await api('POST /api/workflows/run-jobs/preview', { token: person.token, body: { action: 'Continue', selection } });
    expect(preview.body).toEqual({ count: 4, mostRuns: 10_000 });
    const { body } = await begin(person, 'Continue', selection);
    expect(body.runJob).toMatchObject({ status: 'Running', totalCount: 4, action: 'Continue' });
    const { runJob, refusals } = await untilOver(person, body.runJob.id);
    expect(runJob).toMatchObject({ status: 'Finished', doneCount: 3, refusedCount: 1, finishedAt: expect.any(String) });
    expect(refusals).toMatchObject([{ workflowInstanceId: unknown }]);
    for (const runId of runIds) {
      expect(await readStatus(person, runId)).toBe('InProgress');
      expect(await listAttempts(person, runId)).toMatchObject([{ continuedBy: { email: person.row.email } }]);
    }
    expect(await listAttempts(person, running)).toEqual([]);
  });

  test('cancels chosen runs and no others', async () => {
    const { person, runIds } = await withRuns(3, 'InProgress');
    const [first = '', second = '', third = ''] = runIds;
    const { body } = await begin(person, 'Cancel', { runIds: [first, second] });
    expect(await untilOver(person, body.runJob.id)).toMatchObject({ runJob: { doneCount: 2, refusedCount: 0 } });
    expect([await readStatus(person, first), await readStatus(person, second)]).toEqual(['Cancelled', 'Cancelled']);
    expect(await readStatus(person, third)).toBe('InProgress');
  });

  test('starts a new run for each with a key, so that a repeated attempt starts none', async () => {
    const { person, runIds } = await withRuns(1);
    const { body } = await begin(person, 'StartNew', { runIds });
    const { id } = body.runJob;
    await untilOver(person, id);
    // Simulates a worker that stopped after the start and before it was recorded.
    await database().update(schema.runJobItems).set({ outcome: null }).where(eq(schema.runJobItems.jobId, id));
    await database().update(schema.runJobs).set({ status: 'Running', doneCount: 0 }).where(eq(schema.runJobs.id, id));
    await untilOver(person, id);
    const { shardName = '' } = parseRunId(runIds[0] ?? '') ?? {};
    expect(shardName).not.toBe('');
    const key = `re-run/${id}/${runIds[0]}`;
    const started = await Promise.all(
      [0, 1, 2, 3].map((lane) =>
        (
          testEnv.RUN_SHARDS.get(testEnv.RUN_SHARDS.idFromName(shardName.replace(/\d+$/, String(lane)))) as unknown as {
            findRunByDeduplicationKey(key: string): Promise<string | null>;
          }
        ).findRunByDeduplicationKey(key),
      ),
    );
    const found = started.filter((runId) => runId !== null);
    expect(found).toHaveLength(1);
    expect(await findStart(found[0] ?? '')).toMatchObject({ cause: 'Rerun', deduplicationKey: key });
  });

  test('waits for a quota, says so, and continues when the quota allows more', async () => {
    const { person, runIds } = await withRuns(2);
    const allow = (maxWorkflowInstancesPerDay: number) =>
      database()
        .update(schema.users)
        .set({ workflowQuotaSettings: { maxWorkflowInstancesPerDay } })
        .where(eq(schema.users.id, person.row.id));
    await allow(1);
    const { body } = await begin(person, 'StartNew', { runIds });
    const { id } = body.runJob;
    const job = async () => (await readJob(person, id)).runJob;
    await expect.poll(async () => (await job()).waitsUntil).toEqual(expect.any(String));
    expect(await job()).toMatchObject({ status: 'Running', doneCount: 1, refusedCount: 0, message: 'The quota is used up.' });
    await workOnRunJobs(testEnv, database(), { forMs: 500 });
    expect((await job()).doneCount).toBe(1);
    await allow(2);
    await database()
      .update(schema.runJobs)
      .set({ waitsUntil: new Date(0) })
      .where(eq(schema.runJobs.id, id));
    expect((await untilOver(person, id)).runJob).toMatchObject({ status: 'Finished', doneCount: 2, message: null, waitsUntil: null });
  });

  test('is stopped by its owner; what is done stays done', async () => {
    const { person, runIds } = await withRuns(2);
    const db = database();
    const job = await insertRunJob(db, person.row.id, {
      id: crypto.randomUUID(),
      impersonatorUserId: null,
      action: 'Continue',
      selection: { runIds },
      createdAt: new Date(),
    });
    const stopped = await api(`POST /api/workflows/run-jobs/${job?.id}/stop`, { token: person.token });
    expect(stopped.body.runJob).toMatchObject({ status: 'Stopped', doneCount: 0 });
    await workOnRunJobs(testEnv, db, { forMs: 500 });
    expect((await readJob(person, job?.id ?? '')).runJob).toMatchObject({ status: 'Stopped', doneCount: 0 });
    expect(await readStatus(person, runIds[0] ?? '')).toBe('Failed');
  });

  test('the next worker repeats an interrupted turn, each run once', async () => {
    const { person, runIds } = await withRuns(2);
    const newJob = {
      id: crypto.randomUUID(),
      impersonatorUserId: null,
      action: 'Continue' as const,
      selection: { runIds },
      createdAt: new Date(),
    };
    const job = await insertRunJob(database(), person.row.id, newJob);
    // A worker claimed the job, continued one run, and stopped.
    await database()
      .update(schema.runJobs)
      .set({ takenUntil: new Date(0) })
      .where(eq(schema.runJobs.id, newJob.id));
    const { id = '' } = job ?? {};
    await untilOver(person, id);
    await database().update(schema.runJobItems).set({ outcome: null }).where(eq(schema.runJobItems.jobId, id));
    await database().update(schema.runJobs).set({ status: 'Running', doneCount: 0, refusedCount: 0 }).where(eq(schema.runJobs.id, id));
    for (const runId of runIds) await failRun(runId);
    expect((await untilOver(person, id)).runJob).toMatchObject({ doneCount: 2, refusedCount: 0 });
    for (const runId of runIds) expect(await listAttempts(person, runId)).toHaveLength(1);
  });

  test('HOSTILE 25: finds no runs of others, and refuses unknown fields, too many names and too many jobs', async () => {
    const { person, runIds } = await withRuns(1);
    const stranger = await signedInPerson();
    expect(await begin(stranger, 'Continue', { runIds })).toMatchObject({ status: 404, code: 'no-runs' });
    expect(await begin(await signedInAdmin(), 'Continue', { runIds })).toMatchObject({ status: 404, code: 'no-runs' });
    expect((await begin(person, 'Continue', { runIds, filter: {} })).status).toBe(400);
    expect((await begin(person, 'Continue', { filter: { userEmail: 'a' } })).status).toBe(400);
    expect((await begin(person, 'Continue', { runIds: Array(201).fill('x') })).status).toBe(400);
    expect((await begin(person, 'Continue', { runIds: ['a\u0000b'] })).status).toBe(400);
    expect((await begin(person, 'Delete', { runIds })).status).toBe(400);
    for (let made = 0; made < 5; made += 1) {
      await database()
        .insert(schema.runJobs)
        .values({
          ...{
            id: crypto.randomUUID(),
            ownerUserId: person.row.id,
            action: 'Cancel',
            status: 'Running',
            totalCount: 1,
            createdAt: new Date(),
          },
          takenUntil: new Date('2040-01-01'),
        });
    }
    expect(await begin(person, 'Continue', { runIds })).toMatchObject({ status: 409, code: 'too-many-jobs' });
  });
});
