import { abortAllDurableObjects, runInDurableObject } from 'cloudflare:test';
import { HOUR_MS } from '@portage/primitives/durations';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { callsTo, chain, getShard, getShardStub, moveClock, randomText, release, testEnv, until, untilCalled } from '../../test/harness.ts';
import { ownShard } from '../../test/own-shard.ts';
import { customScriptStep } from '../steps/custom-script-step.ts';

const script = (stepId: string, text: string, extra: object = {}) => ({ stepId, type: 'CustomScript' as const, script: text, ...extra });
/** A step that runs out of memory whenever it runs. */
const BOOM = 'return "memory runs out"';

afterEach(() => {
  vi.restoreAllMocks();
});

/** The step neither ends nor lets others in, as when memory runs out. Counts how many times that happened. */
function boom(): { times(): number } {
  let times = 0;
  const original = customScriptStep.run.bind(customScriptStep);
  vi.spyOn(customScriptStep, 'run').mockImplementation((step, context) => {
    if (step.script !== BOOM) return original(step, context);
    times += 1;
    return new Promise(() => undefined);
  });
  return { times: () => times };
}

/** Read directly from disk, because calling the run's API would write it first. */
function statusOnDisk(runId: string): Promise<string> {
  return runInDurableObject(
    getShardStub(runId),
    (_instance, state) => state.storage.sql.exec<{ status: string }>('SELECT status FROM runs WHERE run_id = ?', runId).one().status,
  );
}

/**
 * Ends the object whenever it reaches the deadly step, until the run is sealed.
 * @param wake called before each look
 * @returns how many times it ended
 */
async function endUntilSealed(runId: string, timesSoFar: () => number, wake = async () => {}): Promise<number> {
  let ends = 0;
  const endIfDeadly = async () => {
    await wake();
    if (timesSoFar() > ends) {
      await abortAllDurableObjects();
      ends += 1;
    }
    return statusOnDisk(runId);
  };
  await expect.poll(endIfDeadly, { interval: 10, message: 'the run on disk' }).toBe('Failed');
  return ends;
}

describe('HOSTILE 4: a run that runs out of memory', () => {
  test('HOSTILE 4: is sealed although it dies before it’s on disk, and the other runs continue', async () => {
    const { times } = boom();
    const request = ownShard();
    const bad = request(chain(script('bad', BOOM)));
    const path = `/echo/${randomText()}`;
    const neighbours = Array.from({ length: 5 }, () =>
      request(chain(script('good', 'return 1'), { stepId: 'tell', type: 'HttpRequest', httpMethod: 'POST', url: testEnv.TARGET + path })),
    );
    const shard = getShard(bad.runId);
    const all = [...neighbours.slice(0, 2), bad, ...neighbours.slice(2)];
    await Promise.all(all.map((one) => shard.startRun(one)));
    expect(await endUntilSealed(bad.runId, times)).toBe(4);
    expect((await getShard(bad.runId).getRun(bad.runId))?.errorMessage).toContain('crashed the engine 3 times');
    for (const { runId } of neighbours) expect((await until(runId)).status).toBe('Succeeded');
    const keys = (await callsTo(path)).map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(5);
  });

  test('HOSTILE 4: is sealed although it dies right after a delay, whose alarm rings again each time', async () => {
    const { times } = boom();
    const bad = ownShard()(chain({ stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Hours' } as never, script('bad', BOOM)));
    await getShard(bad.runId).startRun(bad);
    await until(bad.runId, ['Delayed']);
    moveClock(HOUR_MS);
    // The watchdog's five seconds are shortened, so that the test need not wait for each of them.
    const wake = () =>
      runInDurableObject(getShardStub(bad.runId), (instance, state) => {
        state.storage.sql.exec('UPDATE open_runs SET wake_at = wake_at - 4000 WHERE wake_at > ?', Date.now() + 2_000);
        void instance.alarm();
      });
    expect(await endUntilSealed(bad.runId, times, wake)).toBe(4);
    expect((await getShard(bad.runId).getRun(bad.runId))?.errorMessage).toContain('at step "wait", or soon after it');
  });

  test('HOSTILE 4: is sealed in the middle of a loop of pure steps, and its earlier results remain', async () => {
    const { times } = boom();
    const seventh = { leftExpression: '$Steps["each"].CurrentItem', operator: 'Equals' as const, rightExpression: '700' };
    const bad = ownShard()(
      chain(
        script('list', 'return Array.from({ length: 1000 }, (_, at) => at)'),
        {
          stepId: 'each',
          type: 'Loop',
          listContextDataEntityName: '$Steps["list"].Response',
          loopFirstStepId: 'route',
          nextStepId: null,
        },
        {
          stepId: 'route',
          type: 'Branch',
          conditionGroups: [{ name: 'Bad', conditions: [seventh], nextStepId: 'bad' }],
          nextStepId: null,
        },
        script('bad', BOOM),
      ),
    );
    await getShard(bad.runId).startRun(bad);
    await endUntilSealed(bad.runId, times);
    const run = await getShard(bad.runId).getRun(bad.runId);
    expect(run).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining('crashed the engine 3 times') });
    // The first slice ended after 256 steps and was written.
    const { stepInstances } = await getShard(bad.runId).listStepInstances(bad.runId, { pageIndex: 2, pageSize: 100 });
    expect(stepInstances[0]).toMatchObject({ path: 'each[197]/route', status: 'Succeeded' });
  });

  test('HOSTILE 4: loses its strikes once it makes progress, however many times its object ends', async () => {
    const path = `/slow/40/${randomText()}`;
    const request = ownShard();
    const calls = Array.from({ length: 12 }, (_, at) => ({
      stepId: `call${at}`,
      type: 'HttpRequest' as const,
      httpMethod: 'POST' as const,
      url: `${testEnv.TARGET}${path}?at=${at}`,
    }));
    const one = request(chain(...calls));
    await getShard(one.runId).startRun(one);
    for (let ends = 0; ends < 8; ends += 1) {
      await expect.poll(async () => new Set(await untilCalled(path)).size).toBeGreaterThan(ends);
      await abortAllDurableObjects();
      await getShard(one.runId).getRun(one.runId);
    }
    expect((await until(one.runId)).status).toBe('Succeeded');
    const keys = (await callsTo(path)).map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(12);
  });
});

test('a run that cannot be read can be cancelled, and PostgreSQL is notified how it ended', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const request = ownShard();
  const delayed = () => request(chain({ stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Hours' } as never));
  const [unreadable, sealed] = [delayed(), delayed()];
  const shard = getShard(unreadable.runId);
  for (const one of [unreadable, sealed]) {
    await shard.startRun(one);
    await until(one.runId, ['Delayed']);
  }
  await runInDurableObject(getShardStub(unreadable.runId), async (instance, state) => {
    state.storage.sql.exec('UPDATE runs SET state_json = \'{"state":\'');
    state.storage.sql.exec('UPDATE open_runs SET wake_at = 1 WHERE run_key = (SELECT run_key FROM runs WHERE run_id = ?)', sealed.runId);
    await instance.alarm();
  });
  expect(await shard.cancelRun(unreadable.runId)).toEqual({ isSuccess: true });
  expect(await shard.getRun(unreadable.runId)).toMatchObject({ status: 'Cancelled', continueAt: null });
  expect(await shard.continueRun(sealed.runId)).toMatchObject({ isSuccess: false });
  // Neither run is open any more: both ends have been sent.
  await expect
    .poll(() =>
      runInDurableObject(
        getShardStub(sealed.runId),
        (_instance, state) => state.storage.sql.exec('SELECT 1 FROM open_runs').toArray().length,
      ),
    )
    .toBe(0);
});

test('the sweep picks up a run in progress that nothing would ever wake', async () => {
  const request = ownShard()(
    chain({ stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Hours' } as never, script('after', 'return 1')),
  );
  await getShard(request.runId).startRun(request);
  await until(request.runId, ['Delayed']);
  await runInDurableObject(getShardStub(request.runId), (_instance, state) => {
    state.storage.sql.exec('UPDATE open_runs SET wake_at = NULL');
    return state.storage.deleteAlarm();
  });
  moveClock(HOUR_MS);
  expect((await getShard(request.runId).getRun(request.runId))?.status).toBe('Delayed');
  expect(await getShardStub(request.runId).nudge([request.runId])).toBe(1);
  expect((await until(request.runId)).status).toBe('Succeeded');
});

test('a run whose records cannot be written is sealed anyway, and says so', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const path = `/held/${randomText()}`;
  const request = ownShard();
  const one = request(chain({ stepId: 'tell', type: 'HttpRequest', httpMethod: 'POST', url: testEnv.TARGET + path }));
  await getShard(one.runId).startRun(one);
  await untilCalled(path);
  await runInDurableObject(getShardStub(one.runId), (_instance, state) => {
    const { run_key } = state.storage.sql.exec<{ run_key: number }>('SELECT run_key FROM runs').one();
    state.storage.sql.exec("INSERT INTO journal VALUES (?, 1, '[]', NULL)", run_key * 2 ** 21 + 1);
  });
  await release(path);
  await expect.poll(() => statusOnDisk(one.runId)).toBe('Failed');
  const neighbour = request(chain(script('one', 'return 1')));
  await getShard(neighbour.runId).startRun(neighbour);
  expect((await until(neighbour.runId)).status).toBe('Succeeded');
});

test('HOSTILE 4: a run that waits for the database gets no strikes, however many times the object ends meanwhile', async () => {
  const request = ownShard();
  const one = request(chain(script('list', 'return [1, 2]'), script('read', 'return Object.keys($Data).length')));
  await getShard(one.runId).startRun(one);
  expect((await until(one.runId)).status).toBe('Succeeded');
  // From now on the database doesn't respond.
  let isAway = true;
  let asked = 0;
  const originalFetch = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const body = typeof init?.body === 'string' ? init.body : '';
    if (!isAway || !body.includes('workflow_data')) return originalFetch(input, init);
    asked += 1;
    return new Promise(() => undefined);
  });
  const waiting = request(chain(script('list', 'return [1, 2]'), script('read', 'return Object.keys($Data).length')));
  await getShard(waiting.runId).startRun(waiting);
  for (let ends = 0; ends < 7; ends += 1) {
    await expect.poll(() => asked).toBeGreaterThan(ends);
    await abortAllDurableObjects();
    await statusOnDisk(waiting.runId);
  }
  expect(await statusOnDisk(waiting.runId)).toBe('InProgress');
  isAway = false;
  await abortAllDurableObjects();
  expect((await until(waiting.runId)).status).toBe('Succeeded');
});
