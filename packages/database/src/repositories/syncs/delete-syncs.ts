import { HOUR_MS } from '@portage/primitives/durations';
import { sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';

/** A run of the workflow may still be ending. */
const KEPT_MS = 24 * HOUR_MS;
/** Items per statement, few enough to finish well within the statement timeout. */
const ITEMS_AT_ONCE = 5_000;
const MOST_STATEMENTS = 20;

/**
 * Deletes what remains of the syncs of deleted workflows: items with their records, flows, settings. A large flow takes several calls.
 *
 * @param itemsAtOnce items per statement
 */
export async function deleteSyncsOfDeletedWorkflows(db: HttpDatabase, now: Date, itemsAtOnce = ITEMS_AT_ONCE): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS).toISOString();
  const gone = sql`select f.id from sync_flows f join workflows w on w.id = f.workflow_id where w.is_deleted and w.deleted_at < ${before}::timestamptz`;
  for (let at = 0; at < MOST_STATEMENTS; at += 1) {
    const deleted = await db.execute(sql`delete from sync_items where (flow_id, source_item_id) in (
      select i.flow_id, i.source_item_id from sync_items i where i.flow_id in (${gone}) limit ${itemsAtOnce})`);
    if ((deleted.rowCount ?? 0) < itemsAtOnce) break;
  }
  await db.execute(
    sql`delete from sync_flows f where f.id in (${gone}) and not exists (select 1 from sync_items i where i.flow_id = f.id)`,
  );
  await db.execute(sql`delete from integrations n using workflows w
    where w.id = n.workflow_id and w.is_deleted and w.deleted_at < ${before}::timestamptz`);
}
