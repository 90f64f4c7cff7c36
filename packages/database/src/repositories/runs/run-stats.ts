import { DAY_MS } from '@portage/primitives/durations';
import { type SQL, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { NO_WORKFLOW } from '../../schema/run-stats.ts';
import type { Scope } from '../rows/scope.ts';
import { BUCKET_DIGITS, readHistogram } from './duration-histogram.ts';

/** Ended runs, by outcome. */
export interface CountedRuns {
  succeeded: number;
  failed: number;
  cancelled: number;
  /** Succeeded runs by bucket of their duration; see the table. */
  durations: Map<number, number>;
}

/** The runs that began in one hour or day. */
export interface CountedSlot extends CountedRuns {
  startsAt: Date;
}

export interface CountedWorkflow extends CountedRuns {
  workflowId: string;
  /** Null: the workflow is gone. */
  name: string | null;
  ownerUserEmail: string | null;
}

export interface StatsAsked {
  byHour: boolean;
  /** Starts of the hours or days to count. */
  slots: readonly Date[];
  /** Workflows are compared from this instant. */
  from: Date;
  mostWorkflows: number;
}

/** Owner ids that hold everyone's totals. */
const everyoneIds = Array.from({ length: 16 }, (_, lane) => `00000000-0000-0000-0000-00000000000${lane.toString(16)}`);
const SUMS = sql`sum(succeeded)::int as succeeded, sum(failed)::int as failed, sum(cancelled)::int as cancelled, sum(durations) as durations`;

/** The total of each hour or day, and the workflows that failed most and took longest. Two statements, one round trip. */
export async function readRunStats(db: HttpDatabase, scope: Scope, asked: StatsAsked) {
  const [slots, workflows] = await db.batch([
    db.execute<SlotRow>(totals(scope, asked)),
    db.execute<WorkflowRow>(notableWorkflows(scope, asked)),
  ]);
  const listed = (place: 'failing_place' | 'slowest_place') =>
    workflows.rows
      .filter((row) => (row[place] ?? Number.POSITIVE_INFINITY) <= asked.mostWorkflows)
      .sort((one, other) => Number(one[place]) - Number(other[place]))
      .map((row): CountedWorkflow => ({ ...toRunCounts(row), workflowId: row.workflow_id, name: row.name, ownerUserEmail: row.email }));
  return {
    slots: slots.rows.map((row): CountedSlot => ({ ...toRunCounts(row), startsAt: new Date(row.starts_at) })),
    failing: listed('failing_place'),
    slowest: listed('slowest_place'),
  };
}

interface SumsRow extends Record<string, unknown> {
  succeeded: number;
  failed: number;
  cancelled: number;
  durations: string;
}

interface SlotRow extends SumsRow {
  starts_at: string;
}

interface WorkflowRow extends SumsRow {
  workflow_id: string;
  name: string | null;
  email: string | null;
  failing_place: number | null;
  slowest_place: number | null;
}

function toRunCounts({ succeeded, failed, cancelled, durations }: SumsRow): CountedRuns {
  return { succeeded, failed, cancelled, durations: readHistogram(durations) };
}

/** One row of the key for each hour or day (and each of the sixteen, for everyone). */
function totals(scope: Scope, { byHour, slots }: StatsAsked): SQL {
  const owners = scope === 'everyone' ? everyoneIds : [scope.ownerUserId];
  return sql`select starts_at, ${SUMS} from ${pickTable(byHour)}
    where owner_user_id = any(${sql.param(owners)}::uuid[]) and workflow_id = ${NO_WORKFLOW}
      and starts_at = any(${sql.param(slots.map((slot) => slot.toISOString()))}::timestamptz[])
    group by starts_at order by starts_at`;
}

/**
 * The workflows that failed most, and those whose 95th percentile of durations is highest. That percentile's bucket is the highest one at
 * which more than 5 % of the runs are in it or above. The digits of a number, taken in groups of twelve, add up to its remainder by 10^12 -
 * 1.
 */
function notableWorkflows(scope: Scope, { byHour, from, mostWorkflows }: StatsAsked): SQL {
  const whose = scope === 'everyone' ? sql`true` : sql`owner_user_id = ${scope.ownerUserId}::uuid`;
  const digits = sql.raw(String(BUCKET_DIGITS));
  return sql`with summed as materialized (
      select workflow_id, ${SUMS} from ${pickTable(byHour)}
      where ${whose} and starts_at >= ${from.toISOString()}::timestamptz and workflow_id <> ${NO_WORKFLOW}
      group by workflow_id
    ), placed as (
      select summed.*,
        case when failed > 0 then row_number() over (order by failed desc, workflow_id) end::int as failing_place,
        case when succeeded > 0 then row_number() over (order by p95 desc nulls last, workflow_id) end::int as slowest_place
      from summed left join lateral (
        select bucket as p95 from generate_series(length(durations::text) / ${digits}, 0, -1) bucket
        where mod(div(durations, rpad('1', 1 + ${digits} * bucket, '0')::numeric), repeat('9', ${digits})::numeric) > 0.05 * succeeded limit 1
      ) percentile on succeeded > 0
    )
    select placed.*, workflows.name, users.email from placed
    left join workflows on workflows.id = placed.workflow_id and not workflows.is_deleted
    left join users on users.id = workflows.owner_user_id
    where failing_place <= ${mostWorkflows} or slowest_place <= ${mostWorkflows}`;
}

function pickTable(byHour: boolean): SQL {
  return byHour ? sql`run_hours` : sql`run_days`;
}

/** The longest period shown is 30 days plus the 30 before it; hours are shown for 24. */
const DAYS_KEPT_MS = 400 * DAY_MS;
const HOURS_KEPT_MS = 4 * DAY_MS;

export function deleteOldRunHours(db: HttpDatabase, now: Date) {
  return db.execute(sql`delete from run_hours where ${isBefore(now.getTime() - HOURS_KEPT_MS)}`);
}

export function deleteOldRunDays(db: HttpDatabase, now: Date) {
  return db.execute(sql`delete from run_days where ${isBefore(now.getTime() - DAYS_KEPT_MS)}`);
}

/** In two parts, one per index. */
function isBefore(instantMs: number): SQL {
  const instant = sql`${new Date(instantMs).toISOString()}::timestamptz`;
  return sql`(workflow_id <> ${NO_WORKFLOW} and starts_at < ${instant}) or (workflow_id = ${NO_WORKFLOW} and starts_at < ${instant})`;
}
