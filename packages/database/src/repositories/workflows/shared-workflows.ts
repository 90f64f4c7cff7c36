import type { OwnerId } from '@portage/contracts';
import type { LoggingMode, WorkflowStep } from '@portage/workflow';
import { and, eq, not, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { users } from '../../schema/users.ts';
import { workflows, workflowVersions } from '../../schema/workflows.ts';
import { isUuid } from '../rows/text-search.ts';
import { ownWorkflow } from './own-workflow.ts';

export interface SharedWorkflow {
  name: string;
  description: string | null;
  loggingMode: LoggingMode;
  steps: WorkflowStep[];
  ownerFirstName: string | null;
  ownerLastName: string | null;
}

/** The shared version, for anyone who has the code (spec API-41). Null: no such link. */
export async function findSharedWorkflow(db: HttpDatabase, workflowId: string, code: string): Promise<SharedWorkflow | null> {
  if (!isUuid(workflowId) || code === '') return null;
  const [row] = await db
    .select({
      name: workflowVersions.name,
      description: workflows.description,
      loggingMode: workflowVersions.loggingMode,
      steps: workflowVersions.steps,
      ownerFirstName: users.firstName,
      ownerLastName: users.lastName,
    })
    .from(workflows)
    .innerJoin(workflowVersions, eq(workflowVersions.id, workflows.sharedVersionId))
    .innerJoin(users, eq(users.id, workflows.ownerUserId))
    .where(and(eq(workflows.id, workflowId), eq(workflows.shareCode, code), not(workflows.isDeleted), not(users.isDeleted)));
  return row ?? null;
}

/**
 * Sets the content of a link: the workflow's code, or the new one if it has none, and this version (spec API-38).
 *
 * @returns the code, or null if the owner has no such workflow
 */
export async function setSharedVersion(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  workflowId: string,
  shared: { versionId: string; newCode: string },
): Promise<string | null> {
  const [row] = await db
    .update(workflows)
    .set({ shareCode: sql`coalesce(${workflows.shareCode}, ${shared.newCode})`, sharedVersionId: shared.versionId })
    .where(ownWorkflow(ownerUserId, workflowId))
    .returning({ shareCode: workflows.shareCode });
  return row?.shareCode ?? null;
}

/** Existing links stop working. @returns false if the owner has no such workflow */
export async function removeSharedVersion(db: HttpDatabase, ownerUserId: OwnerId, workflowId: string): Promise<boolean> {
  if (!isUuid(workflowId)) return false;
  const rows = await db
    .update(workflows)
    .set({ shareCode: null, sharedVersionId: null })
    .where(ownWorkflow(ownerUserId, workflowId))
    .returning({ id: workflows.id });
  return rows.length > 0;
}
