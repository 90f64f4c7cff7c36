import type { OwnerId } from '@portage/contracts';
import { type AlertKind, lastingAlertKinds } from '@portage/contracts';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../connect.ts';

const LASTING = sql.join(
  lastingAlertKinds.map((kind) => sql`${kind}`),
  sql`, `,
);

/** Something that happened; `groupKey` names the group that it belongs to. */
export interface AlertEvent {
  ownerUserId: OwnerId;
  kind: AlertKind;
  groupKey: string;
  name: string;
  workflowId?: string;
  connectorId?: string;
  flowId?: string;
  runId?: string;
  message: string | null;
  at: Date;
}

/** How an event of an existing group counts: as another event, or as a repetition of the same one. */
export type Repetition = 'counts' | 'is-the-same';

/**
 * Writes alerts from the rows of another query with the columns owner_user_id, kind, group_key, name, workflow_id, connector_id, flow_id,
 * run_id, message, count and at, one row per group. It is part of that statement, so neither is stored without the other. Groups are
 * written in order: two statements never deadlock.
 */
export function insertAlerts(events: SQL, repetition: Repetition): SQL {
  const onRepeated =
    repetition === 'is-the-same'
      ? // Only an alert that had ended begins again.
        sql`do update set ended_at = null, watches_end = excluded.watches_end, message = excluded.message, run_id = excluded.run_id,
          first_at = excluded.first_at, last_at = excluded.last_at, read_at = null, is_pending = true, queued_count = 0
          where a.ended_at is not null`
      : sql`do update set count = case when a.ended_at is null then a.count else 0 end + excluded.count, last_at = greatest(a.last_at, excluded.last_at), name = excluded.name,
          run_id = excluded.run_id, message = excluded.message, is_silent = excluded.is_silent, read_at = null, ended_at = null, is_pending = true`;
  return sql`
    insert into alerts as a (id, owner_user_id, kind, group_key, name, workflow_id, connector_id, flow_id, run_id, message, count, first_at,
      last_at, is_silent, watches_end)
    select gen_random_uuid(), e.owner_user_id, e.kind, e.group_key, e.name, e.workflow_id, e.connector_id, e.flow_id, e.run_id,
      left(e.message, 2000), e.count, e.at, e.at, coalesce(e.kind = any(s.silent_kinds), false), e.kind in (${LASTING})
    from (${events}) e
    left join alert_settings s on s.user_id = e.owner_user_id
    left join workflow_alert_settings w on w.workflow_id = e.workflow_id
    where coalesce(w.is_enabled, true)
    order by e.owner_user_id, e.group_key
    on conflict (owner_user_id, group_key) ${onRepeated}`;
}

/** Records events in a separate statement. @param repetition how an event of an existing group counts */
export async function recordAlerts(db: Database, events: readonly AlertEvent[], repetition: Repetition): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ at, ...event }) => ({
    owner_user_id: event.ownerUserId,
    kind: event.kind,
    group_key: event.groupKey,
    name: event.name,
    workflow_id: event.workflowId ?? null,
    connector_id: event.connectorId ?? null,
    flow_id: event.flowId ?? null,
    run_id: event.runId ?? null,
    message: event.message,
    at: at.toISOString(),
  }));
  const given = sql`
    select distinct on (owner_user_id, group_key) *, count(*) over (partition by owner_user_id, group_key)::int as count
    from json_to_recordset(${JSON.stringify(rows)}::json) as event (owner_user_id uuid, kind text, group_key text, name text,
      workflow_id uuid, connector_id uuid, flow_id uuid, run_id text, message text, at timestamptz)
    order by owner_user_id, group_key, at desc`;
  await db.execute(insertAlerts(given, repetition));
}

/** The UTC hour of an instant: a group of alerts covers one hour. */
export function alertHour(at: Date): string {
  return at.toISOString().slice(0, 13);
}
