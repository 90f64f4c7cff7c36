import type { WorkflowVersionSnapshot } from '@portage/contracts';
import { and, asc, desc, eq, gt, not } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { users, type WorkflowQuotaSettings } from '../../schema/users.ts';
import { workflows, workflowVersions } from '../../schema/workflows.ts';
import { effectiveQuotasColumn } from '../billing/subscription-standing.ts';
import { isUuid } from '../rows/text-search.ts';

/** What a schedule's object needs to know about its workflow. */
export interface PublishedWorkflow extends Omit<WorkflowVersionSnapshot, 'workflowId' | 'given'> {
  isActive: boolean;
}

export const publishedWorkflowColumns = {
  ownerUserId: workflows.ownerUserId,
  isActive: workflows.isActive,
  versionId: workflowVersions.id,
  name: workflowVersions.name,
  loggingMode: workflowVersions.loggingMode,
  steps: workflowVersions.steps,
};

/**
 * The published version of a workflow, for the object that holds its schedule, without an owner: the object learns the owner here. @returns
 * null if it was never published, or it or its owner was deleted
 */
export async function findPublishedWorkflow(db: HttpDatabase, workflowId: string): Promise<PublishedWorkflow | null> {
  if (!isUuid(workflowId)) return null;
  const [row] = await db
    .select(publishedWorkflowColumns)
    .from(workflows)
    .innerJoin(workflowVersions, eq(workflowVersions.id, workflows.publishedVersionId))
    .innerJoin(users, eq(users.id, workflows.ownerUserId))
    .where(and(eq(workflows.id, workflowId), not(workflows.isDeleted), not(users.isDeleted)));
  return row ?? null;
}

/** Whether a schedule is still wanted, and what bounds the runs it starts. */
export interface ScheduleStanding {
  isActive: boolean;
  /** The published version; null: none. */
  versionId: string | null;
  quotaSettings: WorkflowQuotaSettings | null;
}

/** Runs on every fire, so it selects few columns. @returns null if the workflow or its owner was deleted or never existed */
export async function findScheduleStanding(db: HttpDatabase, workflowId: string): Promise<ScheduleStanding | null> {
  if (!isUuid(workflowId)) return null;
  const [row] = await db
    .select({ isActive: workflows.isActive, versionId: workflows.publishedVersionId, quotaSettings: effectiveQuotasColumn() })
    .from(workflows)
    .innerJoin(users, eq(users.id, workflows.ownerUserId))
    .where(and(eq(workflows.id, workflowId), not(workflows.isDeleted), not(users.isDeleted)));
  return row ?? null;
}

/** Workflows with a schedule that changed after an instant, including deleted ones; newest first. */
export async function listChangedSchedules(db: HttpDatabase, changedAfter: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: workflows.id })
    .from(workflows)
    .where(and(eq(workflows.triggerType, 'Scheduled'), gt(workflows.lastUpdatedAt, changedAfter)))
    .orderBy(desc(workflows.lastUpdatedAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export interface ActiveSchedule {
  workflowId: string;
  lastUpdatedAt: Date;
}

/** Workflows of all owners that should start by themselves; least recently checked first. */
export async function listActiveSchedules(db: HttpDatabase, limit: number): Promise<ActiveSchedule[]> {
  return db
    .select({ workflowId: workflows.id, lastUpdatedAt: workflows.lastUpdatedAt })
    .from(workflows)
    .innerJoin(users, eq(users.id, workflows.ownerUserId))
    .where(and(eq(workflows.triggerType, 'Scheduled'), workflows.isActive, not(workflows.isDeleted), not(users.isDeleted)))
    .orderBy(asc(workflows.lastUpdatedAt))
    .limit(limit);
}
