import type { TriggerType } from '@portage/workflow';
import { and, eq, not } from 'drizzle-orm';
import type { HttpDatabase } from '../connect.ts';
import { users, type WorkflowQuotaSettings } from '../schema/users.ts';
import { workflows } from '../schema/workflows.ts';
import { effectiveQuotasColumn } from './subscription-standing.ts';

/** The facts that a webhook call needs about the workflow behind its address. */
export interface WorkflowTrigger {
  workflowId: string;
  ownerUserId: string;
  triggerType: TriggerType | null;
  isActive: boolean;
  publishedVersionId: string | null;
  /** The version that a test of the workflow runs. */
  currentVersionId: string;
  /** Calls that come before this instant start test runs while the workflow is inactive (spec HOOK-04). */
  testUntil: Date | null;
  /** Of the owner (spec AUTH-52), with what their plan names. */
  quotaSettings: WorkflowQuotaSettings;
}

/** Looks a trigger code up: the only query that does not know the owner. Deleted workflows and owners have none. */
export async function findWorkflowTrigger(db: HttpDatabase, triggerCode: string): Promise<WorkflowTrigger | null> {
  const [row] = await db
    .select({
      workflowId: workflows.id,
      ownerUserId: workflows.ownerUserId,
      triggerType: workflows.triggerType,
      isActive: workflows.isActive,
      publishedVersionId: workflows.publishedVersionId,
      currentVersionId: workflows.currentVersionId,
      testUntil: workflows.testUntil,
      quotaSettings: effectiveQuotasColumn(),
    })
    .from(workflows)
    .innerJoin(users, eq(users.id, workflows.ownerUserId))
    .where(and(eq(workflows.triggerCode, triggerCode), not(workflows.isDeleted), not(users.isDeleted)));
  return row ?? null;
}
