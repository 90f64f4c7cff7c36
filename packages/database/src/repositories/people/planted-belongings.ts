import { type SQL, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { alertMessages, alertQueue, alertSettings } from '../../schema/alerts.ts';
import { apiKeys } from '../../schema/api-keys.ts';
import { approvalMails } from '../../schema/approval-mails.ts';
import { connectorSecrets, connectors } from '../../schema/connectors.ts';
import { failureStarts } from '../../schema/failure-starts.ts';
import { runJobs } from '../../schema/run-jobs.ts';
import { passwordResetTokens } from '../../schema/sessions.ts';
import { workflows } from '../../schema/workflows.ts';
import type { StoppedWorkflow } from '../workflows/workflow-life.ts';

/** What was ended in an account, for callers that notify the rest of Portage. */
export interface EndedBelongings {
  apiKeys: number;
  hadAlertWebhook: boolean;
  /** With their previous addresses. */
  workflows: ({ id: string; wasActive: boolean } & StoppedWorkflow)[];
  connectorIds: string[];
}

const MADE_BEFORE =
  'This connector was set up before the e-mail address of the account was confirmed. Enter its credentials again to use it.';
/** As `makeTriggerCode` makes them. */
const newTriggerCode = sql`rtrim(translate(encode(substr(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 1, 24), 'base64'), '+/', '-_'), '=')`;

/**
 * Statements for one batch that end whatever a stranger may have left in an account to read or act through it later. Workflows, stored data
 * and connectors stay for the person to review; none of them runs, and no earlier address or credential works.
 *
 * @param owner a query that gives the id of the account, or no row for an account that is left alone
 */
export function endPlantedStatements(db: HttpDatabase, owner: SQL, now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`;
  const isOwners = (column: unknown) => sql`${column} in (${owner})`;
  return [
    db.execute<{ id: string }>(sql`delete from ${apiKeys} where ${isOwners(sql`user_id`)} returning id`),
    db.execute(sql`update ${passwordResetTokens} set used_at = ${at} where ${isOwners(sql`user_id`)} and used_at is null`),
    db.execute<{ webhookUrl: string | null }>(
      sql`delete from ${alertSettings} where ${isOwners(sql`user_id`)} returning webhook_url as "webhookUrl"`,
    ),
    db.execute(sql`delete from ${alertQueue} where ${isOwners(sql`user_id`)}`),
    db.execute(sql`delete from ${alertMessages} where ${isOwners(sql`user_id`)} and sent_at is null`),
    db.execute(sql`update ${approvalMails} set dropped_at = ${at}, error = 'The account changed hands.'
      where ${isOwners(sql`owner_user_id`)} and sent_at is null and dropped_at is null`),
    db.execute(sql`update ${failureStarts} set dropped_at = ${at}, error = 'The account changed hands.'
      where ${isOwners(sql`owner_user_id`)} and started_run_id is null and dropped_at is null`),
    db.execute(
      sql`update ${runJobs} set status = 'Stopped', finished_at = ${at} where ${isOwners(sql`owner_user_id`)} and status = 'Running'`,
    ),
    db.execute<Record<string, unknown>>(sql`
      with before as (
        select id, trigger_code, trigger_type, is_active from ${workflows} where ${isOwners(sql`owner_user_id`)} and not is_deleted for update
      )
      update ${workflows} w set is_active = false, test_until = null, trigger_code = ${newTriggerCode}, share_code = null,
        shared_version_id = null, on_failure_workflow_id = null, last_updated_at = ${at}
      from before b where w.id = b.id
      returning w.id, b.trigger_code as "triggerCode", b.trigger_type as "triggerType", b.is_active as "wasActive"`),
    // Deleted workflows may be restored.
    db.execute(sql`update ${workflows} set was_active = false, trigger_code = ${newTriggerCode}, share_code = null, shared_version_id = null
      where ${isOwners(sql`owner_user_id`)} and is_deleted`),
    db.execute(sql`delete from ${connectorSecrets} where connector_id in (select id from ${connectors} where ${isOwners(sql`user_id`)})`),
    db.execute<{ id: string }>(sql`update ${connectors} set connected_at = null, tested_at = null, connection_problem = ${MADE_BEFORE}
      where ${isOwners(sql`user_id`)} and not is_deleted returning id`),
  ] as const;
}

type Rows = { rows: Record<string, unknown>[] };

/** @param results of the statements, in order */
export function readEnded(results: readonly unknown[]): EndedBelongings {
  const rowsAt = <Row>(index: number) => (results[index] as Rows).rows as Row[];
  return {
    apiKeys: rowsAt(0).length,
    hadAlertWebhook: rowsAt<{ webhookUrl: string | null }>(2).some(({ webhookUrl }) => webhookUrl !== null),
    workflows: rowsAt(8),
    connectorIds: rowsAt<{ id: string }>(11).map(({ id }) => id),
  };
}
