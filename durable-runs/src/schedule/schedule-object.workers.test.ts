import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import type { WorkflowVersionSnapshot } from '@portage/contracts';
import { HOUR_MS } from '@portage/primitives/durations';
import type { Schedule, WorkflowStep } from '@portage/workflow';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { getShard, newVersion, until } from '../../test/harness.ts';
import { fires, getScheduleObject, iso, listRunIds, publish, readAlarm, scheduled, untilFired } from '../../test/schedule-harness.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const wait: WorkflowStep = { stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Hours' };

async function ring(workflowId: string): Promise<void> {
  await runInDurableObject(getScheduleObject(workflowId), (object) => object.alarm());
}

async function arm({ workflowId }: WorkflowVersionSnapshot, schedule: Schedule, version: WorkflowVersionSnapshot) {
  await publish(version);
  return getScheduleObject(workflowId).arm({ schedule, version });
}

describe('a schedule', () => {
  test('starts a run of the version it was armed with, and says when it was due (ENG-22)', async () => {
    const schedule: Schedule = { period: 'Hour', frequency: 2 };
    const version = newVersion(
      scheduled(schedule, { stepId: 'say', type: 'CustomScript', script: 'return Steps["start"].Payload.scheduledAt' }),
    );
    const { workflowId, versionId } = version;
    const { isArmed, nextFireAt } = await arm(version, schedule, version);
    expect(isArmed).toBe(true);
    const [fire] = await untilFired(workflowId);
    expect(fire).toMatchObject({ fire_at: Date.parse(nextFireAt ?? ''), outcome: 'started' });
    const runId = fire?.run_id ?? '';
    expect(await until(runId)).toMatchObject({ status: 'Succeeded', workflowId, workflowVersionId: versionId, isTest: false });
    expect(await getShard(runId).getRunTrigger(runId)).toEqual({ type: 'Scheduled', payload: { scheduledAt: nextFireAt } });
    expect((await getShard(runId).getStepInstance(runId, '1'))?.stepData?.response?.body).toBe(nextFireAt);

    const startMs = Date.parse(nextFireAt ?? '');
    expect(await getScheduleObject(workflowId).nextFires(2)).toEqual([iso(startMs + 2 * HOUR_MS), iso(startMs + 4 * HOUR_MS)]);
    // Before that it asks whether it's still wanted.
    expect(await readAlarm(workflowId)).toBeLessThanOrEqual(Date.now() + HOUR_MS);
  });

  test('fires by itself, at its instant', async () => {
    const schedule: Schedule = { period: 'Minute', startAt: iso(Date.now() - 60_000 + 700) };
    const version = newVersion(scheduled(schedule));
    const { nextFireAt } = await arm(version, schedule, version);
    expect(Date.parse(nextFireAt ?? '') - Date.now()).toBeLessThanOrEqual(700);
    const [fire] = await untilFired(version.workflowId);
    const run = await until(fire?.run_id ?? '');
    const lateMs = Date.parse(run.createdAt) - Date.parse(nextFireAt ?? '');
    expect(lateMs).toBeGreaterThanOrEqual(0);
    // Long before the next fire would be due.
    expect(lateMs).toBeLessThan(30_000);
    expect(listRunIds(version.workflowId)).toHaveLength(1);
  });

  test('OneTime fires once, and not again when it’s switched off and on', async () => {
    const schedule: Schedule = { period: 'OneTime', startAt: iso(Date.now() - 5_000) };
    const version = newVersion(scheduled(schedule));
    await arm(version, schedule, version);
    await untilFired(version.workflowId);
    expect(await readAlarm(version.workflowId)).toBeNull();
    await getScheduleObject(version.workflowId).disarm();
    expect(await arm(version, schedule, version)).toEqual({ isArmed: true, nextFireAt: null });
    expect(await getScheduleObject(version.workflowId).nextFires(5)).toEqual([]);
    await ring(version.workflowId);
    expect(listRunIds(version.workflowId)).toHaveLength(1);
  });

  test('starts nothing when disarmed, and applies changes at once', async () => {
    const soon: Schedule = { period: 'Hour', startAt: iso(Date.now() + HOUR_MS) };
    const version = newVersion(scheduled(soon));
    const { workflowId } = version;
    await arm(version, soon, version);
    expect(await getScheduleObject(workflowId).disarm()).toEqual({ isArmed: false, nextFireAt: null });
    expect(await readAlarm(workflowId)).toBeNull();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + HOUR_MS);
    await ring(workflowId);
    clock.mockRestore();
    expect(listRunIds(workflowId)).toEqual([]);

    const later: Schedule = { period: 'Day', startAt: '2040-01-31T09:00', timeZone: 'Europe/Berlin' };
    await arm(version, later, version);
    expect(await getScheduleObject(workflowId).nextFires(2)).toEqual(['2040-01-31T08:00:00.000Z', '2040-02-01T08:00:00.000Z']);
    const now: Schedule = { period: 'Month' };
    await arm(version, now, newVersion(version.steps, { workflowId }));
    const [fire] = await untilFired(workflowId);
    expect(listRunIds(workflowId)).toEqual([fire?.run_id]);
  });

  test('makes up for missed fires with one run', async () => {
    const startMs = Date.now() - 10 * HOUR_MS - 60_000;
    const schedule: Schedule = { period: 'Hour', startAt: iso(startMs) };
    const version = newVersion(scheduled(schedule));
    await publish(version);
    // Armed before its start, then nothing ran for ten hours.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(startMs - 1_000);
    await runInDurableObject(getScheduleObject(version.workflowId), async (object, { storage }) => {
      await object.arm({ schedule, version });
      await storage.deleteAlarm();
    });
    clock.mockRestore();
    await ring(version.workflowId);
    expect((await fires(version.workflowId)).map(({ fire_at }) => fire_at)).toEqual([startMs + 10 * HOUR_MS]);
    expect(await readAlarm(version.workflowId)).toBe(startMs + 11 * HOUR_MS);
    const [runId, ...others] = listRunIds(version.workflowId);
    expect(others).toEqual([]);
    const past = { fireAt: iso(startMs + 10 * HOUR_MS), outcome: 'started', workflowInstanceId: runId, isCatchUp: true };
    expect(await getScheduleObject(version.workflowId).pastFires(5)).toMatchObject([past]);
  });

  test('sleeps until a year the platform can’t count to', async () => {
    const schedule: Schedule = { period: 'Year', startAt: '2400-01-01T00:00:00Z' };
    const version = newVersion(scheduled(schedule));
    expect(await arm(version, schedule, version)).toEqual({ isArmed: true, nextFireAt: '2400-01-01T00:00:00.000Z' });
    expect(await readAlarm(version.workflowId)).toBeLessThanOrEqual(Date.now() + HOUR_MS);
    // An early wake-up is ignored.
    expect(await runDurableObjectAlarm(getScheduleObject(version.workflowId))).toBe(true);
    expect(await fires(version.workflowId)).toEqual([]);
    expect(await readAlarm(version.workflowId)).toBeLessThanOrEqual(Date.now() + HOUR_MS);
  });

  test('passes a version of several megabytes to its runs', async () => {
    const schedule: Schedule = { period: 'Day' };
    const filler: WorkflowStep = { stepId: 'say', type: 'CustomScript', script: 'return 1', description: 'ä'.repeat(2_000_000) };
    const version = newVersion(scheduled(schedule, filler));
    await arm(version, schedule, version);
    const [fire] = await untilFired(version.workflowId);
    expect((await until(fire?.run_id ?? '')).status).toBe('Succeeded');
  });
});

describe('overlap', () => {
  const everyMinute = (overlap: 'Allow' | 'Skip'): Schedule => ({ period: 'Minute', overlap });

  /** Rings the next alarm as if the minute were over. */
  async function nextMinute(workflowId: string, minutes: number): Promise<void> {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + minutes * 60_000);
    await ring(workflowId);
    clock.mockRestore();
  }

  test('Skip drops a fire while the previous run is in progress, and not after it has ended', async () => {
    const schedule = everyMinute('Skip');
    const version = newVersion(scheduled(schedule, wait));
    const { workflowId } = version;
    await arm(version, schedule, version);
    const [first] = await untilFired(workflowId);
    const runId = first?.run_id ?? '';
    await until(runId, ['Delayed']);
    await nextMinute(workflowId, 1);
    expect((await fires(workflowId)).map(({ outcome }) => outcome)).toEqual(['started', 'skipped']);
    await getShard(runId).cancelRun(runId);
    await nextMinute(workflowId, 2);
    expect((await fires(workflowId)).map(({ outcome }) => outcome)).toEqual(['started', 'skipped', 'started']);
    expect(listRunIds(workflowId)).toHaveLength(2);
    const [, skipped, started] = await getScheduleObject(workflowId).pastFires(3);
    expect(skipped).toMatchObject({ outcome: 'skipped', workflowInstanceId: null, message: expect.stringContaining(runId) });
    expect(started).toMatchObject({ outcome: 'started', workflowInstanceId: runId, message: null, isCatchUp: false });
    expect(await getScheduleObject(workflowId).pastFires(1)).toHaveLength(1);
  });

  test('Allow, the default, runs both', async () => {
    const { overlap: _, ...schedule } = everyMinute('Allow');
    const version = newVersion(scheduled(schedule, wait));
    const { workflowId } = version;
    await arm(version, schedule, version);
    await untilFired(workflowId);
    await nextMinute(workflowId, 1);
    expect((await fires(workflowId)).map(({ outcome }) => outcome)).toEqual(['started', 'started']);
  });
});
