import { storableJson } from '@portage/primitives/storable';
import { sql } from 'drizzle-orm';
import type { Database } from '../../connect.ts';
import { itemJson, type SyncItemState } from './item-state.ts';
import type { DueSyncItem } from './sync-items.ts';

/** Records that the source has these records. Records that the flow doesn't know yet are skipped. */
export async function markSyncItemsHeard(db: Database, flowId: string, sourceItemIds: readonly string[], at: Date): Promise<void> {
  await db.execute(sql`
    update sync_items set heard_at = ${at.toISOString()}::timestamptz
    where flow_id = ${flowId}::uuid and source_item_id in (select value from json_array_elements_text(${storableJson(sourceItemIds)}::json))`);
}

export interface UnheardItems {
  /** Items that the source hasn't shown for longest come first. */
  items: DueSyncItem[];
  /** Since then the source has shown at least one record that the flow already knew. */
  isWitnessed: boolean;
}

/** Carried records that the source hasn't shown since a given time, without skipped and archived ones. */
export async function listUnheardSyncItems(db: Database, flowId: string, since: Date, limit: number): Promise<UnheardItems> {
  const at = since.toISOString();
  const { rows } = await db.execute<{ item: SyncItemState | null; isWitnessed: boolean } & Omit<DueSyncItem, keyof SyncItemState>>(sql`
    with witness as (
      select exists(select from sync_items where flow_id = ${flowId}::uuid and heard_at >= ${at}::timestamptz and created_at < ${at}::timestamptz) as is_witnessed
    ), unheard as (
      select * from sync_items
      where flow_id = ${flowId}::uuid and target_item_id is not null and not (status = 'Skipped' and fingerprint is null)
        and coalesce(heard_at, created_at) < ${at}::timestamptz
      order by coalesce(heard_at, created_at), source_item_id limit ${limit}
    )
    select case when i.flow_id is null then null else ${itemJson('i')} end as item, i.name, i.description, i.source_record as "sourceRecord",
      w.is_witnessed as "isWitnessed"
    from witness w left join unheard i on true`);
  return {
    items: rows.flatMap(({ item, isWitnessed: _, ...kept }) => (item ? [{ ...item, ...kept }] : [])),
    isWitnessed: rows[0]?.isWitnessed ?? false,
  };
}
