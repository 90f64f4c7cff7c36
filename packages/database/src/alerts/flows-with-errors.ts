import { alertDefaults } from '@portage/contracts';
import { type SQL, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../connect.ts';
import { flowColumns, type NamedFlow } from './flow-columns.ts';

/** A flow that ended a sync with more records in Error than its owner allows. */
export interface FlowWithErrors extends NamedFlow {
  errorCount: number;
  itemCount: number;
  /** The error of one of these records; null: the record is gone by now. */
  firstError: string | null;
}

/** Flows that no run is syncing and that have no alert yet, except paused ones. */
export async function listFlowsWithErrors(db: HttpDatabase, now: Date, limit: number): Promise<FlowWithErrors[]> {
  const { rows } = await db.execute<FlowWithErrors & Record<string, unknown>>(sql`
    select ${flowColumns}, counted.errors as "errorCount", counted.items as "itemCount", refused.error as "firstError"
    from sync_item_counts e
    join sync_flows f on f.id = e.flow_id and not f.is_paused
      and (f.running_run_id is null or coalesce(f.lease_until < ${now.toISOString()}::timestamptz, true))
    join workflows w on w.id = f.workflow_id and not w.is_deleted
    left join alert_settings s on s.user_id = f.owner_user_id
    cross join lateral (${countsOfFlow(sql`f.id`)}) counted
    left join lateral (
      select error from sync_items i where i.flow_id = f.id and i.status = 'Error' order by i.last_updated_at desc limit 1
    ) refused on true
    where e.status = 'Error' and e.items > 0 and ${hasTooMany(sql`counted`, sql`s`)}
      and not exists (
        select from alerts a where a.owner_user_id = f.owner_user_id and a.group_key = 'SyncErrors:' || f.id and a.ended_at is null)
    limit ${limit}`);
  return rows;
}

/** The columns errors and items of a flow. */
export function countsOfFlow(flowId: SQL): SQL {
  return sql`select coalesce(sum(c.items) filter (where c.status = 'Error'), 0)::int as errors, coalesce(sum(c.items), 0)::int as items
    from sync_item_counts c where c.flow_id = ${flowId}`;
}

/** More records in Error than the owner's number, or than their share of all records. @param settings the owner's row; it may be null */
export function hasTooMany(counted: SQL, settings: SQL): SQL {
  return sql`(${counted}.errors > coalesce(${settings}.sync_error_count, ${alertDefaults.syncErrorCount})
    or ${counted}.errors * 100.0 > ${counted}.items * coalesce(${settings}.sync_error_percent, ${alertDefaults.syncErrorPercent}))`;
}

/** Gives one alert each time a flow has too many errors. */
export function errorsGroupKey({ flowId }: Pick<FlowWithErrors, 'flowId'>): string {
  return `SyncErrors:${flowId}`;
}
