import { alertDefaults } from '@portage/contracts';
import type { WorkflowStep } from '@portage/workflow';
import { sql } from 'drizzle-orm';
import type { HttpDatabase } from '../connect.ts';

/** A flow whose last whole sync is longer ago than its owner allows. */
export interface FlowBehind {
  flowId: string;
  ownerUserId: string;
  workflowId: string;
  workflowName: string;
  sourceConnectorTypeId: string;
  sourceEntity: string;
  targetConnectorTypeId: string;
  targetEntity: string;
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
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select f.id, f.owner_user_id, f.workflow_id, w.name, f.source_connector_type_id, f.source_entity, f.target_connector_type_id,
      f.target_entity, f.error, u.time_zone, v.steps,
      (extract(epoch from f.synced_at) * 1000)::float8 as synced_ms, (extract(epoch from since) * 1000)::float8 as since_ms
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
  return rows.map((row) => ({
    flowId: row.id as string,
    ownerUserId: row.owner_user_id as string,
    workflowId: row.workflow_id as string,
    workflowName: row.name as string,
    sourceConnectorTypeId: row.source_connector_type_id as string,
    sourceEntity: row.source_entity as string,
    targetConnectorTypeId: row.target_connector_type_id as string,
    targetEntity: row.target_entity as string,
    behindSince: new Date(Math.round(row.since_ms as number)),
    syncedAt: row.synced_ms === null ? null : new Date(Math.round(row.synced_ms as number)),
    error: row.error as string | null,
    timeZone: row.time_zone as string | null,
    steps: row.steps as WorkflowStep[],
  }));
}

/** Gives one alert each time a flow falls behind. */
export function lagGroupKey({ flowId, behindSince }: Pick<FlowBehind, 'flowId' | 'behindSince'>): string {
  return `SyncLag:${flowId}:${behindSince.getTime()}`;
}
