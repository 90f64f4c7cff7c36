import type { TriggerType } from '@portage/workflow';
import { and, desc, eq, gt, not, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { users } from '../../schema/users.ts';
import { workflows, workflowVersions } from '../../schema/workflows.ts';
import { isUuid } from '../rows/text-search.ts';
import { type PublishedWorkflow, publishedWorkflowColumns } from './workflow-schedules.ts';

/** What an event's object needs to know about its workflow, with the current version if the workflow is inactive. */
export interface ListeningWorkflow extends PublishedWorkflow {
  triggerCode: string;
  triggerType: TriggerType | null;
  testUntil: Date | null;
}

/**
 * Called by the listening object, without an owner: the object learns the owner here.
 *
 * @returns null when the workflow or its owner was deleted
 */
export async function findListeningWorkflow(db: HttpDatabase, workflowId: string): Promise<ListeningWorkflow | null> {
  if (!isUuid(workflowId)) return null;
  const [row] = await db
    .select({
      ...publishedWorkflowColumns,
      triggerCode: workflows.triggerCode,
      triggerType: workflows.triggerType,
      testUntil: workflows.testUntil,
    })
    .from(workflows)
    .innerJoin(
      workflowVersions,
      sql`${workflowVersions.id} = case when ${workflows.isActive} then ${workflows.publishedVersionId} else ${workflows.currentVersionId} end`,
    )
    .innerJoin(users, eq(users.id, workflows.ownerUserId))
    .where(and(eq(workflows.id, workflowId), not(workflows.isDeleted), not(users.isDeleted)));
  return row ?? null;
}

/** Workflows started by an event that changed after an instant, including deleted ones; newest first. */
export async function listChangedEventWorkflows(db: HttpDatabase, changedAfter: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: workflows.id })
    .from(workflows)
    .where(and(eq(workflows.triggerType, 'ConnectorEvent'), gt(workflows.lastUpdatedAt, changedAfter)))
    .orderBy(desc(workflows.lastUpdatedAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}
