import { runInDurableObject } from 'cloudflare:test';
import type { WorkflowStep } from '@portage/workflow';
import { orderSteps } from '@portage/workflow/testing';
import { describe, expect, test, vi } from 'vitest';
import { allSteps, callsTo, chain, evict, getShard, getShardStub, passHour, randomText, start, testEnv, until } from '../test/harness.ts';
import { ownShard } from '../test/own-shard.ts';

describe('a run', () => {
  test('runs the workflow of the design, step by step', async () => {
    const path = `/echo/${randomText()}`;
    const order = { id: 'A-"17"', total: 250, lines: [{ quantity: 3 }, { quantity: 4 }] };
    const version = orderSteps(testEnv.TARGET + path).map((step) => (step.stepId === 'wait' ? { ...step, delayType: 'Hours' } : step));
    const { runId } = await start(version as WorkflowStep[], order);
    expect(await until(runId, ['Delayed'])).toMatchObject({ continueAt: expect.any(String) });
    await passHour(runId);
    const run = await until(runId);
    expect(run).toMatchObject({ status: 'Succeeded', errorMessage: null, stepCount: 9, continueAt: null, name: 'Orders' });

    const steps = await allSteps(runId);
    expect(steps.map(({ path, status }) => `${path} ${status}`)).toEqual([
      'start Succeeded',
      'each Succeeded',
      'each[0]/price Succeeded',
      'each[1]/price Succeeded',
      'route Succeeded',
      'route.Yes/tell Succeeded',
      'wait Succeeded',
      'keep Succeeded',
      'end Succeeded',
    ]);
    const calls = await callsTo(path);
    expect(calls).toHaveLength(1);
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({ id: 'A-"17"', at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) });
    expect(calls[0]?.headers['idempotency-key']).toBe(`${runId}/route.Yes/tell`);
  });
});

test('HOSTILE 11: a waiting run continues with the version it started with, whatever happens to the workflow', async () => {
  const version = (text: string) =>
    chain({ stepId: 'wait', type: 'DelayStep', delayValue: 1 }, { stepId: 'say', type: 'CustomScript', script: `return "${text}"` });
  const workflowId = crypto.randomUUID();
  const request = ownShard();
  const begin = async (text: string) => {
    const made = request(version(text), {}, { workflowId });
    await getShard(made.runId).startRun(made);
    return made;
  };
  const [old, fresh] = [await begin('old'), await begin('new')];
  await evict(getShardStub(old.runId));
  for (const { runId, said } of [
    { runId: old.runId, said: 'old' },
    { runId: fresh.runId, said: 'new' },
  ]) {
    expect((await until(runId)).status).toBe('Succeeded');
    expect((await getShard(runId).getStepInstance(runId, '2'))?.stepData?.response?.body).toBe(said);
  }
});

describe('rows written for a run, as the platform bills them', () => {
  /** Counts a run that ends in a shard with earlier runs, until PostgreSQL has it. */
  async function countRows(steps: WorkflowStep[]): Promise<{ runId: string; rowsWritten: number }> {
    const request = ownShard();
    const version = { versionId: crypto.randomUUID() };
    const [first, counted] = [request(steps, { x: 1 }, version), request(steps, { x: 1 }, version)];
    const shard = getShard(first.runId);
    await shard.startRun(first);
    await until(first.runId);
    const isClosed = (runId: string) =>
      runInDurableObject(getShardStub(runId), (_shard, { storage }) => storage.sql.exec('SELECT 1 FROM open_runs').toArray().length === 0);
    await expect.poll(() => isClosed(first.runId)).toBe(true);
    const cursors: { rowsWritten: number }[] = [];
    await runInDurableObject(getShardStub(first.runId), (_shard, { storage: { sql } }) => {
      const exec = sql.exec.bind(sql);
      vi.spyOn(sql, 'exec').mockImplementation((query, ...bindings) => {
        const cursor = exec(query, ...bindings);
        cursors.push(cursor);
        return cursor;
      });
    });
    await shard.startRun(counted);
    expect((await until(counted.runId)).status).toBe('Succeeded');
    await expect.poll(() => isClosed(counted.runId)).toBe(true);
    vi.restoreAllMocks();
    return { runId: counted.runId, rowsWritten: cursors.reduce((sum, cursor) => sum + cursor.rowsWritten, 0) };
  }
  const say = (stepId: string) => ({ stepId, type: 'CustomScript' as const, script: `return "${stepId}"` });

  test('5 for a run that ends in its first slice: its row, twice, the row’s index, and the note that it is open, made and removed', async () => {
    const { runId, rowsWritten } = await countRows(chain(say('one'), say('two')));
    expect(rowsWritten).toBe(5);
    await evict(getShardStub(runId));
    expect((await allSteps(runId)).map(({ path, status }) => `${path} ${status}`)).toEqual([
      'start Succeeded',
      'one Succeeded',
      'two Succeeded',
    ]);
    expect((await getShard(runId).getStepInstance(runId, '2'))?.stepData?.response?.body).toBe('two');
  });
});

test('writes far fewer rows than a run of pure steps has steps', async () => {
  const body = { stepId: 'body', type: 'Branch' as const, conditionGroups: [], nextStepId: null };
  const loop = {
    stepId: 'each',
    type: 'Loop' as const,
    listContextDataEntityName: '$Steps["start"].Payload',
    loopFirstStepId: 'body',
    nextStepId: null,
  };
  const { runId } = await start(
    chain(loop, body),
    Array.from({ length: 10_000 }, (_, at) => at),
  );
  expect((await until(runId)).stepCount).toBe(10_002);
  const rows = await runInDurableObject(getShardStub(runId), (_shard, state) => {
    const runKey = state.storage.sql.exec<{ run_key: number }>('SELECT run_key FROM runs WHERE run_id = ?', runId).one().run_key;
    const journal = 'SELECT COUNT(*) AS count FROM journal WHERE id >= ? AND id < ?';
    return state.storage.sql.exec<{ count: number }>(journal, runKey * 2 ** 21, (runKey + 1) * 2 ** 21).one().count;
  });
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThan(100);
});
