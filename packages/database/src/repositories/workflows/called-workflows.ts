import type { OwnerId } from '@portage/contracts';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { type WorkflowInstanceRow, workflowInstances } from '../../schema/workflow-instances.ts';
import { workflows } from '../../schema/workflows.ts';
import { readableJson } from '../rows/readable-json.ts';
import { isUuid } from '../rows/text-search.ts';
import { ownWorkflow } from './own-workflow.ts';

/** At most this many steps lead from one workflow to another: runs go no deeper. */
const MOST_LEVELS = 6;
const MOST_RUNS = 100;
const MOST_WAITING = 200;

/** A workflow that another workflow of the same owner calls; null if the owner has no such workflow. */
export async function findCallableWorkflow(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  workflowId: string,
): Promise<{ name: string; activeVersionId: string | null } | null> {
  if (!isUuid(workflowId)) return null;
  const [row] = await db
    .select({ name: workflows.name, isActive: workflows.isActive, publishedVersionId: workflows.publishedVersionId })
    .from(workflows)
    .where(ownWorkflow(ownerUserId, workflowId));
  return row ? { name: row.name, activeVersionId: row.isActive ? row.publishedVersionId : null } : null;
}

/** Whether the calls of a workflow's last saved version lead to another one, directly or through other workflows of the owner. */
export async function leadsTo(db: HttpDatabase, ownerUserId: OwnerId, fromId: string, targetId: string): Promise<boolean> {
  if (!isUuid(fromId) || !isUuid(targetId)) return false;
  const { rows } = await db.execute<{ found: boolean }>(sql`
    with recursive reached as (
      select ${fromId}::text as id, 1 as level
      union
      select step->>'workflowId', reached.level + 1 from reached
      join workflows w on w.id::text = reached.id and w.owner_user_id = ${ownerUserId}::uuid and not w.is_deleted
      join workflow_versions version on version.id = w.current_version_id
      cross join lateral json_array_elements(${readableJson(sql`version.steps`)}) step
      where step->>'type' = 'CallWorkflow' and step->>'workflowId' is not null and reached.level < ${MOST_LEVELS}
    ) select exists (select 1 from reached where id = ${targetId}) as found`);
  return rows[0]?.found ?? false;
}

/** The runs started by steps of a run, according to the run index, newest first. */
export async function listCalledRuns(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  parentRunId: string,
): Promise<{ runs: WorkflowInstanceRow[]; totalCount: number }> {
  const condition = and(eq(workflowInstances.parentRunId, parentRunId), eq(workflowInstances.ownerUserId, ownerUserId));
  const [runs, counts] = await db.batch([
    db
      .select()
      .from(workflowInstances)
      .where(condition)
      .orderBy(desc(workflowInstances.createdAt), desc(workflowInstances.id))
      .limit(MOST_RUNS),
    db.select({ count: sql<number>`count(*)::int` }).from(workflowInstances).where(condition),
  ]);
  return { runs, totalCount: counts[0]?.count ?? 0 };
}

/** The owner's runs that wait for a person, first to expire first. */
export async function listWaitingApprovals(
  db: HttpDatabase,
  ownerUserId: OwnerId,
): Promise<{ runs: WorkflowInstanceRow[]; totalCount: number }> {
  const condition = and(
    eq(workflowInstances.ownerUserId, ownerUserId),
    sql`${workflowInstances.waiting} is not null and ${workflowInstances.waiting}->>'kind' = 'Approval'`,
    eq(workflowInstances.status, 'Delayed'),
  );
  const [runs, counts] = await db.batch([
    db.select().from(workflowInstances).where(condition).orderBy(workflowInstances.continueAt, workflowInstances.id).limit(MOST_WAITING),
    db.select({ count: sql<number>`count(*)::int` }).from(workflowInstances).where(condition),
  ]);
  return { runs, totalCount: counts[0]?.count ?? 0 };
}
