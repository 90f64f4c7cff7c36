import type { OwnerId } from '@portage/contracts';
import { and, desc, eq, inArray, isNull, not, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { alertMessages, alertQueue, alertSettings, alerts, workflowAlertSettings } from '../../schema/alerts.ts';
import { apiKeys } from '../../schema/api-keys.ts';
import { connectorTypes } from '../../schema/connector-types.ts';
import { connectorSecrets, connectors } from '../../schema/connectors.ts';
import { dashboards } from '../../schema/dashboards.ts';
import { draftSamples } from '../../schema/draft-samples.ts';
import { playbooks } from '../../schema/playbooks.ts';
import { passwordResetTokens, sessions } from '../../schema/sessions.ts';
import { integrations, syncClaims, syncFlows } from '../../schema/sync.ts';
import { users } from '../../schema/users.ts';
import { variables } from '../../schema/variables.ts';
import { webhookVerifications } from '../../schema/webhook-verifications.ts';
import { workflowFolders } from '../../schema/workflow-folders.ts';
import { workflowInstances } from '../../schema/workflow-instances.ts';
import { workflowPins } from '../../schema/workflow-pins.ts';
import { workflowData, workflows } from '../../schema/workflows.ts';
import type { StoppedWorkflow } from '../workflows/workflow-life.ts';

/** Deletes every workflow of the owner at once; the rows stay for their past runs. @returns the workflows that weren't deleted yet */
export async function deleteOwnerWorkflows(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  at: Date,
): Promise<({ id: string } & StoppedWorkflow)[]> {
  return db
    .update(workflows)
    .set({ isDeleted: true, deletedAt: at, isActive: false, testUntil: null, draftVersionId: null, lastUpdatedAt: at })
    .where(and(eq(workflows.ownerUserId, ownerUserId), not(workflows.isDeleted)))
    .returning({ id: workflows.id, triggerCode: workflows.triggerCode, triggerType: workflows.triggerType });
}

export async function listOwnerConnectorIds(db: HttpDatabase, ownerUserId: OwnerId): Promise<string[]> {
  const rows = await db
    .select({ id: connectors.id })
    .from(connectors)
    .where(and(eq(connectors.userId, ownerUserId), not(connectors.isDeleted)));
  return rows.map(({ id }) => id);
}

/** The owner's runs that haven't ended, according to the run index, newest first. */
export async function listOwnerOpenRuns(db: HttpDatabase, ownerUserId: OwnerId, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: workflowInstances.id })
    .from(workflowInstances)
    .where(and(eq(workflowInstances.ownerUserId, ownerUserId), inArray(workflowInstances.status, ['Scheduled', 'InProgress', 'Delayed'])))
    .orderBy(desc(workflowInstances.createdAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Some open runs of users deleted after an instant, according to the run index: those that the deletion itself couldn't reach. */
export async function listOpenRunsOfDeletedUsers(db: HttpDatabase, deletedAfter: Date, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select i.id from (select id from users where is_deleted and deleted_at > ${deletedAfter.toISOString()}::timestamptz) gone
    cross join lateral (
      select id from workflow_instances where owner_user_id = gone.id and status in ('Scheduled', 'InProgress', 'Delayed')
      order by created_at limit ${limit}
    ) i limit ${limit}`);
  return rows.map(({ id }) => id);
}

/**
 * Deletes the user with everything that belongs only to them: sessions, API keys, secrets, stored data, playbooks, dashboards, private
 * connector types; all of it or nothing. Rows that runs and admins' lists refer to stay.
 *
 * @returns false if there is no such user (any more)
 */
export async function deleteUserRow(db: HttpDatabase, userId: OwnerId, at: Date): Promise<boolean> {
  const ownConnectors = db.select({ id: connectors.id }).from(connectors).where(eq(connectors.userId, userId));
  const ownFlows = db.select({ id: syncFlows.id }).from(syncFlows).where(eq(syncFlows.ownerUserId, userId));
  const ownWorkflows = db.select({ id: workflows.id }).from(workflows).where(eq(workflows.ownerUserId, userId));
  const [deleted] = await db.batch([
    db
      .update(users)
      .set({ isDeleted: true, deletedAt: at })
      .where(and(eq(users.id, userId), not(users.isDeleted)))
      .returning({ id: users.id }),
    db
      .update(sessions)
      .set({ endedAt: at, endReason: 'user-deleted' })
      .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt))),
    db.delete(passwordResetTokens).where(eq(passwordResetTokens.userId, userId)),
    db.delete(apiKeys).where(eq(apiKeys.userId, userId)),
    // Made after the workflows were stopped.
    db
      .update(workflows)
      .set({ isDeleted: true, deletedAt: at, isActive: false, testUntil: null, draftVersionId: null, lastUpdatedAt: at })
      .where(and(eq(workflows.ownerUserId, userId), not(workflows.isDeleted))),
    // Their workflows keep their rows, without a folder.
    db.delete(workflowFolders).where(eq(workflowFolders.ownerUserId, userId)),
    db.delete(workflowData).where(inArray(workflowData.workflowId, ownWorkflows)),
    db.delete(workflowPins).where(inArray(workflowPins.workflowId, ownWorkflows)),
    db.delete(draftSamples).where(inArray(draftSamples.workflowId, ownWorkflows)),
    db.delete(variables).where(eq(variables.ownerUserId, userId)),
    db.delete(webhookVerifications).where(eq(webhookVerifications.ownerUserId, userId)),
    db.delete(alertQueue).where(eq(alertQueue.userId, userId)),
    db.delete(alertMessages).where(eq(alertMessages.userId, userId)),
    db.delete(alerts).where(eq(alerts.ownerUserId, userId)),
    db.delete(workflowAlertSettings).where(eq(workflowAlertSettings.ownerUserId, userId)),
    db.delete(alertSettings).where(eq(alertSettings.userId, userId)),
    db.delete(integrations).where(eq(integrations.ownerUserId, userId)),
    db.delete(syncClaims).where(inArray(syncClaims.flowId, ownFlows)),
    // Deletes their items too.
    db.delete(syncFlows).where(eq(syncFlows.ownerUserId, userId)),
    db.delete(playbooks).where(eq(playbooks.ownerUserId, userId)),
    db.delete(dashboards).where(eq(dashboards.ownerUserId, userId)),
    db.delete(connectorSecrets).where(inArray(connectorSecrets.connectorId, ownConnectors)),
    db
      .update(connectors)
      .set({ isDeleted: true, deletedAt: at, connectedAt: null })
      .where(and(eq(connectors.userId, userId), not(connectors.isDeleted))),
    db
      .update(connectorTypes)
      .set({ isDeleted: true, secrets: sql`'{}'::jsonb` })
      .where(and(eq(connectorTypes.userId, userId), eq(connectorTypes.visibility, 'User'))),
  ]);
  return deleted.length > 0;
}
