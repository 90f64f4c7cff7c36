import { sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';

/** How many versions a workflow's history shows; these are never removed. */
export const SHOWN_VERSIONS = 100;
const MOST_VERSIONS = 1_000;

/**
 * Deletes versions that are no longer used: older than the time for which steps of runs are stored, neither current nor published nor a
 * draft, beyond those in the version history (or of a workflow deleted that long ago), and of no run that is open or so young that its
 * steps may still be read. Runs and schedules carry a copy of their version, so even a wrongly deleted one wouldn't stop them.
 *
 * @returns how many; at most a thousand per call.
 */
export async function pruneVersions(db: HttpDatabase, now: Date, keptMs: number): Promise<number> {
  const longAgo = new Date(now.getTime() - keptMs).toISOString();
  const { rows } = await db.execute(sql`
    delete from workflow_versions where id in (
      select v.id
      from workflows w
      cross join lateral (
        select n.number from workflow_versions n
        where n.workflow_id = w.id and n.superseded_at is null and n.draft_of_version_id is null
        order by n.number desc offset ${SHOWN_VERSIONS - 1} limit 1
      ) as last_shown
      join workflow_versions v on v.workflow_id = w.id and v.number < last_shown.number
      where v.created_at < ${longAgo}::timestamptz
        and v.id <> w.current_version_id and v.id is distinct from w.published_version_id and v.id is distinct from w.shared_version_id
        and v.id is distinct from w.draft_version_id
        and ${isUnused(longAgo)}
      union all
      select v.id
      from workflows w join workflow_versions v on v.workflow_id = w.id
      where w.is_deleted and w.deleted_at < ${longAgo}::timestamptz
        and v.id <> w.current_version_id and v.id is distinct from w.published_version_id
        and ${isUnused(longAgo)}
      limit ${MOST_VERSIONS})
    returning id`);
  return rows.length;
}

function isUnused(longAgo: string) {
  return sql`not exists (
      select 1 from workflow_instances i
      where i.workflow_id = w.id and i.workflow_version_id = v.id and i.created_at >= ${longAgo}::timestamptz)
    and not exists (
      select 1 from workflow_instances i
      where i.status in ('Scheduled', 'InProgress', 'Delayed') and i.workflow_version_id = v.id)`;
}
