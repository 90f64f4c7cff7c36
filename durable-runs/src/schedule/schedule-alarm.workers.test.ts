import { abortAllDurableObjects, runInDurableObject } from 'cloudflare:test';
import { HOUR_MS } from '@portage/primitives/durations';
import type { Schedule } from '@portage/workflow';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { newVersion, until } from '../../test/harness.ts';
import { fires, getScheduleObject, intercept, listRunIds, publish, readAlarm, scheduled, untilFired } from '../../test/schedule-harness.ts';
import { ATTEMPT_MS } from './schedule-object.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('HOSTILE 2: alarms', () => {
  const now: Schedule = { period: 'Day' };

  /** An armed schedule whose alarm only the test rings. */
  async function armedByHand() {
    const version = newVersion(scheduled(now));
    const { workflowId } = version;
    await publish(version);
    await runInDurableObject(getScheduleObject(workflowId), async (object, { storage }) => {
      await object.arm({ schedule: now, version });
      await storage.deleteAlarm();
    });
    return workflowId;
  }

  test('HOSTILE 2: delivered twice, at the same time or one after another, start one run', async () => {
    const workflowId = await armedByHand();
    await runInDurableObject(getScheduleObject(workflowId), async (object) => {
      await Promise.all([object.alarm(), object.alarm(), object.alarm()]);
      await object.alarm();
    });
    expect(await fires(workflowId)).toHaveLength(1);
    expect(listRunIds(workflowId)).toHaveLength(1);
  });

  test('HOSTILE 2: that fail nine times in a row are set again each time, never throw, and finally start one run', async () => {
    const workflowId = await armedByHand();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let failures = 0;
    await intercept(workflowId, async (shard, request) => {
      const fail = () => {
        failures += 1;
        throw new Error('The shard fell over');
      };
      if (failures < 4) fail();
      const result = await shard.startRun(request);
      // The run was started, but the response is lost.
      if (result.outcome === 'accepted' && failures < 9) fail();
      return result;
    });
    let aheadMs = 0;
    const startMs = Date.now();
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => startMs + aheadMs);
    for (let ring = 1; ring <= 40 && (await fires(workflowId)).length === 0; ring += 1) {
      await runInDurableObject(getScheduleObject(workflowId), (object) => object.alarm());
      const alarm = await readAlarm(workflowId);
      expect(alarm).not.toBeNull();
      aheadMs = (alarm ?? 0) - startMs;
    }
    clock.mockRestore();
    expect(failures).toBe(9);
    const [fire] = await fires(workflowId);
    expect(listRunIds(workflowId)).toEqual([fire?.run_id]);
  });

  test('HOSTILE 1: an object that dies after the run was started, before it knew, starts no second one', async () => {
    const workflowId = await armedByHand();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await intercept(workflowId, async (shard, request) => {
      const result = await shard.startRun(request);
      if (result.outcome !== 'accepted') return result;
      return new Promise(() => undefined);
    });
    void runInDurableObject(getScheduleObject(workflowId), (object) => void object.alarm());
    await expect.poll(() => listRunIds(workflowId)).toHaveLength(1);
    const runs = listRunIds(workflowId);
    expect(await fires(workflowId)).toEqual([]);
    await abortAllDurableObjects();
    // The alarm set before the start brings the object back.
    const [fire] = await untilFired(workflowId);
    expect(runs).toEqual([fire?.run_id]);
    expect(listRunIds(workflowId)).toEqual(runs);
  });

  test('HOSTILE 3: a version published between two attempts is the one that runs, once', async () => {
    const workflowId = await armedByHand();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await intercept(workflowId, () => Promise.reject(new Error('not now')));
    await runInDurableObject(getScheduleObject(workflowId), (object) => object.alarm());
    await intercept(workflowId, (shard, request) => shard.startRun(request));
    const next = newVersion(scheduled(now), { workflowId, name: 'Second' });
    await publish(next);
    expect(await getScheduleObject(workflowId).arm({ schedule: now, version: next })).toMatchObject({ isArmed: true });
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_000);
    await runInDurableObject(getScheduleObject(workflowId), (object) => object.alarm());
    clock.mockRestore();
    const [fire] = await fires(workflowId);
    expect(await until(fire?.run_id ?? '')).toMatchObject({ name: 'Second', workflowVersionId: next.versionId });
    expect(listRunIds(workflowId)).toHaveLength(1);
  });

  test('uses the shard of the current hour when the one it asked is closed', async () => {
    const workflowId = await armedByHand();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await intercept(workflowId, () => Promise.reject(new Error('not now')));
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 1_000);
    await runInDurableObject(getScheduleObject(workflowId), (object) => object.alarm());
    clock.mockRestore();
    await intercept(workflowId, (shard, request) => shard.startRun(request));
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * HOUR_MS);
    await runInDurableObject(getScheduleObject(workflowId), (object) => object.alarm());
    later.mockRestore();
    const [fire] = await fires(workflowId);
    expect(fire?.outcome).toBe('started');
    expect(listRunIds(workflowId)).toEqual([fire?.run_id]);
  });

  test('a shard that never responds ends the attempt, not the schedule, and its late response is ignored', async () => {
    const workflowId = await armedByHand();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const original = globalThis.setTimeout;
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((callback: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) =>
      original(() => callback(...values), ms === ATTEMPT_MS / 8 ? 5 : ms)) as typeof setTimeout);
    let answerLate: (() => void) | undefined;
    await intercept(workflowId, () => new Promise((resolve) => (answerLate = () => resolve({ outcome: 'shardClosed' }))));
    await runInDurableObject(getScheduleObject(workflowId), (object) => object.alarm());
    expect(await fires(workflowId)).toEqual([]);
    expect(await readAlarm(workflowId)).not.toBeNull();
    const runIds = new Set<string>();
    await intercept(workflowId, (shard, request) => {
      runIds.add(request.runId);
      return shard.startRun(request);
    });
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_000);
    const ringing = runInDurableObject(getScheduleObject(workflowId), (object) => object.alarm());
    // A late "shard closed" response would have given the fire another run id, and so a second run.
    answerLate?.();
    await ringing;
    clock.mockRestore();
    const [fire] = await fires(workflowId);
    expect(runIds).toEqual(new Set([fire?.run_id]));
    expect(listRunIds(workflowId)).toEqual([fire?.run_id]);
  });

  test('gives up a run that no shard accepts, and the schedule continues', async () => {
    const workflowId = await armedByHand();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await intercept(workflowId, async () => ({ outcome: 'refused', message: 'The quota is used up.' }));
    await runInDurableObject(getScheduleObject(workflowId), (object) => object.alarm());
    expect(await fires(workflowId)).toMatchObject([{ outcome: 'refused', run_id: null }]);
    expect(await readAlarm(workflowId)).toBeGreaterThan(Date.now() + HOUR_MS - 60_000);
  });
});
