import { alertDefaults } from '@portage/contracts';
import { sql } from 'drizzle-orm';
import type { HttpDatabase } from '../connect.ts';
import { countsOfFlow, hasTooMany } from './flows-with-errors.ts';

/**
 * Records which alerted conditions have ended: a connector works, a sync was whole or has few errors, a workflow succeeds and fails less
 * often than its owner allows. The newest alert of each subject is sent once more; older ones only end.
 */
export async function recordEnds(db: HttpDatabase, now: Date): Promise<void> {
  const at = now.toISOString();
  await db.execute(sql`
    with over as (
      select a.id, row_number() over (partition by a.kind, coalesce(a.flow_id, a.connector_id, a.workflow_id) order by a.last_at desc, a.id) as place
      from alerts a
      left join alert_settings s on s.user_id = a.owner_user_id
      where a.watches_end and case a.kind
        when 'ConnectorSignedOut' then exists (
          select from connectors c where c.id = a.connector_id and not c.is_deleted and c.connection_problem is null
            and greatest(c.tested_at, c.connected_at) > a.last_at)
        when 'SyncLag' then exists (select from sync_flows f where f.id = a.flow_id and f.synced_at > a.last_at)
        when 'SyncErrors' then exists (
          select from (${countsOfFlow(sql`a.flow_id`)}) counted where not ${hasTooMany(sql`counted`, sql`s`)})
        when 'ManyFailures' then exists (
            select from workflow_instances i where i.workflow_id = a.workflow_id and i.created_at > a.last_at
              and i.status = 'Succeeded' and not i.is_test)
          and (select count(*) from (
            select from workflow_instances i where i.workflow_id = a.workflow_id and i.status = 'Failed' and not i.is_test
              and i.finished_at > ${at}::timestamptz
                - make_interval(mins => coalesce(s.failure_minutes, ${alertDefaults.failureMinutes}))
            limit coalesce(s.failure_count, ${alertDefaults.failureCount})
          ) recent) < coalesce(s.failure_count, ${alertDefaults.failureCount})
        else false end
    )
    update alerts a set ended_at = ${at}::timestamptz, watches_end = false, is_pending = a.is_pending or over.place = 1
    from over where over.id = a.id`);
}

/** Repairs older than this are already recorded. */
const REPAIRED_WITHIN = sql.raw("interval '1 day'");

/**
 * Recounts failed runs of which some were repaired: an alert whose runs are all repaired has ended and is read. A waiting message no
 * longer reports it; if one was sent, the repair is sent, too.
 */
export async function recordRepairs(db: HttpDatabase, now: Date): Promise<void> {
  const at = now.toISOString();
  await db.execute(sql`
    with counted as (
      select a.id, (
        select count(*)::int from workflow_instances i where i.workflow_id = a.workflow_id and i.status = 'Failed' and not i.is_test
          and to_char(i.finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24') = right(a.group_key, 13)
          and i.finished_at > ${at}::timestamptz - ${REPAIRED_WITHIN} - interval '1 hour'
      ) as failed
      from alerts a
      join workflow_instances newest on newest.id = a.run_id
      where a.kind = 'RunFailed' and a.ended_at is null and a.last_at > ${at}::timestamptz - ${REPAIRED_WITHIN}
    ), changed as (
      update alerts a set count = greatest(1, counted.failed), queued_count = least(a.queued_count, greatest(1, counted.failed)),
        ended_at = case when counted.failed = 0 then ${at}::timestamptz end,
        read_at = case when counted.failed = 0 then coalesce(a.read_at, ${at}::timestamptz) else a.read_at end,
        is_pending = case when counted.failed > 0 then a.is_pending
          else a.queued_count > 0 and not exists (select from alert_queue waiting where waiting.alert_id = a.id) end
      from counted where counted.id = a.id and counted.failed < a.count
      returning a.id, a.ended_at
    )
    delete from alert_queue q using changed where q.alert_id = changed.id and changed.ended_at is not null`);
}
