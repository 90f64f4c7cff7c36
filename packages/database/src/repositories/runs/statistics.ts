import type { OwnerId } from '@portage/contracts';
import { sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';

export interface Statistics {
  totalWorkflowsCount: number;
  totalWorkflowInstancesCount: number;
  /** Only months with runs, by the month's first day in UTC (`2026-11-01`). */
  runsByMonth: Map<string, number>;
}

interface MonthRow extends Record<string, unknown> {
  month: string;
  count: number;
  is_listed: boolean;
}

/** Counts of one owner (spec DASH-26). @param since the start of a month in UTC; earlier runs count only in the total */
export async function readStatistics(db: HttpDatabase, ownerUserId: OwnerId, since: Date): Promise<Statistics> {
  const [workflows, months] = await db.batch([
    db.execute<{ count: number }>(sql`
      select count(*)::int as count from workflows where owner_user_id = ${ownerUserId}::uuid and not is_deleted`),
    db.execute<MonthRow>(sql`
      select to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD') as month, runs as count, starts_at >= ${since.toISOString()}::timestamptz as is_listed
      from run_months where owner_user_id = ${ownerUserId}::uuid order by starts_at`),
  ]);
  return {
    totalWorkflowsCount: workflows.rows[0]?.count ?? 0,
    totalWorkflowInstancesCount: months.rows.reduce((sum, { count }) => sum + count, 0),
    runsByMonth: new Map(months.rows.filter(({ is_listed }) => is_listed).map(({ month, count }) => [month, count])),
  };
}
