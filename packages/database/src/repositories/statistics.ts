import { sql } from 'drizzle-orm';
import type { HttpDatabase } from '../connect.ts';

export interface Statistics {
  totalWorkflowsCount: number;
  totalWorkflowInstancesCount: number;
  /** Months with runs only, by the month's first day in UTC (`2026-11-01`). */
  runsByMonth: Map<string, number>;
}

interface MonthRow extends Record<string, unknown> {
  month: string;
  count: number;
}

/** Counts of one owner (spec DASH-26). @param since runs before it are in the total only. */
export async function readStatistics(ownerUserId: string, db: HttpDatabase, since: Date): Promise<Statistics> {
  const [totals, months] = await db.batch([
    db.execute<{ workflows: number; instances: number }>(sql`
      select
        (select count(*)::int from workflows where owner_user_id = ${ownerUserId}::uuid and not is_deleted) as workflows,
        (select count(*)::int from workflow_instances where owner_user_id = ${ownerUserId}::uuid) as instances`),
    db.execute<MonthRow>(sql`
      select to_char(created_at at time zone 'UTC', 'YYYY-MM-01') as month, count(*)::int as count
      from workflow_instances
      where owner_user_id = ${ownerUserId}::uuid and created_at >= ${since.toISOString()}::timestamptz
      group by month order by month`),
  ]);
  return {
    totalWorkflowsCount: totals.rows[0]?.workflows ?? 0,
    totalWorkflowInstancesCount: totals.rows[0]?.instances ?? 0,
    runsByMonth: new Map(months.rows.map(({ month, count }) => [month, count])),
  };
}
