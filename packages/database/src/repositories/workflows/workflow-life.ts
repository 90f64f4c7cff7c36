import type { OwnerId } from '@portage/contracts';
import type { TriggerType } from '@portage/workflow';
import { and, eq, gt, isNotNull, not, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { workflows } from '../../schema/workflows.ts';
import { isUuid } from '../rows/text-search.ts';
import { nextPublishedNumber } from './add-version.ts';
import { ownWorkflow } from './own-workflow.ts';

/** A workflow that no longer accepts its trigger's calls. */
export interface StoppedWorkflow {
  triggerCode: string;
  triggerType: TriggerType | null;
}

/**
 * Publishes a version while it is still the current one.
 *
 * @param version `dashboardId`: the dashboard that its steps write to.
 * @returns false if it is no longer the current one
 */
export async function activateWorkflowRow(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  workflowId: string,
  { id: versionId, dashboardId }: { id: string; dashboardId: string | null },
  at: Date,
): Promise<boolean> {
  const result = await db.execute(sql`
    with changed as (
      update workflows set
        is_active = true, published_version_id = ${versionId}::uuid, test_until = null, last_updated_at = ${at.toISOString()}::timestamptz,
        is_dashboard = ${dashboardId !== null}, dashboard_id = ${dashboardId}
      where id = ${workflowId}::uuid and owner_user_id = ${ownerUserId}::uuid and not is_deleted and current_version_id = ${versionId}::uuid
      returning id
    ), numbered as (
      update workflow_versions n set published_number = ${nextPublishedNumber}, published_at = ${at.toISOString()}::timestamptz
      from changed where n.id = ${versionId}::uuid and n.workflow_id = changed.id and n.published_number is null
    )
    select id from changed`);
  return result.rows.length > 0;
}

/** @returns the trigger that is now unused, or null if the owner has no such workflow */
export async function deactivateWorkflowRow(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  workflowId: string,
  at: Date,
): Promise<StoppedWorkflow | null> {
  if (!isUuid(workflowId)) return null;
  const [row] = await db
    .update(workflows)
    .set({ isActive: false, lastUpdatedAt: at })
    .where(ownWorkflow(ownerUserId, workflowId))
    .returning({ triggerCode: workflows.triggerCode, triggerType: workflows.triggerType });
  return row ?? null;
}

/**
 * Opens a test window until an instant, or closes it with null (spec HOOK-04); an active workflow has none.
 *
 * @returns false if the owner has no such workflow, or it is active
 */
export async function setTestUntil(db: HttpDatabase, ownerUserId: OwnerId, workflowId: string, testUntil: Date | null): Promise<boolean> {
  if (!isUuid(workflowId)) return false;
  const rows = await db
    .update(workflows)
    .set({ testUntil })
    .where(and(ownWorkflow(ownerUserId, workflowId), not(workflows.isActive)))
    .returning({ id: workflows.id });
  return rows.length > 0;
}

/** The row stays, for runs that continue. @returns as `deactivateWorkflowRow` */
export async function deleteWorkflowRow(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  workflowId: string,
  at: Date,
): Promise<StoppedWorkflow | null> {
  if (!isUuid(workflowId)) return null;
  const [row] = await db
    .update(workflows)
    .set({ isDeleted: true, deletedAt: at, wasActive: sql`${workflows.isActive}`, isActive: false, lastUpdatedAt: at })
    .where(ownWorkflow(ownerUserId, workflowId))
    .returning({ triggerCode: workflows.triggerCode, triggerType: workflows.triggerType });
  return row ?? null;
}

/**
 * Undoes a deletion. The workflow isn't active yet; see `reactivateWorkflowRow`.
 *
 * @param deletedAfter parts of a workflow deleted earlier may be gone
 * @returns null if the owner has deleted no such workflow since then
 */
export async function restoreWorkflowRow(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  workflowId: string,
  { at, deletedAfter }: { at: Date; deletedAfter: Date },
) {
  if (!isUuid(workflowId)) return null;
  const [row] = await db
    .update(workflows)
    .set({ isDeleted: false, deletedAt: null, lastUpdatedAt: at })
    .where(
      and(eq(workflows.id, workflowId), eq(workflows.ownerUserId, ownerUserId), workflows.isDeleted, gt(workflows.deletedAt, deletedAfter)),
    )
    .returning({ name: workflows.name, wasActive: workflows.wasActive });
  return row ?? null;
}

/** @returns false if the owner has no such workflow, or it wasn't active when it was deleted */
export async function reactivateWorkflowRow(db: HttpDatabase, ownerUserId: OwnerId, workflowId: string, at: Date): Promise<boolean> {
  const rows = await db
    .update(workflows)
    .set({ isActive: true, wasActive: false, lastUpdatedAt: at })
    .where(and(ownWorkflow(ownerUserId, workflowId), workflows.wasActive, isNotNull(workflows.publishedVersionId)))
    .returning({ id: workflows.id });
  return rows.length > 0;
}
