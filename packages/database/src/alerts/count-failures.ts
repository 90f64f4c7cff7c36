import { alertDefaults } from '@portage/contracts';
import { sql } from 'drizzle-orm';
import type { HttpDatabase } from '../connect.ts';
import { insertAlerts } from './record-alerts.ts';

/** Only workflows with failures newer than this are counted; far longer than the pause between two counts. */
const LOOK_BACK = sql.raw("interval '15 minutes'");

/**
 * Records an alert for each workflow whose runs failed as many times within as many minutes as its owner set. The count reads only the
 * index of failed runs and stops at the owner's number, so a flood costs no more than a few failures.
 */
export async function recordManyFailures(db: HttpDatabase, now: Date): Promise<void> {
  const at = now.toISOString();
  const events = sql`
    select r.owner_user_id, 'ManyFailures' as kind,
      'ManyFailures:' || r.workflow_id || ':' || to_char(${at}::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24') as group_key,
      r.name, r.workflow_id, null::uuid as connector_id, null::uuid as flow_id, r.run_id,
      failed.count || ' or more runs failed within ' || failed.minutes || ' minutes. The last error: ' || coalesce(r.message, 'none') as message,
      failed.count, ${at}::timestamptz as at
    from (
      select distinct on (workflow_id) owner_user_id, workflow_id, name, run_id, message from alerts
      where kind = 'RunFailed' and last_at > ${at}::timestamptz - ${LOOK_BACK}
      order by workflow_id, last_at desc
    ) r
    left join alert_settings s on s.user_id = r.owner_user_id
    cross join lateral (
      select coalesce(s.failure_count, ${alertDefaults.failureCount}) as wanted,
        coalesce(s.failure_minutes, ${alertDefaults.failureMinutes}) as minutes
    ) rule
    cross join lateral (
      select count(*)::int as count, rule.minutes from (
        select from workflow_instances i
        where i.workflow_id = r.workflow_id and i.status = 'Failed' and not i.is_test
          and i.finished_at > ${at}::timestamptz - make_interval(mins => rule.minutes)
        limit rule.wanted
      ) recent
    ) failed
    where failed.count >= rule.wanted`;
  await db.execute(insertAlerts(events, 'is-the-same'));
}
