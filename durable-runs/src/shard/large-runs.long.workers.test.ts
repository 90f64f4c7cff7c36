import { abortAllDurableObjects, runInDurableObject } from 'cloudflare:test';
import type { StartRunRequest } from '@portage/contracts';
import { connectHttp, METRIC_BUCKETS, readMetrics } from '@portage/database';
import { describe, expect, test } from 'vitest';
import { callsTo, chain, getShard, getShardStub, randomText, release, testEnv, until, untilCalled } from '../../test/harness.ts';
import { ownShard } from '../../test/own-shard.ts';
import { runLimits } from '../limits.ts';

const MEGABYTE = 1_000_000;
const large = { text: 'x'.repeat(10 * MEGABYTE - 100) };
const script = (stepId: string, text: string) => ({ stepId, type: 'CustomScript' as const, script: text });

/** This many runs like the given one. */
const repeated = (one: StartRunRequest, count: number) =>
  Array.from({ length: count }, () => ({ ...one, runId: one.runId.replace(/[^-]*$/, randomText()) }));
const startAll = (starts: readonly StartRunRequest[]) =>
  Promise.all(starts.map(async (start) => expect((await getShard(start.runId).startRun(start)).outcome).toBe('accepted')));

/** Counts from now on, in the shards' metrics: how often a shard held more than a number of bytes, and how many runs waited. */
async function counting() {
  const read = async () => {
    const records = await readMetrics(connectHttp(testEnv));
    const buckets = records.find(({ name }) => name === 'portage_shard_held_bytes')?.buckets ?? [];
    const bounds: readonly number[] = METRIC_BUCKETS.portage_shard_held_bytes;
    const above = (bytes: number) => buckets.slice(bounds.indexOf(bytes) + 1).reduce((sum, count) => sum + count, 0);
    return {
      all: buckets.reduce((sum, count) => sum + count, 0),
      aboveLimit: above(runLimits.heldBytes),
      aboveGrown: above(runLimits.heldGrownBytes),
      waits: records.find(({ name }) => name === 'portage_run_memory_waits_total')?.value ?? 0,
    };
  };
  const before = await read();
  return async () => {
    const now = await read();
    return {
      all: now.all - before.all,
      aboveLimit: now.aboveLimit - before.aboveLimit,
      aboveGrown: now.aboveGrown - before.aboveGrown,
      waits: now.waits - before.waits,
    };
  };
}

/** Waits until PostgreSQL has the end of every run in the shard. Their counts are sent with it. */
const untilWritten = (runId: string) =>
  expect
    .poll(() =>
      runInDurableObject(getShardStub(runId), (_shard, { storage }) =>
        storage.sql.exec<{ n: number }>('SELECT (SELECT COUNT(*) FROM open_runs) + (SELECT COUNT(*) FROM parked_runs) AS n').one(),
      ),
    )
    .toEqual({ n: 0 });

describe('large runs of one shard take turns in memory', () => {
  test('20 webhooks of 10 MB at once all succeed within the memory limit, and small runs overtake them', async () => {
    const grown = await counting();
    const request = ownShard();
    const path = `/held/${randomText()}`;
    const many = repeated(
      request(
        chain(
          { stepId: 'tell', type: 'HttpRequest', url: `${testEnv.TARGET}${path}` },
          script('size', 'return Steps["start"].Payload.text.length'),
        ),
        large,
      ),
      20,
    );
    await startAll(many);
    const small = request(chain(script('one', 'return 1')));
    await startAll([small]);
    await until(small.runId, ['Succeeded']);
    const states = await Promise.all(many.map(({ runId }) => getShard(runId).getRun(runId)));
    expect(states.filter((run) => run?.status === 'Scheduled').length).toBeGreaterThan(5);
    await release(path);
    const ended = await Promise.all(many.map(({ runId }) => until(runId)));
    expect(ended.map(({ status }) => status)).toEqual(many.map(() => 'Succeeded'));
    // In the order in which they came.
    const startedAt = ended.map((run) => Date.parse(run.startedAt ?? ''));
    expect([...startedAt].sort((left, right) => left - right)).toEqual(startedAt);
    expect(await callsTo(path)).toHaveLength(20);
    await untilWritten(small.runId);
    const counts = await grown();
    expect(counts).toMatchObject({ aboveLimit: 0, aboveGrown: 0 });
    expect(counts.all).toBeGreaterThanOrEqual(20);
    expect(counts.waits).toBeGreaterThanOrEqual(18);
  });

  test('nothing is lost when the object ends meanwhile, and each call is made once or with the same key', async () => {
    const request = ownShard();
    const path = `/slow/200/${randomText()}`;
    const many = repeated(
      request(
        chain(
          { stepId: 'tell', type: 'HttpRequest', httpMethod: 'POST', url: `${testEnv.TARGET}${path}` },
          script('size', 'return Steps["start"].Payload.text.length'),
        ),
        large,
      ),
      6,
    );
    await startAll(many);
    for (let crash = 1; crash <= 3; crash += 1) {
      await untilCalled(path, crash);
      await abortAllDurableObjects();
      await getShard(many[0]?.runId ?? '').getRun(many[0]?.runId ?? '');
    }
    for (const { runId } of many) expect((await until(runId)).status).toBe('Succeeded');
    expect(new Set((await untilCalled(path)).map((key) => key)).size).toBe(6);
    await untilWritten(many[0]?.runId ?? '');
  });

  test('a run that waits for its turn can be cancelled, and those behind it continue', async () => {
    const request = ownShard();
    const path = `/held/${randomText()}`;
    const many = repeated(request(chain({ stepId: 'tell', type: 'HttpRequest', url: `${testEnv.TARGET}${path}` }), large), 6);
    await startAll(many);
    const waiting = many[3]?.runId ?? '';
    expect(await getShard(waiting).cancelRun(waiting)).toEqual({ isSuccess: true });
    await release(path);
    const states = await Promise.all(many.map(({ runId }) => until(runId)));
    expect(states.map(({ status }) => status)).toEqual(['Succeeded', 'Succeeded', 'Succeeded', 'Cancelled', 'Succeeded', 'Succeeded']);
    expect(await callsTo(path)).toHaveLength(5);
    await untilWritten(waiting);
  });

  test('runs that grow give way to each other, and each continues with its own values', async () => {
    const grown = await counting();
    const request = ownShard();
    // Each holds 7 MB after its first step and 14 after its second. Six at once would be 84.
    const makes = (stepId: string) => script(stepId, 'return "y".repeat(7_000_000)');
    const many = repeated(
      request(
        chain(
          makes('first'),
          makes('second'),
          script('size', 'return Steps["first"].Response.length + Steps["start"].Payload.a'),
          makes('last'),
        ),
        {
          a: 1,
        },
      ),
      6,
    );
    await startAll(many);
    const ended = await Promise.all(many.map(({ runId }) => until(runId)));
    expect(ended.map(({ status, errorMessage }) => errorMessage ?? status)).toEqual(many.map(() => 'Succeeded'));
    const { runId } = many[0] as StartRunRequest;
    const size = (await getShard(runId).listStepInstances(runId, { pageIndex: 0, pageSize: 10 })).stepInstances.find(
      ({ name }) => name === 'size',
    );
    expect((await getShard(runId).getStepInstance(runId, size?.id ?? ''))?.stepData?.response).toMatchObject({ body: 7_000_001 });
    await untilWritten(runId);
    expect((await grown()).waits).toBeGreaterThan(0);
  });
});
