import { sql } from 'drizzle-orm';
import type { HttpDatabase } from '../connect.ts';
import { insertAlerts } from './record-alerts.ts';

export interface ScheduleAlert {
  workflowId: string;
  groupKey: string;
  message: string;
}

/** Records alerts of schedules, whose objects know only the id of a workflow. An event whose group exists changes nothing. */
export async function recordScheduleAlerts(db: HttpDatabase, late: readonly ScheduleAlert[], at: Date): Promise<void> {
  if (late.length === 0) return;
  const rows = late.map(({ workflowId, groupKey, message }) => ({ workflow_id: workflowId, group_key: groupKey, message }));
  const events = sql`
    select distinct on (group_key) w.owner_user_id, 'ScheduleLate' as kind, group_key, w.name, w.id as workflow_id, null::uuid as connector_id,
      null::uuid as flow_id, null::text as run_id, message, 1 as count, ${at.toISOString()}::timestamptz as at
    from json_to_recordset(${JSON.stringify(rows)}::json) as fire (workflow_id uuid, group_key text, message text)
    join workflows w on w.id = fire.workflow_id and not w.is_deleted
    order by group_key`;
  await db.execute(insertAlerts(events, 'is-the-same'));
}
