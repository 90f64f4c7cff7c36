import { abortAllDurableObjects, runInDurableObject } from 'cloudflare:test';
import { DAY_MS, HOUR_MS } from '@portage/primitives/durations';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  allSteps,
  callsTo,
  chain,
  getShard,
  getShardStub,
  moveClock,
  passHour,
  randomText,
  sleep,
  testEnv,
  until,
  untilDelayed,
} from '../../test/harness.ts';
import { ownShard } from '../../test/own-shard.ts';

const delay = (stepId: string, delayValue: number, delayType = 'Seconds') =>
  ({ stepId, type: 'DelayStep', delayValue, delayType }) as never;
const call = (stepId: string, path: string) => ({
  stepId,
  type: 'HttpRequest' as const,
  httpMethod: 'POST' as const,
  url: testEnv.TARGET + path,
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('HOSTILE 3: an alarm that fires while a new version is being deployed', () => {
  test.each([-30, -5, 0, 5, 15, 40])(
    'HOSTILE 3: objects replaced %i ms from the alarm’s time miss nothing and do nothing twice',
    async (offsetMs) => {
      const request = ownShard();
      const path = `/echo/${randomText()}`;
      const runs = Array.from({ length: 12 }, (_, at) => request(chain(delay('wait', 3), call('after', `${path}?at=${at}`))));
      for (const run of runs) await getShard(run.runId).startRun(run);
      const delayBegan = async () => (await allSteps(runs[0]?.runId ?? '')).find(({ name }) => name === 'wait')?.startedAt ?? '';
      await expect.poll(delayBegan).not.toBe('');
      const dueAt = Date.parse(await delayBegan()) + 3_000;
      await sleep(Math.max(0, dueAt + offsetMs - Date.now()));
      await abortAllDurableObjects();
      // Nobody sends a request: only the runtime's alarm restarts the object.
      await sleep(600);
      await abortAllDurableObjects();
      for (const { runId } of runs) expect((await until(runId)).status).toBe('Succeeded');
      const keys = (await callsTo(path)).map(({ headers }) => headers['idempotency-key']);
      expect(new Set(keys)).toEqual(new Set(runs.map(({ runId }) => `${runId}/after`)));
    },
  );

  test('HOSTILE 3: runs that an alarm had picked up return when the object dies during the alarm', async () => {
    const request = ownShard();
    const path = `/echo/${randomText()}`;
    const one = request(chain(delay('wait', 1, 'Hours'), call('after', path)));
    await getShard(one.runId).startRun(one);
    await until(one.runId, ['Delayed']);
    // The test controls the alarm.
    await runInDurableObject(getShardStub(one.runId), (_shard, { storage }) => storage.deleteAlarm());
    moveClock(HOUR_MS);
    await runInDurableObject(getShardStub(one.runId), async (shard, { storage }) => {
      const ringing = shard.alarm();
      const row = storage.sql.exec<{ wake_at: number }>('SELECT wake_at FROM open_runs').one();
      // Picked up, and to be picked up again if this object ends now.
      expect(row.wake_at).toBeGreaterThan(Date.now() + 4_000);
      await ringing;
    });
    await abortAllDurableObjects();
    await getShard(one.runId).getRun(one.runId);
    expect((await until(one.runId)).status).toBe('Succeeded');
    const keys = (await callsTo(path)).map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys)).toEqual(new Set([`${one.runId}/after`]));
  });

  test('HOSTILE 3: continues from a state that an earlier version wrote without later fields', async () => {
    const one = ownShard()(chain(delay('wait', 1, 'Hours'), { stepId: 'say', type: 'CustomScript', script: 'return 1' }));
    await getShard(one.runId).startRun(one);
    await until(one.runId, ['Delayed']);
    const stateJson = await runInDurableObject(getShardStub(one.runId), (_shard, { storage }) => {
      const { state_json } = storage.sql.exec<{ state_json: string }>('SELECT state_json FROM runs').one();
      const stored = JSON.parse(state_json) as { state: Record<string, unknown> };
      // The fields of the first version, and no others.
      const kept = ['status', 'frames', 'current', 'fence', 'stepCount', 'startedAt', 'finishedAt', 'errorMessage', 'strikes'];
      stored.state = Object.fromEntries(Object.entries(stored.state).filter(([name]) => kept.includes(name)));
      const json = JSON.stringify({
        state: stored.state,
        ordinals: (stored as { ordinals?: unknown }).ordinals,
        keepsData: false,
        storedChars: 0,
      });
      storage.sql.exec('UPDATE runs SET state_json = ?', json);
      return json;
    });
    expect(stateJson).toContain('"Delayed"');
    await abortAllDurableObjects();
    await passHour(one.runId);
    expect((await until(one.runId)).status).toBe('Succeeded');
  });
});

test('HOSTILE 7: a run waits through delays that exceed retention in total, and its shard stays until the run has ended', async () => {
  const one = ownShard()(
    chain(delay('a', 20, 'Days'), delay('b', 25, 'Days'), delay('c', 40, 'Days'), {
      stepId: 'say',
      type: 'CustomScript',
      script: 'return "over"',
    }),
  );
  await getShard(one.runId).startRun(one);
  await until(one.runId, ['Delayed']);
  const startMs = Date.now();
  let passedDays = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => startMs + passedDays * DAY_MS + (performance.now() % 1_000));
  for (const [days, next] of [
    [21, 'b'],
    [26, 'c'],
    [41, null],
  ] as const) {
    // Nothing happens halfway, except that the shard checks whether it may be removed.
    passedDays += days / 2;
    await runInDurableObject(getShardStub(one.runId), (shard) => shard.alarm());
    await abortAllDurableObjects();
    passedDays += days / 2;
    await runInDurableObject(getShardStub(one.runId), (shard) => shard.alarm());
    if (next) await untilDelayed(one.runId, next);
  }
  expect(await until(one.runId)).toMatchObject({ status: 'Succeeded', stepCount: 5 });
});
