import { runInDurableObject } from 'cloudflare:test';
import { connectHttp } from '@portage/database';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { chain, getShard, getShardStub, newRequest, newVersion, start, testEnv, until } from '../../test/harness.ts';
import { shardLimits } from '../limits.ts';
import type { RunRow } from '../storage/run-store.ts';
import { ShardStores } from '../storage/shard-stores.ts';
import { sweepQuietRuns } from '../sweep/sweep.ts';
import type { InstanceSummary } from './instance-summary.ts';
import { Outbox } from './outbox.ts';
import { postgresSummaries } from './postgres-summaries.ts';

const script = (stepId: string, text = 'return 1') => ({ stepId, type: 'CustomScript' as const, script: text });
const db = () => connectHttp(testEnv);

afterEach(() => {
  vi.restoreAllMocks();
});

interface IndexRow extends Record<string, unknown> {
  id: string;
  status: string;
  revision: number;
  error_message: string | null;
  step_count: number;
}

async function indexed(runId: string): Promise<IndexRow | undefined> {
  return (await db().execute<IndexRow>(sql`select * from workflow_instances where id = ${runId}`)).rows[0];
}

async function untilIndexed(runId: string, status: string): Promise<IndexRow> {
  await expect.poll(async () => (await indexed(runId))?.status).toBe(status);
  return (await indexed(runId)) as IndexRow;
}

/** How many of these runs, all of one shard, ended without PostgreSQL knowing. Other tests leave runs in the shard. */
async function openRuns(...runIds: [string, ...string[]]): Promise<number> {
  const query = 'SELECT * FROM open_runs JOIN runs USING (run_key) WHERE run_id IN (SELECT value FROM json_each(?))';
  return runInDurableObject(
    getShardStub(runIds[0]),
    (_shard, { storage }) => storage.sql.exec(query, JSON.stringify(runIds)).toArray().length,
  );
}

describe('PostgreSQL’s index of runs', () => {
  test('receives the end of every run, and the shard keeps none open', async () => {
    const good = await start(chain(script('one')));
    const bad = await start(chain(script('one', 'throw new Error("a\\u0000\\ud800b")')));
    await until(bad.runId);
    expect(await untilIndexed(good.runId, 'Succeeded')).toMatchObject({
      step_count: 2,
      workflow_id: good.version.workflowId,
      name: 'Orders',
    });
    expect(await untilIndexed(bad.runId, 'Failed')).toMatchObject({
      error_message: expect.stringContaining('a'),
      failed_step: 'one',
      started_by: 'Webhook',
    });
    await expect.poll(() => openRuns(good.runId, bad.runId)).toBe(0);
  });

  test('shows a waiting run, and then how it ended', async () => {
    const { runId, shard } = await start(chain({ stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Hours' }));
    expect(await untilIndexed(runId, 'Delayed')).toMatchObject({ continue_at: expect.anything() });
    await shard.cancelRun(runId);
    await untilIndexed(runId, 'Cancelled');
  });

  test('gets many runs in one statement', async () => {
    const version = newVersion(chain(script('one')));
    const requests = Array.from({ length: 100 }, () => newRequest(version, {}));
    const calls: number[] = [];
    const shard = getShardStub(requests[0]?.runId ?? '');
    await runInDurableObject(shard, async (_instance, state) => {
      const stores = new ShardStores(state.storage);
      stores.create();
      const write = async (summaries: readonly InstanceSummary[]) => void calls.push(summaries.length);
      const outbox = new Outbox(stores, { now: () => Date.now(), write, later: () => undefined, wakeBy: () => undefined });
      stores.runs.addVersion(version);
      for (const request of requests) {
        const row = stores.runs.insert(newRow(request.runId, version.versionId), null, '{}');
        outbox.touch(row?.runKey ?? -1);
      }
      await outbox.send();
    });
    expect(calls).toEqual([100]);
  });

  test('receives one summary of a run that ends within a second, and the start of a longer run after that second', async () => {
    const version = newVersion(chain(script('one')));
    const [quick, slow] = [newRequest(version, {}), newRequest(version, {})];
    await runInDurableObject(getShardStub(quick.runId), async (_instance, state) => {
      const stores = new ShardStores(state.storage);
      stores.create();
      let nowMs = 1_000_000;
      const sent: [runId: string, revision: number][] = [];
      const outbox = new Outbox(stores, {
        now: () => nowMs,
        wakeBy: () => undefined,
        later: () => undefined,
        write: async (summaries) => void sent.push(...summaries.map(({ id, revision }) => [id, revision] as [string, number])),
      });
      stores.runs.addVersion(version);
      const rows = [quick, slow].map(({ runId }) => stores.runs.insert(newRow(runId, version.versionId), null, '{}') as RunRow);
      for (const row of rows) outbox.touchStart(row.runKey);
      await outbox.send();
      expect(sent).toEqual([]);
      expect(outbox.isEmpty).toBe(false);
      nowMs += 500;
      stores.runs.save({ ...(rows[0] as RunRow), status: 'Succeeded', revision: 3 }, null);
      outbox.touch(rows[0]?.runKey ?? -1);
      await outbox.send();
      expect(sent).toEqual([[quick.runId, 3]]);
      nowMs += 500;
      await outbox.send();
      expect(sent).toEqual([
        [quick.runId, 3],
        [slow.runId, 1],
      ]);
      expect(outbox.isEmpty).toBe(true);
    });
  });

  test('receives a start in a flood after five seconds, which delays no later start', async () => {
    const version = newVersion(chain(script('one')));
    const [flooded, calm] = [newRequest(version, {}), newRequest(version, {})];
    await runInDurableObject(getShardStub(flooded.runId), async (_instance, state) => {
      const stores = new ShardStores(state.storage);
      stores.create();
      let nowMs = 1_000_000;
      let isFlood = true;
      const sent: string[] = [];
      const outbox = new Outbox(stores, {
        now: () => nowMs,
        wakeBy: () => undefined,
        later: () => undefined,
        isFlood: () => isFlood,
        write: async (summaries) => void sent.push(...summaries.map(({ id }) => id)),
      });
      stores.runs.addVersion(version);
      const start = ({ runId }: typeof calm) =>
        outbox.touchStart(stores.runs.insert(newRow(runId, version.versionId), null, '{}')?.runKey ?? -1);
      start(flooded);
      isFlood = false;
      start(calm);
      nowMs += shardLimits.outboxStartDelayMs;
      await outbox.send();
      expect(sent).toEqual([calm.runId]);
      nowMs += shardLimits.outboxFloodDelayMs - shardLimits.outboxStartDelayMs;
      await outbox.send();
      expect(sent).toEqual([calm.runId, flooded.runId]);
    });
  });

  test('HOSTILE 10: runs continue while PostgreSQL is down, and it catches up when it’s back', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const version = newVersion(chain(script('one')));
    const request = newRequest(version, {});
    await runInDurableObject(getShardStub(request.runId), async (_instance, state) => {
      const stores = new ShardStores(state.storage);
      stores.create();
      let nowMs = 1_000_000;
      let isAway = true;
      const sent: InstanceSummary[] = [];
      const timers: { atMs: number; callback: () => void }[] = [];
      const outbox = new Outbox(stores, {
        now: () => nowMs,
        wakeBy: () => undefined,
        later: (ms, callback) => void timers.push({ atMs: nowMs + ms, callback }),
        write: async (summaries) => {
          if (isAway) throw new Error('connection refused');
          sent.push(...summaries);
        },
      });
      stores.runs.addVersion(version);
      const row = stores.runs.insert(newRow(request.runId, version.versionId), null, '{}') as RunRow;
      outbox.touch(row.runKey);
      const pauses: number[] = [];
      const goOn = async () => {
        const timer = timers.shift();
        if (!timer) throw new Error('Nothing is planned');
        pauses.push(timer.atMs - nowMs);
        nowMs = timer.atMs;
        timer.callback();
        await expect.poll(() => timers.length + sent.length, { interval: 1 }).toBe(1);
      };
      while (nowMs < 1_000_000 + 5 * 60_000) await goOn();
      expect(sent).toEqual([]);
      expect(pauses.slice(0, 5)).toEqual([250, 1_000, 2_000, 4_000, 8_000]);
      expect(Math.max(...pauses)).toBe(60_000);
      // The run ended meanwhile: one summary is enough.
      stores.runs.save({ ...row, status: 'Succeeded', revision: 4 }, null);
      isAway = false;
      await goOn();
      expect(sent).toMatchObject([{ id: request.runId, status: 'Succeeded', revision: 4 }]);
      expect(state.storage.sql.exec('SELECT * FROM open_runs WHERE run_key = ?', row.runKey).toArray()).toEqual([]);
    });
  });

  test('records how long a run was failed before it was continued', async () => {
    const { runId, shard, version } = await start(chain(script('one', 'throw new Error("broken")')));
    await untilIndexed(runId, 'Failed');
    expect(Number((await indexed(runId))?.stood_failed_ms)).toBe(0);
    const repaired = { ...version, versionId: crypto.randomUUID(), steps: chain(script('one')) };
    await shard.continueRun(runId, null, { version: repaired });
    const row = await untilIndexed(runId, 'Succeeded');
    const [failure] = (await getShard(runId).listRunAttempts(runId)) ?? [];
    expect(Number(row.stood_failed_ms)).toBe(Date.parse(failure?.continuedAt ?? '') - Date.parse(failure?.finishedAt ?? ''));
  });

  test('HOSTILE 10: summaries that arrive out of order never take a run back', async () => {
    const { runId, version } = await start(chain(script('one')));
    const last = await untilIndexed(runId, 'Succeeded');
    const old: InstanceSummary = {
      id: runId,
      ownerUserId: version.ownerUserId,
      workflowId: version.workflowId,
      workflowVersionId: version.versionId,
      name: 'Orders',
      status: 'InProgress',
      createdAt: 0,
      lastUpdatedAt: 0,
      continueAt: null,
      startedAt: null,
      finishedAt: null,
      stoodFailedMs: 0,
      errorMessage: null,
      isTest: false,
      stepCount: 0,
      failedSteps: 0,
      revision: last.revision - 1,
      startedBy: 'Webhook',
      failedStep: null,
      tags: [],
      content: null,
      failureDepth: 0,
      parentRunId: null,
      waiting: null,
    };
    const write = postgresSummaries(db);
    await write([old]);
    expect(await indexed(runId)).toEqual(last);
    await write([{ ...old, status: 'Failed', revision: last.revision + 1 }]);
    expect((await indexed(runId))?.status).toBe('Failed');
  });
});

describe('the sweep', () => {
  test('wakes shards whose runs have been quiet, and leaves the others alone', async () => {
    const { runId } = await start(chain({ stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Hours' }));
    const row = await untilIndexed(runId, 'Delayed');
    const nudged: string[] = [];
    const sweep = (nowMs: number) => sweepQuietRuns({ db: db(), nowMs, nudge: async (_shardName, runIds) => void nudged.push(...runIds) });
    await sweep(Date.now() + 60_000);
    expect(nudged).not.toContain(runId);
    await sweep(Date.now() + 2 * 3_600_000);
    expect(nudged).toContain(runId);
    // A woken shard sends the summaries PostgreSQL missed.
    await db().execute(sql`update workflow_instances set status = 'InProgress', revision = 0 where id = ${runId}`);
    expect(await getShardStub(runId).nudge([runId, `${runId.slice(0, -6)}zzzzzz`])).toBe(1);
    expect(await untilIndexed(runId, 'Delayed')).toMatchObject({ revision: row.revision });
    await getShard(runId).cancelRun(runId);
  });
});

function newRow(runId: string, versionId: string) {
  return {
    runId,
    versionId,
    status: 'Scheduled' as const,
    revision: 1,
    createdAt: 0,
    updatedAt: 0,
    startedAt: null,
    finishedAt: null,
    stoodFailedMs: 0,
    continueAt: null,
    errorMessage: null,
    stepCount: 0,
    failedSteps: 0,
    continuedAt: null,
    startedByHand: false,
    isTest: false,
    startedBy: null,
    failedStep: null,
    tagsJson: null,
    contentJson: null,
    failureDepth: 0,
    parentRunId: null,
    callDepth: 0,
    waitingJson: null,
  };
}
