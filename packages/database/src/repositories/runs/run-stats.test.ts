import type { OwnerId } from '@portage/contracts';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { database, makeUser } from '../../../test/rows.ts';
import { deleteOldRunDays, deleteOldRunHours, readRunStats } from './run-stats.ts';
import { readStatistics } from './statistics.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const now = new Date();
const listSlots = (unitMs: number) =>
  Array.from({ length: (30 * DAY_MS) / unitMs + 1 }, (_, at) => new Date(Math.floor(now.getTime() / unitMs) * unitMs - at * unitMs));
const hours = listSlots(HOUR_MS);
const days = listSlots(DAY_MS);
const from = days.at(-1) as Date;

interface Run {
  id: string;
  status: string;
  startedAt?: Date;
  tookMs?: number;
  stoodFailedMs?: number;
  isTest?: boolean;
}

async function write(ownerUserId: string, workflowId: string, runs: readonly Run[]): Promise<void> {
  const rows = runs.map(({ id, status, startedAt = now, tookMs = 100, stoodFailedMs = 0, isTest = false }) => ({
    id,
    status,
    created_at: startedAt,
    started_at: startedAt,
    finished_at: ['Succeeded', 'Failed', 'Cancelled'].includes(status) ? new Date(startedAt.getTime() + tookMs) : null,
    stood_failed_ms: stoodFailedMs,
    is_test: isTest,
  }));
  await database().execute(sql`
    insert into workflow_instances (id, owner_user_id, workflow_id, workflow_version_id, name, status, created_at, last_updated_at, started_at, finished_at, stood_failed_ms, is_test)
    select id, ${ownerUserId}::uuid, ${workflowId}::uuid, gen_random_uuid(), 'x', status, created_at, now(), started_at, finished_at, stood_failed_ms, is_test
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r (id text, status text, created_at timestamptz, started_at timestamptz, finished_at timestamptz, stood_failed_ms bigint, is_test boolean)
    on conflict (id) do update set status = excluded.status, finished_at = excluded.finished_at,
      stood_failed_ms = excluded.stood_failed_ms`);
}

type Whose = { ownerUserId: OwnerId } | 'everyone';
const slotsCounted = async (scope: Whose, byHour = false) =>
  (await readRunStats(database(), scope, { byHour, slots: byHour ? hours : days, from, mostWorkflows: 5 })).slots;
const outcomes = ['succeeded', 'failed', 'cancelled'] as const;

async function sums(scope: Whose, byHour = false): Promise<Record<string, number>> {
  const all: Record<string, number> = {};
  for (const slot of await slotsCounted(scope, byHour)) {
    for (const outcome of outcomes) if (slot[outcome]) all[outcome] = (all[outcome] ?? 0) + slot[outcome];
  }
  return all;
}

describe('the counts of ended runs', () => {
  test('follow each run from its start to its end and beyond, without tests and open runs', async () => {
    const { id: ownerUserId } = await makeUser();
    const workflowId = crypto.randomUUID();
    const id = crypto.randomUUID();
    const everyoneBefore = await sums('everyone');
    await write(ownerUserId, workflowId, [{ id, status: 'InProgress' }]);
    expect(await sums({ ownerUserId })).toEqual({});
    await write(ownerUserId, workflowId, [{ id, status: 'Failed' }]);
    expect(await sums({ ownerUserId })).toEqual({ failed: 1 });
    // It continues at the failed step.
    await write(ownerUserId, workflowId, [{ id, status: 'InProgress' }]);
    expect(await sums({ ownerUserId })).toEqual({});
    await write(ownerUserId, workflowId, [{ id, status: 'Succeeded', tookMs: 1_000 }]);
    await write(ownerUserId, workflowId, [{ id, status: 'Succeeded', tookMs: 1_000 }]);
    await write(ownerUserId, workflowId, [{ id: crypto.randomUUID(), status: 'Failed', isTest: true }]);
    for (const byHour of [true, false]) expect(await sums({ ownerUserId }, byHour)).toEqual({ succeeded: 1 });
    expect((await slotsCounted({ ownerUserId }))[0]?.durations).toEqual(new Map([[Math.floor(2 * Math.log2(1_000)), 1]]));
    const everyone = await sums('everyone');
    expect((everyone.succeeded ?? 0) - (everyoneBefore.succeeded ?? 0)).toBe(1);
    expect((everyone.failed ?? 0) - (everyoneBefore.failed ?? 0)).toBe(0);
  });

  test('the time between a run’s failure and its continuation isn’t part of its duration', async () => {
    const { id: ownerUserId } = await makeUser();
    const [workflowId, id] = [crypto.randomUUID(), crypto.randomUUID()];
    const startedAt = new Date(now.getTime() - DAY_MS);
    await write(ownerUserId, workflowId, [{ id, status: 'Failed', startedAt, tookMs: 500 }]);
    const continued = { id, status: 'Succeeded', startedAt, tookMs: DAY_MS, stoodFailedMs: DAY_MS - 1_000 };
    await write(ownerUserId, workflowId, [continued]);
    const durations = (await slotsCounted({ ownerUserId })).map((slot) => slot.durations);
    expect(durations).toEqual([new Map([[Math.floor(2 * Math.log2(1_000)), 1]])]);
  });

  test('equal the run index, by hour and by day, for a thousand runs of several workflows written concurrently', async () => {
    const { id: ownerUserId } = await makeUser();
    const workflowIds = Array.from({ length: 4 }, () => crypto.randomUUID());
    const statuses = ['Succeeded', 'Succeeded', 'Failed', 'Cancelled', 'InProgress'];
    await Promise.all(
      Array.from({ length: 20 }, (_, batch) =>
        write(
          ownerUserId,
          workflowIds[batch % 4] as string,
          Array.from({ length: 50 }, (__, at) => ({
            id: crypto.randomUUID(),
            status: statuses[(batch + at) % 5] as string,
            startedAt: new Date(now.getTime() - ((batch * 50 + at) * 29 * DAY_MS) / 1_000),
            tookMs: 1 + ((at * 7_919) % 100_000),
          })),
        ),
      ),
    );
    for (const byHour of [true, false]) {
      const { rows } = await database().execute<{ starts_at: string; outcome: string; bucket: number | null; runs: number }>(sql`
        select date_trunc(${byHour ? 'hour' : 'day'}, started_at, 'UTC') as starts_at, lower(status) as outcome, count(*)::int as runs,
          case when status = 'Succeeded' then floor(2 * log(2, extract(epoch from finished_at - started_at) * 1000))::int end as bucket
        from workflow_instances where owner_user_id = ${ownerUserId}::uuid and status in ('Succeeded', 'Failed', 'Cancelled') group by 1, 2, 4`);
      const expected = new Map<string, number>();
      const add = (counts: Map<string, number>, startsAt: Date, what: string | number, runs: number) => {
        const key = `${startsAt.toISOString()} ${what}`;
        if (runs > 0) counts.set(key, (counts.get(key) ?? 0) + runs);
      };
      for (const { starts_at, outcome, bucket, runs } of rows) {
        add(expected, new Date(starts_at), outcome, runs);
        if (bucket !== null) add(expected, new Date(starts_at), bucket, runs);
      }
      const counted = new Map<string, number>();
      for (const { startsAt, durations, ...slot } of await slotsCounted({ ownerUserId }, byHour)) {
        for (const outcome of outcomes) add(counted, startsAt, outcome, slot[outcome]);
        for (const [bucket, runs] of durations) add(counted, startsAt, bucket, runs);
      }
      expect(counted).toEqual(expected);
    }
  });

  test('name the workflows that failed most and took longest', async () => {
    const { id: ownerUserId } = await makeUser();
    const [calm, failing, slow] = Array.from({ length: 3 }, () => crypto.randomUUID()) as [string, string, string];
    const runs = (count: number, status: string, tookMs = 100) =>
      Array.from({ length: count }, () => ({ id: crypto.randomUUID(), status, tookMs }));
    await write(ownerUserId, calm, [...runs(20, 'Succeeded'), ...runs(1, 'Failed')]);
    await write(ownerUserId, failing, [...runs(2, 'Succeeded'), ...runs(3, 'Failed')]);
    // One in a hundred is beyond the 95th percentile, two in eleven are not.
    await write(ownerUserId, crypto.randomUUID(), [...runs(99, 'Succeeded'), ...runs(1, 'Succeeded', 10 * DAY_MS)]);
    await write(ownerUserId, slow, [...runs(9, 'Succeeded'), ...runs(2, 'Succeeded', 60_000)]);
    const stats = await readRunStats(database(), { ownerUserId }, { byHour: false, slots: days, from, mostWorkflows: 2 });
    expect(stats.failing).toMatchObject([
      { workflowId: failing, failed: 3, succeeded: 2, name: null },
      { workflowId: calm, failed: 1, succeeded: 20 },
    ]);
    expect(stats.slowest[0]).toMatchObject({ workflowId: slow, succeeded: 11 });
    expect(stats.slowest[0]?.durations).toEqual(
      new Map([
        [13, 9],
        [31, 2],
      ]),
    );
    expect(stats.slowest).toHaveLength(2);
  });

  test('are deleted when they are too old to be shown', async () => {
    const { id: ownerUserId } = await makeUser();
    const startedAt = new Date(now.getTime() - 10 * DAY_MS);
    await write(ownerUserId, crypto.randomUUID(), [{ id: crypto.randomUUID(), status: 'Succeeded', startedAt }]);
    await database().batch([deleteOldRunHours(database(), now), deleteOldRunDays(database(), now)]);
    expect(await sums({ ownerUserId }, true)).toEqual({});
    expect(await sums({ ownerUserId }, false)).toEqual({ succeeded: 1 });
  });

  test('of months include all runs, tests and open ones too, and the total ever', async () => {
    const { id: ownerUserId } = await makeUser();
    const at = (date: string) => ({ id: crypto.randomUUID(), startedAt: new Date(date) });
    await write(ownerUserId, crypto.randomUUID(), [
      { ...at('2024-12-31T23:59:59.000Z'), status: 'Succeeded' },
      { ...at('2026-01-01T00:00:00.000Z'), status: 'Failed', isTest: true },
      { ...at('2026-01-31T23:59:59.000Z'), status: 'InProgress' },
      { ...at('2026-02-01T00:00:00.000Z'), status: 'Cancelled' },
    ]);
    const statistics = await readStatistics(database(), ownerUserId, new Date('2026-01-01'));
    expect(statistics.totalWorkflowInstancesCount).toBe(4);
    expect([...statistics.runsByMonth]).toEqual([
      ['2026-01-01', 2],
      ['2026-02-01', 1],
    ]);
  });
});
