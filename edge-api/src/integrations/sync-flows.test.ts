import { schema } from '@portage/database';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { api, database, signedInPerson, testEnv } from '../../test/api.ts';
import { SYNCED_PETS } from '../../test/pets-document.ts';
import type { RunShard } from '../../test/run-shard.ts';
import { insertFlow, insertItem, petOperations, type SyncedPets, saveIntegration, syncedPets } from '../../test/synced-pets.ts';
import { makeWorkflow, stepsWith } from '../../test/workflows.ts';

const AT = new Date('2026-11-22T10:00:00Z');

async function activate({ person, workflowId }: SyncedPets, triggerType: 'Manual' | 'Scheduled' = 'Manual') {
  const [start, calc] = stepsWith(triggerType);
  const schedule = { period: 'Hour', frequency: 1 };
  const steps = triggerType === 'Scheduled' ? [{ ...start, schedule }, calc] : [start, calc];
  const saved = await api(`PUT /api/workflows/${workflowId}`, { token: person.token, body: { steps } });
  expect(saved.status, saved.message).toBe(200);
  const active = await api(`POST /api/workflows/${workflowId}/activate`, { token: person.token });
  expect(active.status, active.message).toBe(200);
}

const listSyncItems = async (flowId: string) => database().select().from(schema.syncItems).where(eq(schema.syncItems.flowId, flowId));
const flowRow = async (flowId: string) => (await database().select().from(schema.syncFlows).where(eq(schema.syncFlows.id, flowId)))[0];

describe('flows', () => {
  test('have the names of what they connect, their progress, and the number of items in each status', async () => {
    const pets = await syncedPets();
    const { token } = pets.person;
    const flowId = await insertFlow(pets, {
      ...{ startedAt: new Date('2026-11-22T09:00:00Z'), syncedAt: new Date('2026-11-22T09:58:30Z'), readCount: 13, createdCount: 4 },
      ...{ updatedCount: 3, unchangedCount: 1, skippedCount: 1, waitingCount: 2, failedCount: 2, dashboardEntity: 'Animals' },
      sourceEntity: 'Newborns',
    });
    for (const [sourceItemId, status] of [
      ['a', 'Success'],
      ['b', 'Success'],
      ['c', 'Error'],
      ['d', 'Skipped'],
    ] as const) {
      await insertItem(flowId, { sourceItemId, status });
    }
    const { body } = await api(`GET /api/integrations/flows?workflowId=${pets.workflowId}`, { token, now: AT });
    expect(body).toEqual({
      totalCount: 1,
      flows: [
        {
          ...{ id: flowId, workflowId: pets.workflowId, workflowName: 'Pets', integrationType: 'Integration', dashboardEntity: 'Animals' },
          direction: 'SourceToTarget',
          source: {
            connectorTypeId: pets.connectorTypeId,
            connectorTypeName: 'Pets',
            connectorId: pets.sourceId,
            connectorName: 'Old zoo',
            entity: 'Newborns',
            entityTitle: 'Young animals',
          },
          target: {
            connectorTypeId: pets.connectorTypeId,
            connectorTypeName: 'Pets',
            connectorId: pets.targetId,
            connectorName: 'New zoo',
            entity: 'Animals',
            entityTitle: 'Animals',
          },
          ...{ state: 'Idle', error: null, isPaused: false, startedAt: '2026-11-22T09:00:00.000Z', syncedAt: '2026-11-22T09:58:30.000Z' },
          ...{ nextSyncAt: null, lagSeconds: 90, workflowInstanceId: null },
          counts: { read: 13, created: 4, updated: 3, unchanged: 1, skipped: 1, waiting: 2, failed: 2 },
          items: { InProgress: 0, Success: 2, Error: 1, Skipped: 1 },
        },
      ],
    });
    expect((await api(`GET /api/integrations/flows/${flowId}`, { token, now: AT })).body.flow).toEqual(body.flows[0]);
  });

  test('say what they are doing: running while the lease lasts, paused, failed, never synced', async () => {
    const pets = await syncedPets();
    const { token } = pets.person;
    const flowId = await insertFlow(pets, { runningRunId: 'run-1', leaseUntil: new Date('2026-11-22T10:05:00Z'), isPaused: true });
    const at = async (now: Date) => (await api(`GET /api/integrations/flows/${flowId}`, { token, now })).body.flow;
    expect(await at(AT)).toMatchObject({ state: 'Running', workflowInstanceId: 'run-1', isPaused: true, lagSeconds: null, syncedAt: null });
    expect(await at(new Date('2026-11-22T10:05:00Z'))).toMatchObject({ state: 'Paused', workflowInstanceId: null });
    await database().update(schema.syncFlows).set({ isPaused: false, error: 'Pets: 401.' }).where(eq(schema.syncFlows.id, flowId));
    expect(await at(new Date('2026-11-22T10:06:00Z'))).toMatchObject({ state: 'Failed', error: 'Pets: 401.' });
  });

  test('of an active scheduled workflow say when the next sync is', async () => {
    const pets = await syncedPets();
    const flowId = await insertFlow(pets);
    await activate(pets, 'Scheduled');
    const { flow } = (await api(`GET /api/integrations/flows/${flowId}`, { token: pets.person.token })).body;
    expect(Date.parse(flow.nextSyncAt)).toBeGreaterThan(Date.now() - 3_600_000);
    expect((await api(`POST /api/workflows/${pets.workflowId}/deactivate`, { token: pets.person.token })).status).toBe(200);
    expect((await api(`GET /api/integrations/flows/${flowId}`, { token: pets.person.token })).body.flow.nextSyncAt).toBeNull();
  });

  test('a Dashboard step’s stored reading isn’t shown', async () => {
    const pets = await syncedPets();
    const flowId = await insertFlow(pets);
    await insertFlow(pets, { flowKey: 'orders/dashboard', targetConnectorTypeId: 'dashboard', targetConnectorId: crypto.randomUUID() });
    const { body } = await api('GET /api/integrations/flows', { token: pets.person.token });
    expect(body).toMatchObject({ totalCount: 1, flows: [{ id: flowId }] });
  });

  test('of deleted workflows and of others aren’t shown; names of deleted connectors stay', async () => {
    const [pets, other] = [await syncedPets(), await syncedPets()];
    const flowId = await insertFlow(pets);
    await insertFlow(other);
    const list = async (query = '') => (await api(`GET /api/integrations/flows?${query}`, { token: pets.person.token })).body;
    expect((await list()).flows.map(({ id }: { id: string }) => id)).toEqual([flowId]);
    expect(await list(`workflowId=${other.workflowId}`)).toEqual({ flows: [], totalCount: 0 });
    expect(await list('workflowId=nonsense')).toEqual({ flows: [], totalCount: 0 });
    expect((await api(`DELETE /api/connectors/${pets.sourceId}`, { token: pets.person.token })).status).toBe(200);
    expect((await list()).flows[0].source.connectorName).toBe('Old zoo');
    expect((await api(`DELETE /api/workflows/${pets.workflowId}`, { token: pets.person.token })).status).toBe(200);
    expect(await list()).toEqual({ flows: [], totalCount: 0 });
    expect((await api(`GET /api/integrations/flows/${flowId}`, { token: pets.person.token })).status).toBe(404);
  });
});

describe('items', () => {
  test('INT-13: are found by name, either id and status, page by page, the last changed first', async () => {
    const pets = await syncedPets();
    const { token } = pets.person;
    const flowId = await insertFlow(pets);
    const strange = await insertFlow(pets, { flowKey: 'another' });
    await insertItem(strange, { sourceItemId: 'of-another-flow' });
    for (let at = 0; at < 13; at += 1) {
      const status = at % 3 === 0 ? ('Error' as const) : ('Success' as const);
      const lastUpdatedAt = new Date(AT.getTime() + at * 1_000);
      await insertItem(flowId, {
        sourceItemId: `s-${at}`,
        targetItemId: `t_${at}`,
        name: at === 5 ? '100% Rex' : `Animal ${at}`,
        status,
        lastUpdatedAt,
      });
    }
    const page = async (query: string) => (await api(`GET /api/integrations/flows/${flowId}/items?${query}`, { token })).body;
    const idsOf = ({ items }: { items: { sourceItemId: string }[] }) => items.map(({ sourceItemId }) => sourceItemId);
    const [first, second] = [await page('pageIndex=0'), await page('pageIndex=1')];
    expect([...idsOf(first), ...idsOf(second)]).toEqual(Array.from({ length: 13 }, (_, at) => `s-${12 - at}`));
    expect(first).toMatchObject({ totalCount: 13, counts: { InProgress: 0, Success: 8, Error: 5, Skipped: 0 } });
    expect(await page('status=Error&pageSize=2')).toMatchObject({ totalCount: 5, counts: { Success: 8, Error: 5 } });
    expect(idsOf(await page('status=Error&pageSize=2&pageIndex=2'))).toEqual(['s-0']);
    expect(idsOf(await page(`searchTerm=${encodeURIComponent('100% r')}`))).toEqual(['s-5']);
    expect(idsOf(await page('searchTerm=T_11'))).toEqual(['s-11']);
    expect(await page('searchTerm=animal%201&status=Error')).toMatchObject({ totalCount: 1, counts: { Success: 3, Error: 1 } });
    expect((await api(`GET /api/integrations/flows/${flowId}/items?status=Gone`, { token })).status).toBe(400);
    expect((await api(`GET /api/integrations/flows/${flowId}/items?pageSize=101`, { token })).status).toBe(400);
  });

  test('one has both sides, what was refused and the run; its id may contain anything a system makes ids from', async () => {
    const pets = await syncedPets();
    const { token } = pets.person;
    const flowId = await insertFlow(pets);
    const refusal = { call: { method: 'POST', url: 'https://a.test', body: { tag: 'x' }, status: 422, response: { error: 'taken' } } };
    const sourceItemId = 'gid://shop/Product/1?x=%2F&y=ü';
    await insertItem(flowId, {
      ...{ sourceItemId, status: 'Error', error: 'The tag is taken.', sourceRecord: { z: 1, a: [null] } },
      written: [{ value: 1 }],
      runId: 'run-1',
      refusal,
    });
    const { status, body } = await api(`GET /api/integrations/flows/${flowId}/items/${encodeURIComponent(sourceItemId)}`, { token });
    expect([status, body.item]).toMatchObject([
      200,
      {
        sourceItemId,
        status: 'Error',
        error: 'The tag is taken.',
        sourceRecord: { z: 1, a: [null] },
        written: [{ value: 1 }],
        targetItemId: null,
        workflowInstanceId: 'run-1',
        refusal,
      },
    ]);
    expect(Object.keys(body.item.sourceRecord)).toEqual(['z', 'a']);
    expect((await api(`GET /api/integrations/flows/${flowId}/items/none`, { token })).status).toBe(404);
  });

  test('HOSTILE 25: in another owner’s flow none is found, whatever is asked for', async () => {
    const [pets, other] = [await syncedPets(), await syncedPets()];
    const flowId = await insertFlow(pets);
    await insertItem(flowId, { sourceItemId: 'mine' });
    const { token } = other.person;
    for (const path of [
      `flows/${flowId}/items`,
      `flows/${flowId}/items/mine`,
      `flows/${flowId}/items?searchTerm=mine`,
      "flows/'%20or%201=1--/items",
    ]) {
      expect((await api(`GET /api/integrations/${path}`, { token })).status, path).toBe(404);
    }
    const again = { token, body: { sourceItemIds: ['mine'] } };
    expect((await api(`POST /api/integrations/flows/${flowId}/sync-again`, again)).status).toBe(404);
    expect((await listSyncItems(flowId))[0]).toMatchObject({ status: 'Success' });
  });
});

describe('sync again', () => {
  test('makes the named items due as if nothing had been written, and runs the workflow', async () => {
    const pets = await syncedPets();
    const { token } = pets.person;
    await activate(pets);
    const flowId = await insertFlow(pets);
    const written = { targetItemId: 't', fingerprint: 'f', attempts: 3, writtenAt: AT };
    for (const sourceItemId of ['a', 'b', 'c']) await insertItem(flowId, { sourceItemId, ...written });
    const answer = await api(`POST /api/integrations/flows/${flowId}/sync-again`, { token, body: { sourceItemIds: ['a', 'c', 'none'] } });
    expect([answer.status, answer.body.count], answer.message).toEqual([200, 2]);
    expect(await startedRuns(answer.body.workflowInstanceId)).toHaveLength(1);
    const rows = Object.fromEntries((await listSyncItems(flowId)).map((row) => [row.sourceItemId, row]));
    const due = {
      status: 'InProgress',
      fingerprint: null,
      attempts: 0,
      writtenAt: null,
      targetItemId: 't',
      error: null,
      nextAttemptAt: expect.any(Date),
    };
    expect(rows.a).toMatchObject(due);
    expect(rows.c).toMatchObject(due);
    expect(rows.b).toMatchObject({ status: 'Success', fingerprint: 'f', nextAttemptAt: null });
  });

  test('takes all waiting items, all in Error, or sets the flow back to a date', async () => {
    const pets = await syncedPets();
    const { token } = pets.person;
    await activate(pets);
    const flowId = await insertFlow(pets, { cursor: '1790000000000' });
    for (const [sourceItemId, status] of [
      ['a', 'Error'],
      ['b', 'Error'],
      ['c', 'Success'],
      ['d', 'InProgress'],
    ] as const)
      await insertItem(flowId, { sourceItemId, status, nextAttemptAt: new Date('9999-01-01T00:00:00Z') });
    const again = (body: object) => api(`POST /api/integrations/flows/${flowId}/sync-again`, { token, body });
    const waiting = async () => (await listSyncItems(flowId)).find(({ sourceItemId }) => sourceItemId === 'd');
    expect((await again({ allWaiting: true })).body.count).toBe(1);
    expect(await waiting()).toMatchObject({ status: 'InProgress', error: null });
    expect((await waiting())?.nextAttemptAt?.getFullYear()).toBeLessThan(9999);
    expect((await again({ allInError: true })).body.count).toBe(2);
    expect((await again({ fromDate: '2026-10-01T00:00:00+02:00' })).body.count).toBe(0);
    expect((await flowRow(flowId))?.cursor).toBe(String(Date.parse('2026-09-30T22:00:00Z')));
    const ahead = await api(`POST /api/integrations/flows/${flowId}/sync-again`, {
      token,
      now: AT,
      body: { fromDate: '2026-11-22T10:00:01Z' },
    });
    expect([ahead.status, ahead.message]).toEqual([400, expect.stringContaining('is in the future')]);
    expect((await flowRow(flowId))?.cursor).toBe(String(Date.parse('2026-09-30T22:00:00Z')));
  });

  test('reads a source that counts its changes with its own numbers from the start', async () => {
    const pets = await syncedPets(SYNCED_PETS.replace('format: date-time } }\n    get', 'format: number } }\n    get'));
    await activate(pets);
    const flowId = await insertFlow(pets, { cursor: '4711' });
    const body = { fromDate: '2026-10-01T00:00:00Z' };
    expect((await api(`POST /api/integrations/flows/${flowId}/sync-again`, { token: pets.person.token, body })).status).toBe(200);
    expect((await flowRow(flowId))?.cursor).toBeNull();
  });

  test.each([
    [{}],
    [{ allInError: true, fromDate: '2026-10-01T00:00:00Z' }],
    [{ allInError: false }],
    [{ allInError: true, allWaiting: true }],
    [{ sourceItemIds: [] }],
    [{ sourceItemIds: Array.from({ length: 101 }, String) }],
    [{ sourceItemIds: ['a\u0000'] }],
    [{ fromDate: '1969-01-01T00:00:00Z' }],
    [{ allInError: true, flowId: 'x' }],
  ])('%j is refused', async (body) => {
    const pets = await syncedPets();
    const flowId = await insertFlow(pets);
    expect((await api(`POST /api/integrations/flows/${flowId}/sync-again`, { token: pets.person.token, body })).status).toBe(400);
  });
});

describe('a flow that no run would sync', () => {
  test('is refused before anything is changed: an inactive workflow, a pause', async () => {
    const pets = await syncedPets();
    const { token } = pets.person;
    const flowId = await insertFlow(pets);
    await insertItem(flowId, { sourceItemId: 'a', status: 'Error', error: 'Refused' });
    const now = () => api(`POST /api/integrations/flows/${flowId}/sync-now`, { token });
    const again = () => api(`POST /api/integrations/flows/${flowId}/sync-again`, { token, body: { allInError: true } });
    expect(await now()).toMatchObject({ status: 409, code: 'workflow-inactive' });
    expect(await again()).toMatchObject({ status: 409, code: 'workflow-inactive' });
    await activate(pets);
    const paused = await api(`POST /api/integrations/flows/${flowId}/pause`, { token });
    expect(paused.body.flow).toMatchObject({ id: flowId, state: 'Paused', isPaused: true });
    expect(await now()).toMatchObject({ status: 409, code: 'flow-paused', message: 'This flow is paused. Resume it first.' });
    expect(await again()).toMatchObject({ status: 409, code: 'flow-paused' });
    expect((await listSyncItems(flowId))[0]).toMatchObject({ status: 'Error', error: 'Refused' });
    const resumed = await api(`POST /api/integrations/flows/${flowId}/resume`, { token });
    expect(resumed.body.flow).toMatchObject({ state: 'Idle', isPaused: false });
    const { status, body } = await now();
    expect(status).toBe(200);
    expect(await startedRuns(body.workflowInstanceId)).toHaveLength(1);
    const actions = await database()
      .select({ action: schema.auditLog.action })
      .from(schema.auditLog)
      .where(and(eq(schema.auditLog.actorUserId, pets.person.row.id)));
    expect(actions.map(({ action }) => action)).toEqual(expect.arrayContaining(['sync-flow.paused', 'sync-flow.resumed']));
  });

  test('is started if its last run ended without releasing it', async () => {
    const pets = await syncedPets();
    await activate(pets);
    const [deadRunId, at] = [`dead-${crypto.randomUUID()}`, new Date()];
    const run = { id: deadRunId, ownerUserId: pets.person.row.id, workflowId: pets.workflowId, workflowVersionId: crypto.randomUUID() };
    await database()
      .insert(schema.workflowInstances)
      .values({ ...run, name: 'Pets', status: 'Failed', createdAt: at, lastUpdatedAt: at });
    const flowId = await insertFlow(pets, { runningRunId: deadRunId, leaseUntil: new Date(Date.now() + 600_000) });
    const { token } = pets.person;
    expect((await api(`GET /api/integrations/flows/${flowId}`, { token })).body.flow).toMatchObject({
      state: 'Idle',
      workflowInstanceId: null,
    });
    expect((await api(`POST /api/integrations/flows/${flowId}/sync-now`, { token })).status).toBe(200);
  });

  test('is started once by several simultaneous clicks, and again after a run had it', async () => {
    const pets = await syncedPets();
    await activate(pets);
    const flowId = await insertFlow(pets);
    const now = async () => {
      const { status, body } = await api(`POST /api/integrations/flows/${flowId}/sync-now`, { token: pets.person.token });
      expect(status).toBe(200);
      return body.workflowInstanceId as string;
    };
    const first = new Set(await Promise.all(Array.from({ length: 10 }, now)));
    // Two if the one-click window ends between them.
    expect(first.size).toBeLessThanOrEqual(2);
    await database().update(schema.syncFlows).set({ lastUpdatedAt: new Date() }).where(eq(schema.syncFlows.id, flowId));
    expect(first.has(await now())).toBe(false);
  });

  test('isn’t started twice while a sync is running', async () => {
    const pets = await syncedPets();
    await activate(pets);
    const flowId = await insertFlow(pets, { runningRunId: 'run-1', leaseUntil: new Date(Date.now() + 600_000) });
    const answer = await api(`POST /api/integrations/flows/${flowId}/sync-now`, { token: pets.person.token });
    expect(answer).toMatchObject({ status: 409, code: 'sync-running' });
  });
});

/** The runs that the shard was given for this id. */
async function startedRuns(runId: string): Promise<unknown[]> {
  const shard = testEnv.RUN_SHARDS.get(testEnv.RUN_SHARDS.idFromName(runId.slice(0, runId.lastIndexOf('-')))) as unknown as RunShard;
  const run = await shard.getRun(runId);
  return run ? [run] : [];
}

test('INT-16: workflows that are set up but never synced are listed until they have a flow', async () => {
  const pets = await syncedPets();
  const { person, sourceId, targetId } = pets;
  const listed = async () => (await api('GET /api/integrations/never-synced', { token: person.token })).body.workflows;
  expect(await listed()).toEqual([]);
  await saveIntegration(pets, { operations: petOperations(pets) }, { query: '?lastSyncDate=2026-01-01T00:00:00Z' });
  const step = { stepId: 'sync', type: 'SyncStep', syncType: 'Products', sourceConnectorId: sourceId, targetConnectorId: targetId };
  const start = { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'sync' };
  const made = await makeWorkflow(person, { name: 'Products', steps: [start, step] });
  // Neither a step without settings nor one that only mentions a Sync step counts as set up.
  await makeWorkflow(person, { name: 'Not set up', steps: [start, { ...step, syncType: 'IntegrationApplication' }] });
  const description = '"type":"SyncStep" "sourceConnectorId":"x" "targetConnectorId":"y"';
  await makeWorkflow(person, { name: 'Talk', steps: [{ ...start, description, nextStepId: null }] });
  const gone = await makeWorkflow(person, { name: 'Deleted', steps: [start, step] });
  await api(`DELETE /api/workflows/${gone.id}`, { token: person.token });
  const products = { workflowId: made.id, workflowName: 'Products', isWorkflowActive: false, integrationType: null };
  expect(await listed()).toEqual([
    products,
    { workflowId: pets.workflowId, workflowName: 'Pets', isWorkflowActive: false, integrationType: 'Integration' },
  ]);
  await insertFlow(pets);
  expect(await listed()).toEqual([products]);
});

test('another person’s list is empty', async () => {
  const { token } = await signedInPerson();
  expect((await api('GET /api/integrations/flows', { token })).body).toEqual({ flows: [], totalCount: 0 });
});
