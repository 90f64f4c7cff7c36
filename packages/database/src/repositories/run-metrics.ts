import { sql } from 'drizzle-orm';
import type { HttpDatabase } from '../connect.ts';
import type { RunStatus } from '../schema/workflow-instances.ts';

/** Upper bounds, in seconds, of the buckets that durations of runs are counted in. */
export const RUN_DURATION_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 300, 3_600] as const;

/** Runs of one status, tests and others apart. */
export interface RunMetrics {
  status: RunStatus;
  isTest: boolean;
  runs: number;
  steps: number;
  /** From start to end, of runs that have both. */
  timedRuns: number;
  seconds: number;
  /** Timed runs no longer than each bound of RUN_DURATION_BUCKETS. */
  buckets: number[];
}

interface MetricsRow extends Record<string, unknown> {
  status: RunStatus;
  is_test: boolean;
  runs: number;
  steps: number;
  timed: number;
  seconds: number;
  buckets: number[];
}

/** Counts over the whole run index, of all owners: for admins' eyes. */
export async function readRunMetrics(db: HttpDatabase): Promise<RunMetrics[]> {
  const bucket = (bound: number) => sql`count(*) filter (where seconds <= ${bound}::float8)::float8`;
  const { rows } = await db.execute<MetricsRow>(sql`
    select status, is_test, count(*)::float8 as runs, sum(step_count)::float8 as steps, count(seconds)::float8 as timed,
      coalesce(sum(seconds), 0)::float8 as seconds,
      array[${sql.join(RUN_DURATION_BUCKETS.map(bucket), sql`, `)}] as buckets
    from (
      select status, is_test, step_count, extract(epoch from finished_at - started_at)::float8 as seconds from workflow_instances
    ) as runs
    group by status, is_test
    order by status, is_test`);
  return rows.map((row) => ({
    status: row.status,
    isTest: row.is_test,
    runs: Number(row.runs),
    steps: Number(row.steps),
    timedRuns: Number(row.timed),
    seconds: Number(row.seconds),
    buckets: row.buckets.map(Number),
  }));
}
