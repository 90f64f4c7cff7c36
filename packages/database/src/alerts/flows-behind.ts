import { alertDefaults } from '@portage/contracts';
import type { WorkflowStep } from '@portage/workflow';
import { sql } from 'drizzle-orm';
import type { HttpDatabase } from '../connect.ts';
import { flowColumns, type NamedFlow } from './flow-columns.ts';

interface Row extends Omit<FlowBehind, 'behindSince' | 'syncedAt'>, Record<string, unknown> {
  sinceMs: number;
  syncedMs: number | null;
}

/** A flow whose last whole sync is longer ago than its owner allows. */
export interface FlowBehind extends NamedFlow {
  /** The last whole sync, or the last change of the workflow if that came later. */
  behindSince: Date;
  syncedAt: Date | null;
  error: string | null;
  /** The owner's; null: UTC. */
  timeZone: string | null;
  /** Steps of the published version. */
  steps: WorkflowStep[];
}

/** Flows of active workflows with a schedule that have no alert yet, except paused ones; those behind the longest come first. */
export async function listFlowsBehind(db: HttpDatabase, now: Date, limit: number): Promise<FlowBehind[]> {
  const { rows } = await db.execute<Row>(sql`
    select ${flowColumns}, f.error, u.time_zone as "timeZone", v.steps,
      (extract(epoch from f.synced_at) * 1000)::float8 as "syncedMs", (extract(epoch from since) * 1000)::float8 as "sinceMs"
    from sync_flows f
    join workflows w on w.id = f.workflow_id and w.is_active and not w.is_deleted and w.trigger_type = 'Scheduled'
    join workflow_versions v on v.id = w.published_version_id
    join users u on u.id = f.owner_user_id
    left join alert_settings s on s.user_id = f.owner_user_id
    cross join lateral (select greatest(coalesce(f.synced_at, f.created_at), w.last_updated_at) as since) at
    where not f.is_paused
      and since < ${now.toISOString()}::timestamptz - make_interval(mins => coalesce(s.sync_lag_minutes, ${alertDefaults.syncLagMinutes}))
      and not exists (
        select from alerts a where a.owner_user_id = f.owner_user_id
          and a.group_key = 'SyncLag:' || f.id || ':' || round(extract(epoch from since) * 1000)::bigint
      )
    order by since limit ${limit}`);
  return rows.map(({ sinceMs, syncedMs, ...flow }) => ({
    ...flow,
    behindSince: new Date(Math.round(sinceMs)),
    syncedAt: syncedMs === null ? null : new Date(Math.round(syncedMs)),
  }));
}

/** Gives one alert each time a flow falls behind. */
export function lagGroupKey({ flowId, behindSince }: Pick<FlowBehind, 'flowId' | 'behindSince'>): string {
  return `SyncLag:${flowId}:${behindSince.getTime()}`;
}
