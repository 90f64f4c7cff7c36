import { parseRunId, type StartRunRequest, type StartRunResult, toOwnerId, type WorkflowVersionSnapshot } from '@portage/contracts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@portage/primitives/durations';
import { latestFire, nextFire, type Schedule, scheduleRule } from '@portage/workflow';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arm, disarm, type PendingFire, type ScheduleState, settle, takeUp, wakeAt } from './schedule-state.ts';
import { type StartFirePorts, startFire } from './start-fire.ts';

const T0 = Date.parse('2026-11-21T09:00:00Z');

function version(versionId = 'v1'): WorkflowVersionSnapshot {
  const ownerUserId = toOwnerId('6f9619ff-8b86-4011-b42d-00c04fc964ff');
  return { versionId, workflowId: 'w1', ownerUserId, name: 'Daily', loggingMode: 'LogAllData', steps: [] };
}

let made = 0;
const random = () => {
  made += 1;
  return String(made).padStart(12, '0');
};
const never = () => false;
const armed = (schedule: Schedule, nowMs = T0, state: ScheduleState | null = null, hasFired: (fireMs: number) => boolean = never) =>
  arm(state, { schedule, version: version() }, nowMs, hasFired);

function fireAt(state: ScheduleState, nowMs: number): { state: ScheduleState; fireMs: number | null } {
  const taken = takeUp(state, nowMs, random);
  if (!taken.attempt) return { state: taken.state, fireMs: null };
  return { state: settle(taken.state, taken.attempt.fireMs, taken.attempt.runId), fireMs: taken.attempt.fireMs };
}

describe('arming', () => {
  const hourly: Schedule = { period: 'Hour', startAt: '2026-11-21T08:30:00Z' };

  test('waits for the next fire, not for one that has passed', () => {
    expect(wakeAt(armed(hourly))).toBe(T0 + 30 * MINUTE_MS);
    expect(fireAt(armed(hourly), T0 + 30 * MINUTE_MS - 1).fireMs).toBeNull();
  });

  test('arming it unchanged keeps start and fires, and uses the new version', () => {
    const state = armed({ period: 'Hour' });
    const again = arm(state, { schedule: { period: 'Hour', frequency: 1, timeZone: 'UTC' }, version: version('v2') }, T0 + 1_000, never);
    expect(again).toEqual({ ...state, versionId: 'v2' });
    expect(arm(again, { schedule: { period: 'Hour' }, version: version('v2') }, T0 + 1_000, never)).toBe(again);
  });

  test('another schedule takes effect at once, and a fire that was already due still runs', () => {
    const state = armed(hourly);
    const due = takeUp(state, T0 + 30 * MINUTE_MS, random).state;
    const changed = armed({ period: 'Minute', frequency: 5, startAt: '2026-11-21T00:00:00Z' }, T0 + 31 * MINUTE_MS, due);
    expect(changed).toMatchObject({ nextFireMs: T0 + 35 * MINUTE_MS, pending: { fireMs: T0 + 30 * MINUTE_MS } });
    expect(wakeAt(changed)).toBe(T0 + 31 * MINUTE_MS);
  });

  test('does nothing when disarmed, and doesn’t make up for that time when armed again', () => {
    const off = disarm(armed(hourly));
    expect(wakeAt(off)).toBeNull();
    expect(takeUp(off, T0 + DAY_MS, random)).toEqual({ state: off, attempt: null });
    expect(armed(hourly, T0 + DAY_MS, off).nextFireMs).toBe(T0 + DAY_MS + 30 * MINUTE_MS);
  });

  test('OneTime fires once: late if it’s armed late, and never again', () => {
    const once: Schedule = { period: 'OneTime', startAt: '2026-11-21T08:30:00Z' };
    const startMs = T0 - 30 * MINUTE_MS;
    const { state, fireMs } = fireAt(armed(once), T0);
    expect(fireMs).toBe(startMs);
    expect(wakeAt(state)).toBeNull();
    const again = armed(once, T0 + HOUR_MS, disarm(state), (fire) => fire === startMs);
    expect(wakeAt(again)).toBeNull();
  });

  test('keeps the run id of a start whose response was lost when the schedule is armed again', () => {
    const once: Schedule = { period: 'OneTime', startAt: '2026-11-21T09:00:00Z' };
    const { state, attempt } = takeUp(armed(once), T0, random);
    const again = armed(once, T0 + HOUR_MS, disarm(state));
    expect(again.nextFireMs).toBeNull();
    expect(takeUp(again, T0 + HOUR_MS, random).attempt?.runId).toBe(attempt?.runId);
  });
});

describe('ringing', () => {
  const daily: Schedule = { period: 'Day', startAt: '2026-11-21T09:00:00Z' };

  test('HOSTILE 2: the same alarm twice makes one attempt; an alarm that comes too early makes none', () => {
    const first = takeUp(armed(daily), T0, random);
    expect(first.attempt).toMatchObject({ fireMs: T0, attempts: 1 });
    expect(takeUp(first.state, T0 + 10, random)).toEqual({ state: first.state, attempt: null });
    const settled = settle(first.state, T0, 'run');
    expect(takeUp(settled, T0 + 20, random)).toEqual({ state: settled, attempt: null });
    expect(wakeAt(settled)).toBe(T0 + DAY_MS);
  });

  test('HOSTILE 2: a failed attempt is repeated with the same run id, ever more slowly, until it succeeds', () => {
    let state = armed(daily);
    const runIds = new Set<string>();
    const pauses: number[] = [];
    for (let nowMs = T0, attempts = 1; attempts <= 12; attempts += 1) {
      const taken = takeUp(state, nowMs, random);
      runIds.add(taken.attempt?.runId ?? 'none');
      state = taken.state;
      pauses.push((wakeAt(state) ?? 0) - nowMs);
      nowMs = wakeAt(state) ?? 0;
    }
    expect(runIds.size).toBe(1);
    expect(pauses.slice(0, 6)).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
    expect(state.nextFireMs).toBe(T0 + DAY_MS);
  });

  test('makes up for all missed fires with one run, for the latest fire', () => {
    const { state, fireMs } = fireAt(
      armed({ period: 'Minute', frequency: 5, startAt: '2026-11-21T09:00:00Z' }),
      T0 + 3 * DAY_MS + MINUTE_MS,
    );
    expect(fireMs).toBe(T0 + 3 * DAY_MS);
    expect(wakeAt(state)).toBe(T0 + 3 * DAY_MS + 5 * MINUTE_MS);
  });

  test('HOSTILE 12: a clock that jumps ahead and back fires nothing twice', () => {
    let { state, fireMs } = fireAt(armed(daily), T0 + 10 * DAY_MS);
    expect(fireMs).toBe(T0 + 10 * DAY_MS);
    for (let nowMs = T0; nowMs < T0 + 11 * DAY_MS; nowMs += HOUR_MS) {
      const next = fireAt(state, nowMs);
      expect(next.fireMs).toBeNull();
      state = next.state;
    }
    expect(fireAt(state, T0 + 11 * DAY_MS).fireMs).toBe(T0 + 11 * DAY_MS);
    // Armed again while the clock is back, it fires only what hasn't fired yet.
    const again = armed(daily, T0 + 5 * DAY_MS, disarm(state), (fire) => fire === T0 + 10 * DAY_MS);
    expect(again.nextFireMs).toBe(T0 + 5 * DAY_MS);
    expect(armed(daily, T0 + 10 * DAY_MS, disarm(state), (fire) => fire === T0 + 10 * DAY_MS).nextFireMs).toBe(T0 + 11 * DAY_MS);
  });
});

/** Shards as they accept runs in this simulation. */
class Shards {
  readonly runs = new Map<string, StartRunRequest>();
  readonly #keys = new Map<string, string>();

  start(shardName: string, request: StartRunRequest, nowMs: number): StartRunResult {
    if (this.runs.has(request.runId)) return { outcome: 'accepted', runId: request.runId };
    if (nowMs >= (parseRunId(request.runId)?.hourStartMs ?? 0) + HOUR_MS + 10_000) return { outcome: 'shardClosed' };
    const key = `${shardName} ${request.deduplicationKey}`;
    const earlier = this.#keys.get(key);
    if (earlier) return { outcome: 'duplicate', runId: earlier };
    if (!request.version) return { outcome: 'versionNeeded' };
    this.#keys.set(key, request.runId);
    this.runs.set(request.runId, request);
    return { outcome: 'accepted', runId: request.runId };
  }

  fires(): number[] {
    return [...this.runs.values()].map(({ triggerJson }) =>
      Date.parse((JSON.parse(triggerJson).payload as { scheduledAt: string }).scheduledAt),
    );
  }
}

interface Trouble {
  lateMs: number;
  /** The alarm rings a second time. */
  isDoubled: boolean;
  call: 'answered' | 'lost before' | 'lost after';
  /** The schedule is switched off and on again. */
  isToggled: boolean;
}

const anyTrouble = fc.record({
  lateMs: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 2_000 }) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 3 * HOUR_MS }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 40 * DAY_MS }) },
  ),
  isDoubled: fc.boolean(),
  call: fc.oneof(
    { weight: 4, arbitrary: fc.constant('answered' as const) },
    { weight: 1, arbitrary: fc.constant('lost before' as const) },
    { weight: 1, arbitrary: fc.constant('lost after' as const) },
  ),
  isToggled: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});

const anySchedule: fc.Arbitrary<Schedule> = fc.record({
  period: fc.constantFrom('OneTime', 'Minute', 'Hour', 'Day', 'Week', 'Month'),
  frequency: fc.integer({ min: 1, max: 50 }),
  startAt: fc.integer({ min: T0 - 100 * DAY_MS, max: T0 + 10 * DAY_MS }).map((ms) => new Date(ms).toISOString()),
  timeZone: fc.constantFrom('UTC', 'America/New_York', 'Australia/Lord_Howe'),
});

describe('a schedule under random faults', () => {
  test('HOSTILE 2: starts at most one run per fire, only for its fires, and one for each that wasn’t missed', async () => {
    await fc.assert(
      fc.asyncProperty(anySchedule, fc.array(anyTrouble, { minLength: 1, maxLength: 60 }), async (schedule, troubles) => {
        const shards = new Shards();
        const fired = new Set<number>();
        let nowMs = T0;
        let state = armed(schedule, nowMs);
        const rule = scheduleRule(schedule, nowMs);
        const firstMs = state.nextFireMs;

        async function ring(call: Trouble['call']): Promise<void> {
          const taken = takeUp(state, nowMs, random);
          state = taken.state;
          const { attempt } = taken;
          if (!attempt) return;
          if (attempt.attempts === 1) expect(attempt.fireMs).toBe(latestFire(rule, nowMs));
          const result = await startFire(portsOf(attempt, call), state, attempt).catch(() => null);
          if (!result) return;
          fired.add(attempt.fireMs);
          state = settle(state, attempt.fireMs, attempt.runId);
        }

        function portsOf(attempt: PendingFire, call: Trouble['call']): StartFirePorts {
          const shard = (shardName: string) => ({
            async startRun(request: StartRunRequest) {
              if (call === 'lost before') throw new Error('lost');
              const result = shards.start(shardName, request, nowMs);
              if (call === 'lost after' && result.outcome === 'accepted') throw new Error('lost');
              return result;
            },
            getRun: async () => null,
          });
          return {
            shard,
            version,
            admit: async () => ({ isAdmitted: true as const, quota: null }),
            renewRunId: async () => {
              const { runId } = takeUp({ ...state, pending: null, nextFireMs: attempt.fireMs }, nowMs, random).attempt ?? { runId: '' };
              if (state.pending) state = { ...state, pending: { ...state.pending, runId } };
              return runId;
            },
            clear: () => undefined,
          };
        }

        for (const { lateMs, isDoubled, call, isToggled } of troubles) {
          if (isToggled) state = armed(schedule, nowMs, disarm(state), (fireMs) => fired.has(fireMs));
          const atMs = wakeAt(state);
          if (atMs === null) break;
          nowMs = Math.max(nowMs, atMs) + lateMs;
          await Promise.all(isDoubled ? [ring(call), ring('answered')] : [ring(call)]);
        }

        const fires = shards.fires();
        expect(new Set(fires).size).toBe(fires.length);
        for (const fireMs of fires) expect(latestFire(rule, fireMs)).toBe(fireMs);
        const wasQuiet = troubles.every(({ lateMs, call, isToggled }) => lateMs <= 2_000 && call === 'answered' && !isToggled);
        if (wasQuiet && firstMs !== null) {
          const expected = [firstMs];
          while (expected.length < fires.length) expected.push(nextFire(rule, expected.at(-1) ?? 0) ?? 0);
          expect(fires).toEqual(expected);
          expect(fires.length).toBe(schedule.period === 'OneTime' ? 1 : troubles.length);
        }
      }),
      { numRuns: 500 },
    );
  });
});
