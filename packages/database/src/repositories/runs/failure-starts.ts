import type { OwnerId } from '@portage/contracts';
import { DAY_MS } from '@portage/primitives/durations';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { claimedUntil, type OutboxClaim, type OutboxOutcome } from '../../outbox.ts';
import { type FailureStartRow, failureStarts } from '../../schema/failure-starts.ts';
import { workflows } from '../../schema/workflows.ts';
import { isUuid } from '../rows/text-search.ts';

/** Longer than the shards remember the keys of starts. */
const KEPT_MS = 7 * DAY_MS;
/** At most this many workflows that one failure may lead through. */
const MOST_LINKS = 20;

export async function claimFailureStarts(db: HttpDatabase, { now, until, limit }: OutboxClaim): Promise<FailureStartRow[]> {
  const due = sql`select run_id from failure_starts where started_run_id is null and dropped_at is null
    and (next_attempt_at is null or next_attempt_at <= ${now.toISOString()}::timestamptz) order by created_at limit ${limit} for update skip locked`;
  return db.update(failureStarts).set(claimedUntil(until)).where(sql`${failureStarts.runId} in (${due})`).returning();
}

export async function noteFailureStart(
  db: HttpDatabase,
  { runId }: Pick<FailureStartRow, 'runId'>,
  outcome: OutboxOutcome<{ startedRunId: string }>,
): Promise<void> {
  await db.update(failureStarts).set(outcome).where(eq(failureStarts.runId, runId));
}

export async function deleteOldFailureStarts(db: HttpDatabase, now: Date): Promise<void> {
  await db.delete(failureStarts).where(lt(failureStarts.createdAt, new Date(now.getTime() - KEPT_MS)));
}

/** The workflow that starts when a run of this one fails; null: none. Undefined: the owner has no such workflow. */
export async function findOnFailure(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  workflowId: string,
): Promise<{ workflowId: string; name: string; isActive: boolean } | null | undefined> {
  if (!isUuid(workflowId)) return undefined;
  const { rows } = await db.execute<{ id: string | null; name: string; is_active: boolean }>(sql`
    select handler.id, handler.name, handler.is_active from workflows w
    left join workflows handler on handler.id = w.on_failure_workflow_id and not handler.is_deleted and handler.owner_user_id = w.owner_user_id
    where w.id = ${workflowId}::uuid and w.owner_user_id = ${ownerUserId}::uuid and not w.is_deleted`);
  const [row] = rows;
  if (!row) return undefined;
  return row.id === null ? null : { workflowId: row.id, name: row.name, isActive: row.is_active };
}

/** The workflows that a failure of this one leads to, in order, starting with itself. */
export async function onFailureChain(db: HttpDatabase, ownerUserId: OwnerId, workflowId: string): Promise<string[]> {
  if (!isUuid(workflowId)) return [];
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive chain as (
      select id, on_failure_workflow_id, 1 as place from workflows
      where id = ${workflowId}::uuid and owner_user_id = ${ownerUserId}::uuid and not is_deleted
      union all
      select w.id, w.on_failure_workflow_id, chain.place + 1 from chain join workflows w on w.id = chain.on_failure_workflow_id
      where w.owner_user_id = ${ownerUserId}::uuid and not w.is_deleted and chain.place < ${MOST_LINKS}
    ) select id from chain order by place`);
  return rows.map(({ id }) => id);
}

export async function saveOnFailure(db: HttpDatabase, ownerUserId: OwnerId, workflowId: string, handlerId: string | null): Promise<void> {
  await db
    .update(workflows)
    .set({ onFailureWorkflowId: handlerId })
    .where(and(eq(workflows.id, workflowId), eq(workflows.ownerUserId, ownerUserId)));
}
