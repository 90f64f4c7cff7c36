import type { OwnerId } from '@portage/contracts';
import type { WorkflowStep } from '@portage/workflow';
import { and, eq, not, sql } from 'drizzle-orm';
import type { Database } from '../../connect.ts';
import { type IntegrationRow, integrations } from '../../schema/sync.ts';
import { workflows, workflowVersions } from '../../schema/workflows.ts';

/** A workflow that carries records, as last saved. */
export interface SyncingWorkflow {
  workflowId: string;
  workflowName: string;
  /** Empty if no step syncs. */
  steps: readonly WorkflowStep[];
  /** Null: nothing is set up, so only Sync steps that need no settings carry records. */
  integration: IntegrationRow | null;
}

/** Enough for every account that people manage themselves. */
const MOST_ROWS = 1_000;

/** The owner's workflows with sync settings or a step that syncs, once per integration. */
export async function listSyncingWorkflows(db: Database, ownerUserId: OwnerId): Promise<SyncingWorkflow[]> {
  const hasSyncStep = sql<boolean>`${workflowVersions.steps}::text ~ '"type":"(SyncStep|IntegrationStep)"'`;
  return db
    .select({
      workflowId: workflows.id,
      workflowName: workflows.name,
      steps: sql<WorkflowStep[]>`case when ${hasSyncStep} then ${workflowVersions.steps} else '[]'::json end`,
      integration: integrations,
    })
    .from(workflows)
    .innerJoin(workflowVersions, eq(workflowVersions.id, workflows.currentVersionId))
    .leftJoin(integrations, and(eq(integrations.workflowId, workflows.id), eq(integrations.ownerUserId, ownerUserId)))
    .where(and(eq(workflows.ownerUserId, ownerUserId), not(workflows.isDeleted), sql`(${integrations.id} is not null or ${hasSyncStep})`))
    .orderBy(workflows.createdAt, workflows.id)
    .limit(MOST_ROWS);
}
