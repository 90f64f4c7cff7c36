import { runInDurableObject } from 'cloudflare:test';
import { orderSteps } from '@portage/workflow/testing';
import { describe, expect, test } from 'vitest';
import { allSteps, callsTo, chain, evict, getShard, getShardStub, randomText, start, testEnv, until } from '../test/harness.ts';
import { ownShard } from '../test/own-shard.ts';

describe('a run', () => {
  test('runs the workflow of the design, step by step', async () => {
    const path = `/echo/${randomText()}`;
    const order = { id: 'A-"17"', total: 250, lines: [{ quantity: 3 }, { quantity: 4 }] };
    const { runId, shard } = await start(orderSteps(testEnv.TARGET + path), order);
    await until(runId, ['Delayed']);
    expect(await shard.getRun(runId)).toMatchObject({ continueAt: expect.any(String) });
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
