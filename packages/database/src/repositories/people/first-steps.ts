import type { OwnerId } from '@portage/contracts';
import { and, eq, isNotNull, not, type SQL, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { alertSettings, workflowAlertSettings } from '../../schema/alerts.ts';
import { connectors } from '../../schema/connectors.ts';
import { users } from '../../schema/users.ts';
import { workflowInstances } from '../../schema/workflow-instances.ts';
import { workflowTemplates } from '../../schema/workflow-templates.ts';
import { workflows } from '../../schema/workflows.ts';

export interface FirstSteps {
  isClosed: boolean;
  /** Existing workflows and connectors; a run counts even when its workflow is gone. */
  hasWorkflow: boolean;
  hasRun: boolean;
  hasConnector: boolean;
  hasActivated: boolean;
  hasAlertSettings: boolean;
  /** An admin may have switched off or deleted the template. */
  hasSample: boolean;
}

/** One statement; each check stops at the first row. */
export async function findFirstSteps(db: HttpDatabase, userId: OwnerId, sampleTemplateId: string): Promise<FirstSteps> {
  const own = and(eq(workflows.ownerUserId, userId), not(workflows.isDeleted));
  const ownAlerts = sql`${workflows} join ${workflowAlertSettings} on ${workflowAlertSettings.workflowId} = ${workflows.id}`;
  const [row] = await db
    .select({
      isClosed: sql<boolean>`${users.firstStepsClosedAt} is not null`,
      hasWorkflow: exists(workflows, own),
      hasRun: exists(workflowInstances, eq(workflowInstances.ownerUserId, userId)),
      hasConnector: exists(connectors, and(eq(connectors.userId, userId), not(connectors.isDeleted))),
      hasActivated: exists(workflows, and(own, isNotNull(workflows.publishedVersionId))),
      hasAlertSettings: sql<boolean>`${exists(alertSettings, eq(alertSettings.userId, userId))}
        or ${exists(ownAlerts, own)}`,
      hasSample: exists(
        workflowTemplates,
        and(eq(workflowTemplates.id, sampleTemplateId), workflowTemplates.isActive, not(workflowTemplates.isDeleted)),
      ),
    })
    .from(users)
    .where(eq(users.id, userId));
  if (!row) throw new Error('The user is gone');
  return row;
}

function exists(table: SQL | object, condition: SQL | undefined): SQL<boolean> {
  return sql<boolean>`exists (select 1 from ${table} where ${condition})`;
}

/** @param at null: the list is shown again */
export async function closeFirstSteps(db: HttpDatabase, userId: OwnerId, at: Date | null): Promise<void> {
  await db.update(users).set({ firstStepsClosedAt: at }).where(eq(users.id, userId));
}
