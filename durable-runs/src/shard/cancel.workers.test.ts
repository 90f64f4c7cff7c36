import { abortAllDurableObjects, runInDurableObject } from 'cloudflare:test';
import type { StartRunRequest } from '@portage/contracts';
import { connectHttp, schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  allSteps,
  callsTo,
  chain,
  getShard,
  getShardStub,
  moveClock,
  newRequest,
  newVersion,
  randomText,
  ringAlarm,
  testEnv,
  until,
  untilCalled,
} from '../../test/harness.ts';
import { ownShard } from '../../test/own-shard.ts';
import { runLimits } from '../limits.ts';

const script = (stepId: string, text: string, extra: object = {}) => ({ stepId, type: 'CustomScript' as const, script: text, ...extra });
const call = (path: string, extra: object = {}) => ({
  stepId: 'call',
  type: 'HttpRequest' as const,
  httpMethod: 'POST' as const,
  url: testEnv.TARGET + path,
  ...extra,
});
const after = (path: string) => call(path, { stepId: 'after' });

async function started(request: StartRunRequest): Promise<string> {
  await getShard(request.runId).startRun(request);
  return request.runId;
}

/** As many runs as may be active at the same time, none of which waits for a response. */
async function fillAllSlots(request: ReturnType<typeof ownShard>): Promise<string[]> {
  const busy = request(
    chain(
      script('list', 'return Array.from({ length: 100_000 }, (_, at) => at)') as never,
      {
        stepId: 'each',
        type: 'Loop',
        listContextDataEntityName: '$Steps["list"].Response',
        loopFirstStepId: 'work',
        nextStepId: null,
      } as never,
      script('work', 'return 1') as never,
    ),
  );
  const busyRuns = Array.from({ length: runLimits.activeRuns }, () => ({ ...busy, runId: busy.runId.replace(/[^-]*$/, randomText()) }));
  return Promise.all(busyRuns.map(started));
}

/** Everything that was pending in the run's shard is due, and a run that comes later has had its turn. */
async function passTime(runId: string): Promise<void> {
  // Beyond delays, pauses and the watchdog, but not beyond what a shard of a past hour still accepts.
  moveClock(6_000);
  await ringAlarm(runId);
  const path = `/echo/${randomText()}`;
  const later = await started({ ...newRequest(newVersion(chain(call(path))), {}), runId: runId.replace(/[^-]*$/, randomText()) });
  expect((await until(later)).status).toBe('Succeeded');
}

/**
 * Cancels the run and checks that it stays cancelled: at once, after a crash, and after everything that was still pending.
 * @param busyRuns hold all slots
 */
async function cancelled(runId: string, forbidden: string, busyRuns: string[] = []): Promise<void> {
  const callsBefore = (await callsTo(forbidden)).length;
  expect(await getShard(runId).cancelRun(runId)).toEqual({ isSuccess: true });
  const run = await getShard(runId).getRun(runId);
  expect(run).toMatchObject({ status: 'Cancelled', continueAt: null, errorMessage: null, finishedAt: expect.any(String) });
  expect((await allSteps(runId)).every(({ status }) => ['Succeeded', 'Cancelled', 'Failed'].includes(status))).toBe(true);
  await abortAllDurableObjects();
  expect(await getShard(runId).getRun(runId)).toEqual(run);
  for (const busyId of busyRuns) expect(await getShard(busyId).cancelRun(busyId)).toEqual({ isSuccess: true });
  await passTime(runId);
  expect((await getShard(runId).getRun(runId))?.status).toBe('Cancelled');
  expect(await callsTo(forbidden)).toHaveLength(callsBefore);
  expect(await getShard(runId).cancelRun(runId)).toMatchObject({ isSuccess: false, errorMessage: expect.stringContaining('Cancelled') });
  expect(await getShard(runId).continueRun(runId)).toMatchObject({ isSuccess: false });
  // PostgreSQL has been notified, and the run has nothing open.
  const openRows = () =>
    runInDurableObject(getShardStub(runId), (_shard, { storage }) =>
      storage.sql.exec('SELECT 1 FROM open_runs JOIN runs USING (run_key) WHERE run_id = ?', runId).toArray(),
    );
  await expect.poll(openRows).toEqual([]);
  const [row] = await connectHttp(testEnv).select().from(schema.workflowInstances).where(eq(schema.workflowInstances.id, runId));
  expect(row?.status).toBe('Cancelled');
}

describe('HOSTILE 6: cancels a run', () => {
  test('HOSTILE 6: while it waits for a slot (Scheduled)', async () => {
    const request = ownShard();
    const path = `/echo/${randomText()}`;
    const busyRuns = await fillAllSlots(request);
    const runId = await started(request(chain(after(path))));
    expect((await getShard(runId).getRun(runId))?.status).toBe('Scheduled');
    await cancelled(runId, path, busyRuns);
    expect(await allSteps(runId)).toEqual([]);
  });

  test('HOSTILE 6: while it waits for a slot, and it doesn’t begin when one is free', async () => {
    const request = ownShard();
    const path = `/echo/${randomText()}`;
    const busyRuns = await fillAllSlots(request);
    const runId = await started(request(chain(after(path))));
    const nextId = await started(request(chain(script('work', 'return 1') as never)));
    expect(await getShard(runId).cancelRun(runId)).toEqual({ isSuccess: true });
    for (const busyId of busyRuns) await getShard(busyId).cancelRun(busyId);
    // It came later, and its turn has come.
    await until(nextId);
    expect(await getShard(runId).getRun(runId)).toMatchObject({ status: 'Cancelled', stepCount: 0 });
    expect(await callsTo(path)).toEqual([]);
  });

  test('HOSTILE 6: during a call', async () => {
    const path = `/echo/${randomText()}`;
    const slow = `/held/${randomText()}`;
    const runId = await started(ownShard()(chain(call(slow), after(path))));
    await untilCalled(slow);
    await cancelled(runId, path);
    expect((await allSteps(runId)).map(({ name, status }) => `${name} ${status}`)).toEqual(['start Succeeded', 'call Cancelled']);
  });

  test('HOSTILE 6: in a delay that would end a few seconds later', async () => {
    const path = `/echo/${randomText()}`;
    const runId = await started(ownShard()(chain({ stepId: 'wait', type: 'DelayStep', delayValue: 5 } as never, after(path))));
    await until(runId, ['Delayed']);
    await cancelled(runId, path);
    expect((await allSteps(runId)).at(-1)).toMatchObject({ name: 'wait', status: 'Cancelled' });
  });

  test('HOSTILE 6: in the pause before the next attempt of a call', async () => {
    const path = `/flaky/9/${randomText()}`;
    const runId = await started(ownShard()(chain(call(path, { useRetry: true, retryPauseSeconds: 5, retryGrowth: 'Fixed' }), after(path))));
    await expect.poll(async () => (await getShard(runId).getRun(runId))?.continueAt).toEqual(expect.any(String));
    await cancelled(runId, path);
    expect(await callsTo(path)).toHaveLength(1);
  });

  test('HOSTILE 6: in the middle of a loop over 100,000 items', async () => {
    const path = `/echo/${randomText()}`;
    const loop = {
      stepId: 'each',
      type: 'Loop' as const,
      listContextDataEntityName: '$Steps["list"].Response',
      loopFirstStepId: 'work',
      nextStepId: 'after',
    };
    const steps = chain(
      script('list', 'return Array.from({ length: 100000 }, (_, at) => at)'),
      loop,
      after(path),
      script('work', 'return Steps["each"].CurrentItem', { nextStepId: null }),
    ).map((step) => (step.stepId === 'after' ? { ...step, nextStepId: null } : step));
    const runId = await started(ownShard()(steps));
    const page = { pageIndex: 0, pageSize: 1 };
    await expect.poll(async () => (await getShard(runId).listStepInstances(runId, page)).totalCount).toBeGreaterThan(100);
    const before = (await getShard(runId).getRun(runId))?.status;
    expect(before).toBe('InProgress');
    expect(await getShard(runId).getRun(runId)).not.toBeNull();
    await cancelled(runId, path);
    const { totalCount, stepInstances } = await getShard(runId).listStepInstances(runId, { pageIndex: 0, pageSize: 3 });
    expect(totalCount).toBeGreaterThan(100);
    expect(totalCount).toBeLessThan(100_000);
    expect(stepInstances[2]).toMatchObject({ name: 'each', status: 'Cancelled' });
  });

  test('together with all unfinished runs of its owner, as when the owner is deleted', async () => {
    const [request, path, slow] = [ownShard(), `/echo/${randomText()}`, `/held/${randomText()}`];
    const over = await started(request(chain(script('one', 'return 1'))));
    await until(over);
    const wait = { stepId: 'wait', type: 'DelayStep', delayValue: 5 } as never;
    const [delayed, busy] = [await started(request(chain(wait, after(path)))), await started(request(chain(call(slow), after(path))))];
    await until(delayed, ['Delayed']);
    await untilCalled(slow);
    expect(await getShard(over).cancelOpenRuns()).toBe(2);
    for (const runId of [delayed, busy]) expect((await getShard(runId).getRun(runId))?.status).toBe('Cancelled');
    expect((await getShard(over).getRun(over))?.status).toBe('Succeeded');
    expect(await getShard(over).cancelOpenRuns()).toBe(0);
    await passTime(over);
    expect(await callsTo(path)).toEqual([]);
    // A shard that never got a run stays empty.
    const unused = getShardStub(ownShard()(chain()).runId);
    expect(await unused.cancelOpenRuns()).toBe(0);
    expect(await runInDurableObject(unused, (_shard, { storage }) => storage.sql.databaseSize)).toBeLessThanOrEqual(4_096);
  });

  test('HOSTILE 6: after it was continued, but not while it is failed', async () => {
    const path = `/echo/${randomText()}`;
    const flaky = `/flaky/1/${randomText()}`;
    const slow = `/held/${randomText()}`;
    const runId = await started(ownShard()(chain(call(flaky), call(slow, { stepId: 'slow' }), after(path))));
    expect((await until(runId)).status).toBe('Failed');
    expect(await getShard(runId).cancelRun(runId)).toMatchObject({ isSuccess: false, errorMessage: expect.stringContaining('Failed') });
    expect(await getShard(runId).continueRun(runId)).toMatchObject({ isSuccess: true });
    await untilCalled(slow);
    await cancelled(runId, path);
  });
});
