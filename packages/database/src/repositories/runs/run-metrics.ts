import { MINUTE_MS } from '@portage/primitives/durations';
import { sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { metrics } from '../../schema/metrics.ts';

/**
 * Upper bounds of each histogram's buckets, in the unit of the name. Stored counts depend on them: a histogram with new bounds needs a new
 * name.
 */
export const METRIC_BUCKETS = {
  portage_run_duration_seconds: [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 300, 3_600, 86_400],
  portage_step_duration_seconds: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, 300, 3_600],
  portage_shard_held_bytes: [1_000_000, 4_000_000, 12_000_000, 24_000_000, 32_000_000, 64_000_000],
  portage_summary_delay_seconds: [0.1, 0.5, 1, 5, 30, 300, 3_600],
  portage_area_load_seconds: [0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 20],
  portage_area_mount_seconds: [0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 0.75, 1, 2, 5, 10],
} as const;

export type HistogramName = keyof typeof METRIC_BUCKETS;

/** One counter, summed over its slots. */
export interface MetricRecord {
  name: string;
  labels: Record<string, string>;
  /** The count; for a histogram, the sum. */
  value: number;
  /** A histogram's buckets, not cumulative; the last one is unbounded. */
  buckets: number[] | null;
}

/** Runs that haven't ended, and how many of them went silent. */
export interface OpenRunsRecord extends Record<string, unknown> {
  status: string;
  isTest: boolean;
  runs: number;
  /** Silent for ten minutes without waiting for an instant: their summaries may be unsent. */
  quiet: number;
}

/** The engine's counters, sorted by name and labels; reads only the counters, never the runs. */
export async function readMetrics(db: HttpDatabase): Promise<MetricRecord[]> {
  const rows = await db.select().from(metrics).orderBy(metrics.name, metrics.labels);
  const records = new Map<string, MetricRecord>();
  for (const { name, labels, value, buckets } of rows) {
    const key = `${name} ${JSON.stringify(labels)}`;
    const record = records.get(key);
    if (!record) records.set(key, { name, labels, value, buckets });
    else {
      record.value += value;
      record.buckets = record.buckets?.map((count, at) => count + (buckets?.[at] ?? 0)) ?? null;
    }
  }
  return [...records.values()];
}

/** Adds to plain counters, in one statement and in order, so that two writers never deadlock. */
export async function addToCounters(db: HttpDatabase, name: string, counts: readonly { labels: Record<string, string>; value: number }[]) {
  if (counts.length === 0) return;
  await db.execute(sql`
    insert into metrics (name, labels, slot, value)
    select ${name}::text, labels, 0, value from json_to_recordset(${JSON.stringify(counts)}::json) as given (labels jsonb, value float8)
    order by labels
    on conflict (name, labels, slot) do update set value = metrics.value + excluded.value`);
}

/** Counts the runs that haven't ended, by an index of only those. */
export async function countOpenRuns(db: HttpDatabase, now: Date): Promise<OpenRunsRecord[]> {
  const quietSince = new Date(now.getTime() - QUIET_RUN_MS).toISOString();
  const { rows } = await db.execute<OpenRunsRecord>(sql`
    select status, is_test as "isTest", count(*)::int as runs,
      (count(*) filter (where last_updated_at < ${quietSince}::timestamptz
        and (continue_at is null or continue_at < ${quietSince}::timestamptz)))::int as quiet
    from workflow_instances where status in ('Scheduled', 'InProgress', 'Delayed')
    group by status, is_test order by status, is_test`);
  return rows;
}

/** A run in progress that has been silent for this long is checked. */
export const QUIET_RUN_MS = 10 * MINUTE_MS;

/** Sync flows: how many there are, and how long ago the furthest behind was last read to its end. */
export async function countSyncFlows(db: HttpDatabase, now: Date): Promise<{ flows: number; failing: number; longestLagSeconds: number }> {
  const { rows } = await db.execute<{ flows: number; failing: number; lag: number }>(sql`
    select count(*)::int as flows, count(*) filter (where error is not null)::int as failing,
      coalesce(max(extract(epoch from ${now.toISOString()}::timestamptz - coalesce(synced_at, f.created_at))), 0)::float as lag
    from sync_flows f join workflows w on w.id = f.workflow_id and w.is_active and not w.is_deleted
    where not f.is_paused`);
  const [row] = rows;
  return { flows: row?.flows ?? 0, failing: row?.failing ?? 0, longestLagSeconds: Math.round(row?.lag ?? 0) };
}
