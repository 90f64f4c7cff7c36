import type { OwnerId } from '@portage/contracts';
import type { TriggerType } from '@portage/workflow';
import { and, eq, not, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { users, type WorkflowQuotaSettings } from '../../schema/users.ts';
import { type WebhookVerificationRow, webhookVerifications } from '../../schema/webhook-verifications.ts';
import { workflows, workflowVersions } from '../../schema/workflows.ts';
import { effectiveQuotasColumn } from '../billing/subscription-standing.ts';

/** What a webhook call needs to know about the workflow behind its address. */
export interface WorkflowTrigger {
  workflowId: string;
  ownerUserId: OwnerId;
  triggerType: TriggerType | null;
  isActive: boolean;
  publishedVersionId: string | null;
  /** The version that a test of the workflow runs. */
  currentVersionId: string;
  /** Calls before this instant start test runs while the workflow is inactive (spec HOOK-04). */
  testUntil: Date | null;
  /** The owner's quotas (spec AUTH-52), overridden by their plan. */
  quotaSettings: WorkflowQuotaSettings;
  /** Null: every call is accepted. */
  verification: Pick<WebhookVerificationRow, 'settings' | 'secret'> | null;
  /** Whether the steps that a call runs name the raw body, which is stored only for them. */
  readsRawBody: boolean;
}

/** Looks up a trigger code: the only query that doesn't know the owner. Deleted workflows and owners have none. */
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
      verification: { settings: webhookVerifications.settings, secret: webhookVerifications.secret },
      readsRawBody: sql<boolean>`coalesce((select ${workflowVersions.steps}::text like '%RawBody%' from ${workflowVersions} where ${workflowVersions.id} = case when ${workflows.isActive} then ${workflows.publishedVersionId} else ${workflows.currentVersionId} end), false)`,
    })
    .from(workflows)
    .leftJoin(webhookVerifications, eq(webhookVerifications.workflowId, workflows.id))
    .innerJoin(users, eq(users.id, workflows.ownerUserId))
    .where(and(eq(workflows.triggerCode, triggerCode), not(workflows.isDeleted), not(users.isDeleted)));
  return row ?? null;
}
