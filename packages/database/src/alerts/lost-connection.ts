import type { OwnerId } from '@portage/contracts';
import { sql } from 'drizzle-orm';
import type { Database } from '../connect.ts';
import { alertHour, insertAlerts } from './record-alerts.ts';

/**
 * Records that only a person can restore a connection, and alerts its owner, in one statement. Recorded twice within the hour, it is one
 * alert.
 *
 * @param problem.isSignInGone the connector no longer counts as connected
 */
export async function noteLostConnection(
  db: Database,
  ownerUserId: OwnerId,
  connectorId: string,
  { message, at, isSignInGone, isAlerted }: { message: string; at: Date; isSignInGone: boolean; isAlerted: boolean },
): Promise<void> {
  const noted = sql`
    update connectors set connected_at = case when ${isSignInGone} then null else connected_at end, connection_problem = ${message}, tested_at = null
    where id = ${connectorId}::uuid and user_id = ${ownerUserId}::uuid and not is_deleted
    returning id, user_id, name`;
  if (!isAlerted) {
    await db.execute(noted);
    return;
  }
  const events = sql`
    select user_id as owner_user_id, 'ConnectorSignedOut' as kind, 'ConnectorSignedOut:' || id || ':' || ${alertHour(at)} as group_key, name,
      null::uuid as workflow_id, id as connector_id, null::uuid as flow_id, null::text as run_id, ${message}::text as message,
      1 as count, ${at.toISOString()}::timestamptz as at from noted`;
  await db.execute(sql`with noted as (${noted}) ${insertAlerts(events, 'is-the-same')}`);
}
