import { HOUR_MS, MINUTE_MS } from '@portage/primitives/durations';
import { type SQL, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../connect.ts';
import type { AlertChannel } from '../schema/alerts.ts';

/** A person's first message is sent at once; alerts that follow within this time are collected into one message. */
export const PAUSE_MS: Readonly<Record<AlertChannel, number>> = { Email: HOUR_MS, Webhook: MINUTE_MS };

/** At most this many alerts are listed in a message; it also states the total. */
export const MOST_IN_A_MESSAGE = 50;
const MOST_AT_ONCE = 1_000;
/** One composer at a time: two that overlap would both see a person whose pause is over. */
const LOCK = 730_114_201;

/**
 * Moves recorded alerts into the queues of their receivers, and due ones from the queues into the outbox. All in one transaction: however
 * it ends, an alert is in exactly one of the three.
 */
export async function composeAlertMessages(db: HttpDatabase, now: Date): Promise<void> {
  await db.batch([
    db.execute(sql`select pg_advisory_xact_lock(${LOCK})`),
    db.execute(queueAlerts(now)),
    db.execute(composeDue('Email', now)),
    db.execute(composeDue('Webhook', now)),
  ]);
}

/**
 * Owners get their own alerts; admins who opted in get everyone's. A webhook is notified when a group begins and when its condition ends;
 * an e-mail also lists what was added to the group since. People who don't want to hear about ends get no message for an end alone.
 */
function queueAlerts(now: Date): SQL {
  const at = now.toISOString();
  return sql`
    with taken as (
      select id, queued_count from alerts where is_pending order by last_at limit ${MOST_AT_ONCE} for update skip locked
    ), changed as (
      update alerts a set is_pending = false, queued_count = a.count from taken where a.id = taken.id
      returning a.id, a.owner_user_id, a.workflow_id, a.kind, a.is_silent, taken.queued_count = 0 as is_new,
        a.ended_at is not null as is_over
    ), loud as (
      select changed.* from changed left join workflow_alert_settings w on w.workflow_id = changed.workflow_id
      where w.muted_until is null or w.muted_until <= ${at}::timestamptz
    ), receivers as (
      select loud.id as alert_id, loud.owner_user_id as user_id, loud.is_new, loud.is_over from loud where not loud.is_silent
      union
      select loud.id, s.user_id, loud.is_new, loud.is_over from loud join alert_settings s on s.is_for_everyone and loud.kind <> all(s.silent_kinds)
      join users u on u.id = s.user_id and 'ADMIN' = any(u.roles)
    ), reachable as (
      select receivers.*, coalesce(s.sends_email, true) and u.email_confirmed as has_email, s.webhook_url is not null as has_webhook
      from receivers join users u on u.id = receivers.user_id and not u.is_deleted
      left join alert_settings s on s.user_id = u.id
      where (s.muted_until is null or s.muted_until <= ${at}::timestamptz)
        and (receivers.is_new or not receivers.is_over or coalesce(s.sends_ends, true))
    )
    insert into alert_queue (user_id, channel, alert_id)
    select user_id, 'Email', alert_id from reachable where has_email
    union all
    select user_id, 'Webhook', alert_id from reachable where has_webhook and (is_new or is_over)
    on conflict do nothing`;
}

function composeDue(channel: AlertChannel, now: Date): SQL {
  const at = now.toISOString();
  const pauseBegan = new Date(now.getTime() - PAUSE_MS[channel]).toISOString();
  return sql`
    with due as (
      select distinct user_id from alert_queue q where channel = ${channel} and not exists (
        select from alert_messages m where m.user_id = q.user_id and m.channel = ${channel} and m.created_at > ${pauseBegan}::timestamptz
      )
    ), taken as (
      delete from alert_queue q using due where q.user_id = due.user_id and q.channel = ${channel} returning q.user_id, q.alert_id
    ), numbered as (
      select taken.user_id, a.*, u.email as owner_email, row_number() over newest as place, count(*) over (partition by taken.user_id) as total
      from taken join alerts a on a.id = taken.alert_id join users u on u.id = a.owner_user_id
      window newest as (partition by taken.user_id order by a.last_at desc, a.id)
    )
    insert into alert_messages (id, user_id, channel, alerts, alert_count, created_at, next_attempt_at)
    select gen_random_uuid(), user_id, ${channel}, jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'ownerUserId', owner_user_id,
      'ownerEmail', owner_email, 'name', name, 'workflowId', workflow_id, 'connectorId', connector_id, 'flowId', flow_id, 'runId', run_id,
      'message', message, 'count', count, 'firstAt', ${isoText(sql`first_at`)}, 'lastAt', ${isoText(sql`last_at`)},
      'endedAt', ${isoText(sql`ended_at`)}) order by place),
      max(total), ${at}::timestamptz, ${at}::timestamptz
    from numbered where place <= ${MOST_IN_A_MESSAGE} group by user_id`;
}

function isoText(instant: SQL): SQL {
  return sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Whether any alert is recorded, queued or being sent, so that a minute with nothing to do costs one query. */
export async function hasAlertsToSend(db: HttpDatabase): Promise<boolean> {
  const { rows } = await db.execute<{ has: boolean }>(sql`
    select exists (select from alerts where is_pending) or exists (select from alert_queue)
      or exists (select from alert_messages where sent_at is null and dropped_at is null) as has`);
  return rows[0]?.has ?? false;
}
