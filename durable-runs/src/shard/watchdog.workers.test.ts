import { abortAllDurableObjects, runInDurableObject } from 'cloudflare:test';
import { HOUR_MS } from '@portage/primitives/durations';
import { describe, expect, test, vi } from 'vitest';
import { callsTo, chain, getShard, getShardStub, passHour, randomText, release, testEnv, until, untilCalled } from '../../test/harness.ts';
import { ownShard } from '../../test/own-shard.ts';
import { RunShard } from '../run-shard.ts';
import { customScriptStep } from '../steps/custom-script-step.ts';

const call = (stepId: string, path: string, extra: object = {}) => ({
  stepId,
  type: 'HttpRequest' as const,
  httpMethod: 'POST' as const,
  url: testEnv.TARGET + path,
  ...extra,
});

test('HOSTILE 1: values before a call are on disk before it’s sent, so a repeated call sends the same', async () => {
  const path = `/held/${randomText()}`;
  const one = ownShard()(
    chain(
      { stepId: 'dice', type: 'CustomScript', script: 'return Math.random()' },
      call('tell', path, { body: '{"dice": ${Steps["dice"].Response}}' }),
    ),
  );
  await getShard(one.runId).startRun(one);
  await untilCalled(path, 1);
  await abortAllDurableObjects();
  await getShard(one.runId).getRun(one.runId);
  await untilCalled(path, 2);
  const bodies = (await callsTo(path)).map(({ body }) => body);
  expect(JSON.parse(bodies[0] ?? '')).toEqual({ dice: expect.any(Number) });
  expect(new Set(bodies).size).toBe(1);
});

describe('HOSTILE 1: an object that dies while no caller asks for its runs', () => {
  test('HOSTILE 1: is restarted by its watchdog, which repeats the call in flight and continues with the next steps', async () => {
    const [slow, last] = [`/held/${randomText()}`, `/echo/${randomText()}`];
    const one = ownShard()(chain(call('slow', slow), call('last', last)));
    await getShard(one.runId).startRun(one);
    await untilCalled(slow, 1);
    await abortAllDurableObjects();
    // From here on nothing is sent to the object.
    await release(slow);
    expect(await untilCalled(last, 1)).toEqual([`${one.runId}/last`]);
    expect(new Set(await untilCalled(slow, 2))).toEqual(new Set([`${one.runId}/slow`]));
  });

  test('HOSTILE 1: is restarted even if it dies right after the start was accepted, and again after the watchdog has rung', async () => {
    const path = `/echo/${randomText()}`;
    const request = ownShard();
    const starts = Array.from({ length: 5 }, (_, at) => request(chain(call('first', `${path}?at=${at}`))));
    await Promise.all(starts.map((start) => getShard(start.runId).startRun(start)));
    const rings = vi.spyOn(RunShard.prototype, 'alarm');
    await abortAllDurableObjects();
    await expect.poll(() => rings.mock.calls.length).toBeGreaterThan(0);
    await abortAllDurableObjects();
    const keys = async () => [...new Set(await untilCalled(path))].sort();
    await expect.poll(keys).toEqual(starts.map(({ runId }) => `${runId}/first`).sort());
    rings.mockRestore();
  });

  test('HOSTILE 2: one alarm serves many delays, each at its time', async () => {
    const path = `/echo/${randomText()}`;
    const request = ownShard();
    const waits = [1, 2, 3];
    const runs = waits.map((delayValue) =>
      request(chain({ stepId: 'wait', type: 'DelayStep', delayValue, delayType: 'Hours' }, call('after', `${path}?h=${delayValue}`))),
    );
    for (const run of runs) await getShard(run.runId).startRun(run);
    for (const { runId } of runs) await until(runId, ['Delayed']);
    for (const hours of waits) {
      await passHour(runs[0]?.runId ?? '');
      await untilCalled(path, hours);
      expect((await callsTo(path)).map(({ path: called }) => called)).toEqual(waits.slice(0, hours).map((at) => `${path}?h=${at}`));
    }
  });

  test('HOSTILE 1: a response is on disk as soon as it arrives, before anything else happens', async () => {
    // The step after the call neither ends nor writes anything.
    const original = customScriptStep.run.bind(customScriptStep);
    let isHeld = true;
    let held = 0;
    vi.spyOn(customScriptStep, 'run').mockImplementation((step, context) => {
      if (!isHeld) return original(step, context);
      held += 1;
      return new Promise(() => undefined);
    });
    const path = `/echo/${randomText()}`;
    const one = ownShard()(chain(call('first', path), { stepId: 'after', type: 'CustomScript', script: 'return 1' }));
    await getShard(one.runId).startRun(one);
    await expect.poll(() => held).toBe(1);
    await abortAllDurableObjects();
    isHeld = false;
    const status = () =>
      runInDurableObject(
        getShardStub(one.runId),
        (_shard, { storage }) => storage.sql.exec<{ status: string }>('SELECT status FROM runs').one().status,
      );
    await expect.poll(status).toBe('Succeeded');
    expect(await callsTo(path)).toHaveLength(1);
    vi.restoreAllMocks();
  });
});

test('HOSTILE 12: when the clock jumps back, a waiting run still waits until its time, and is woken once', async () => {
  const path = `/echo/${randomText()}`;
  const one = ownShard()(chain({ stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Hours' }, call('after', path)));
  await getShard(one.runId).startRun(one);
  const status = async () => (await getShard(one.runId).getRun(one.runId))?.status;
  await expect.poll(status).toBe('Delayed');
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - HOUR_MS);
  await runInDurableObject(getShardStub(one.runId), async (shard) => {
    await shard.alarm();
    await shard.alarm();
  });
  expect(await status()).toBe('Delayed');
  clock.mockRestore();
  await passHour(one.runId);
  await expect.poll(status).toBe('Succeeded');
  expect(await callsTo(path)).toHaveLength(1);
});
