import { schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { api, database, type Person, signedInPerson, testEnv } from '../../test/api.ts';
import { failRun, findStart } from '../../test/run-engine.ts';
import { makeWorkflow } from '../../test/workflows.ts';
import { startFailureRuns } from './start-failure-runs.ts';

const set = (person: Person, id: string, workflowId: string | null) =>
  api(`PUT /api/workflows/${id}/on-failure`, { token: person.token, body: { workflowId } });
const activate = async (person: Person, id: string) =>
  expect((await api(`POST /api/workflows/${id}/activate`, { token: person.token })).status).toBe(200);

async function createWorkflows(person: Person, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push((await makeWorkflow(person)).id);
  return ids;
}

/** A failed run as the engine reports it. */
async function failedRun(person: Person, workflowId: string, handlerWorkflowId: string, depth = 0): Promise<string> {
  const { body } = await api(`POST /api/workflows/${workflowId}/test-run`, { token: person.token, body: { payload: { order: 1 } } });
  const runId: string = body.workflowInstanceId;
  await failRun(runId);
  await database()
    .insert(schema.failureStarts)
    .values({ runId, ownerUserId: person.row.id, workflowId, handlerWorkflowId, depth, createdAt: new Date() });
  return runId;
}

const findFailureStart = async (runId: string) =>
  (await database().select().from(schema.failureStarts).where(eq(schema.failureStarts.runId, runId)))[0];

describe('the workflow that a failure starts', () => {
  test('belongs to the same owner, and never leads back', async () => {
    const person = await signedInPerson();
    const [a = '', b = '', c = ''] = await createWorkflows(person, 3);
    expect((await set(person, a, b)).body).toEqual({ onFailure: { workflowId: b, name: expect.any(String), isActive: false } });
    expect((await set(person, b, c)).status).toBe(200);
    for (const [id, target] of [
      [a, a],
      [b, a],
      [c, a],
      [c, b],
    ] as const) {
      const answer = await set(person, id, target);
      expect([answer.status, answer.message]).toEqual([400, expect.stringContaining('would loop')]);
    }
    const stranger = await signedInPerson();
    const [foreign = ''] = await createWorkflows(stranger, 1);
    expect((await set(person, c, foreign)).status).toBe(404);
    expect((await set(stranger, a, foreign)).status).toBe(404);
    expect((await set(person, c, 'nonsense')).status).toBe(404);
    expect((await api(`PUT /api/workflows/${a}/on-failure`, { token: person.token, body: { workflowId: b, more: 1 } })).status).toBe(400);
    expect((await set(person, a, null)).body).toEqual({ onFailure: null });
    expect((await set(person, c, a)).status).toBe(200);
  });

  test('is kept in a copy of the workflow, but not in what others import', async () => {
    const person = await signedInPerson();
    const [original = '', handler = ''] = await createWorkflows(person, 2);
    await set(person, original, handler);
    const copy = await api('POST /api/workflows', { token: person.token, body: { name: 'Copy', copyOfWorkflowId: original } });
    const onFailureOf = async (id: string, { token } = person) => (await api(`GET /api/workflows/${id}/on-failure`, { token })).body;
    expect(await onFailureOf(copy.body.workflow.id)).toEqual({ onFailure: expect.objectContaining({ workflowId: handler }) });

    const stranger = await signedInPerson();
    const shared = await api(`POST /api/workflows/${original}/share`, { token: person.token });
    const sharedWorkflowCode = new URL(shared.body.link).searchParams.get('sharedWorkflowCode') ?? '';
    const imported = await api('POST /api/workflows/import', {
      token: stranger.token,
      body: { workflowIdToImport: original, sharedWorkflowCode, workflowName: 'Mine' },
    });
    expect(await onFailureOf(imported.body.workflowId, stranger)).toEqual({ onFailure: null });
  });

  test('is started once with what failed, even if the start is repeated', async () => {
    const person = await signedInPerson();
    const [failing = '', handler = ''] = await createWorkflows(person, 2);
    await activate(person, handler);
    const runId = await failedRun(person, failing, handler);
    await startFailureRuns(testEnv, database());
    const { startedRunId } = (await findFailureStart(runId)) ?? {};
    const start = await findStart(startedRunId ?? '');
    expect(start).toMatchObject({ workflowId: handler, cause: 'Failure', failureDepth: 1, startedByHand: false, isTest: false });
    expect(start?.trigger).toMatchObject({
      payload: { workflow: { id: failing }, run: { id: runId }, error: 'It failed.' },
      chain: { hops: 1, origin: runId },
    });
    // Simulates a worker that stopped between the start and its record.
    await database()
      .update(schema.failureStarts)
      .set({ startedRunId: null, nextAttemptAt: null })
      .where(eq(schema.failureStarts.runId, runId));
    await startFailureRuns(testEnv, database());
    expect((await findFailureStart(runId))?.startedRunId).toBe(startedRunId);
  });

  test('isn’t started while it is inactive or deleted, and waits for a quota', async () => {
    const person = await signedInPerson();
    const [failing = '', inactive = '', handler = ''] = await createWorkflows(person, 3);
    const first = await failedRun(person, failing, inactive);
    const second = await failedRun(person, failing, crypto.randomUUID());
    await activate(person, handler);
    const third = await failedRun(person, failing, handler);
    const quota = { maxWorkflowInstancesPerDay: 0 };
    await database().update(schema.users).set({ workflowQuotaSettings: quota }).where(eq(schema.users.id, person.row.id));
    await startFailureRuns(testEnv, database());
    expect(await findFailureStart(first)).toMatchObject({ droppedAt: expect.any(Date), error: expect.stringContaining('not active') });
    expect(await findFailureStart(second)).toMatchObject({ droppedAt: expect.any(Date), error: expect.stringContaining('deleted') });
    expect(await findFailureStart(third)).toMatchObject({ droppedAt: null, startedRunId: null, error: expect.stringContaining('quota') });
    const allowed = { maxWorkflowInstancesPerDay: 10 };
    await database().update(schema.users).set({ workflowQuotaSettings: allowed }).where(eq(schema.users.id, person.row.id));
    await startFailureRuns(testEnv, database(), () => new Date(Date.now() + 3_600_000));
    expect(await findFailureStart(third)).toMatchObject({ startedRunId: expect.any(String) });
  });
});
