import type { OwnerId } from '@portage/contracts';
import { type RunJobAction, runJobLimits } from '@portage/contracts';
import { DAY_MS } from '@portage/primitives/durations';
import { and, desc, eq, gt, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { type RunJobRow, runJobItems, runJobs } from '../../schema/run-jobs.ts';
import { workflowInstances } from '../../schema/workflow-instances.ts';
import { isUuid } from '../rows/text-search.ts';
import { type RunFilter, runCondition } from './workflow-instances.ts';

export type RunSelection = { runIds: string[] } | { filter: RunFilter };

/** A finished job is listed for this long. */
const LISTED_MS = DAY_MS;
const KEPT_MS = 30 * DAY_MS;
const MOST_LISTED = 20;
const OPEN = ['Scheduled', 'InProgress', 'Delayed'] as const;

export interface NewRunJob {
  id: string;
  impersonatorUserId: string | null;
  action: RunJobAction;
  selection: RunSelection;
  createdAt: Date;
}

export interface RunJobResult {
  position: number;
  /** `Again`: it is tried once more. */
  outcome: 'Done' | 'Refused' | 'Again';
  message: string | null;
}

export interface RunJobItem {
  position: number;
  runId: string;
  attempts: number;
}

function chosen(ownerUserId: OwnerId, action: RunJobAction, selection: RunSelection): SQL {
  const condition = and(
    action === 'Cancel' ? inArray(workflowInstances.status, [...OPEN]) : eq(workflowInstances.status, 'Failed'),
    'runIds' in selection
      ? and(eq(workflowInstances.ownerUserId, ownerUserId), inArray(workflowInstances.id, selection.runIds))
      : runCondition({ ownerUserId }, selection.filter),
  );
  return sql`select ${workflowInstances.id} as run_id, row_number() over (order by ${workflowInstances.createdAt}, ${workflowInstances.id}) as position
    from ${workflowInstances} where ${condition} order by ${workflowInstances.createdAt}, ${workflowInstances.id} limit ${runJobLimits.runs}`;
}

export async function findRunJob(db: HttpDatabase, ownerUserId: OwnerId, jobId: string): Promise<RunJobRow | null> {
  if (!isUuid(jobId)) return null;
  const [row] = await db
    .select()
    .from(runJobs)
    .where(and(eq(runJobs.id, jobId), eq(runJobs.ownerUserId, ownerUserId)));
  return row ?? null;
}

/** Counts no more runs than a job would take. */
export async function countRunsOfJob(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  action: RunJobAction,
  selection: RunSelection,
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${chosen(ownerUserId, action, selection)}) chosen`,
  );
  return rows[0]?.count ?? 0;
}

/** Stores the job with its runs, in one statement. @returns null: no run matches, or the owner has too many jobs in progress */
export async function insertRunJob(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  { id, impersonatorUserId, action, selection, createdAt }: NewRunJob,
): Promise<RunJobRow | null> {
  await db.execute(sql`
    with chosen as materialized (${chosen(ownerUserId, action, selection)}), job as (
      insert into run_jobs (id, owner_user_id, impersonator_user_id, action, status, total_count, created_at)
      select ${id}::uuid, ${ownerUserId}::uuid, ${impersonatorUserId}::uuid, ${action}, 'Running', (select count(*) from chosen),
        ${createdAt.toISOString()}::timestamptz
      where exists (select from chosen) and (
        select count(*) from run_jobs where owner_user_id = ${ownerUserId}::uuid and status = 'Running'
      ) < ${runJobLimits.atOnce}
      returning id
    )
    insert into run_job_items (job_id, position, run_id) select job.id, position, run_id from job, chosen`);
  return findRunJob(db, ownerUserId, id);
}

/** Newest first: jobs in progress and those that finished recently. */
export async function listRunJobs(db: HttpDatabase, ownerUserId: OwnerId, now: Date): Promise<RunJobRow[]> {
  const since = new Date(now.getTime() - LISTED_MS);
  return db
    .select()
    .from(runJobs)
    .where(and(eq(runJobs.ownerUserId, ownerUserId), or(eq(runJobs.status, 'Running'), gt(runJobs.createdAt, since))))
    .orderBy(desc(runJobs.createdAt))
    .limit(MOST_LISTED);
}

export async function listRunJobRefusals(db: HttpDatabase, jobId: string): Promise<{ runId: string; message: string | null }[]> {
  return db
    .select({ runId: runJobItems.runId, message: runJobItems.message })
    .from(runJobItems)
    .where(and(eq(runJobItems.jobId, jobId), eq(runJobItems.outcome, 'Refused')))
    .orderBy(runJobItems.position)
    .limit(runJobLimits.shownRefusals);
}

/** @param message why, if no person stopped it */
export async function stopRunJob(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  jobId: string,
  now: Date,
  message: string | null = null,
): Promise<void> {
  await db
    .update(runJobs)
    .set({ status: 'Stopped', finishedAt: now, waitsUntil: null, message })
    .where(and(eq(runJobs.id, jobId), eq(runJobs.ownerUserId, ownerUserId), eq(runJobs.status, 'Running')));
}

/** Claims the job whose turn it is, for as long as one turn may need. */
export async function claimRunJob(db: HttpDatabase, now: Date, until: Date): Promise<RunJobRow | null> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const [row] = await db
    .update(runJobs)
    .set({ takenUntil: until })
    .where(sql`${runJobs.id} = (select id from run_jobs where status = 'Running' and (taken_until is null or taken_until <= ${at})
      and (waits_until is null or waits_until <= ${at}) order by worked_at nulls first, created_at limit 1 for update skip locked)`)
    .returning();
  return row ?? null;
}

/** Items tried the fewest times come first. */
export async function listNextRunJobItems(db: HttpDatabase, jobId: string, limit: number): Promise<RunJobItem[]> {
  return db
    .select({ position: runJobItems.position, runId: runJobItems.runId, attempts: runJobItems.attempts })
    .from(runJobItems)
    .where(and(eq(runJobItems.jobId, jobId), sql`${runJobItems.outcome} is null`))
    .orderBy(runJobItems.attempts, runJobItems.position)
    .limit(limit);
}

/** Ends a turn: the outcome of its runs, each counted once, and when the next turn may start. */
export async function endRunJobTurn(
  db: HttpDatabase,
  jobId: string,
  results: readonly RunJobResult[],
  { now, waitsUntil, message }: { now: Date; waitsUntil: Date | null; message: string | null },
): Promise<void> {
  const at = now.toISOString();
  await db.execute(sql`
    with result as (
      select * from json_to_recordset(${JSON.stringify(results)}::json) as result (position integer, outcome text, message text)
    ), tried as (
      update run_job_items i set attempts = attempts + 1, outcome = nullif(result.outcome, 'Again'), message = left(result.message, 500)
      from result where i.job_id = ${jobId}::uuid and i.position = result.position and i.outcome is null
      returning i.outcome
    ), counted as (
      select count(*) filter (where outcome = 'Done')::int as done, count(*) filter (where outcome = 'Refused')::int as refused from tried
    )
    update run_jobs set done_count = done_count + counted.done, refused_count = refused_count + counted.refused,
      worked_at = ${at}::timestamptz, taken_until = null,
      waits_until = case when status = 'Running' then ${waitsUntil?.toISOString() ?? null}::timestamptz end,
      message = case when status = 'Running' then ${message} else message end,
      finished_at = case when status = 'Running' and done_count + refused_count + counted.done + counted.refused >= total_count
        then ${at}::timestamptz else finished_at end,
      status = case when status = 'Running' and done_count + refused_count + counted.done + counted.refused >= total_count
        then 'Finished' else status end
    from counted where id = ${jobId}::uuid`);
}

/** Deletes long-finished jobs, with their runs. */
export async function deleteOldRunJobs(db: HttpDatabase, now: Date): Promise<void> {
  await db
    .delete(runJobs)
    .where(and(inArray(runJobs.status, ['Finished', 'Stopped']), lt(runJobs.createdAt, new Date(now.getTime() - KEPT_MS))));
}
