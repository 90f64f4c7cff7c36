import { storableJson, storableText } from '@portage/primitives/storable';
import { sql } from 'drizzle-orm';
import type { Database } from '../../connect.ts';

/** Marks items that share a record of the target with another item. @param messages by item id */
export async function markSyncConflicts(db: Database, flowId: string, messages: ReadonlyMap<string, string>, at: Date): Promise<void> {
  const rows = [...messages].map(([id, message]) => ({ id, message }));
  await db.execute(sql`
    update sync_items set status = 'Error', error = r.message, refusal = null, attempts = 0, next_attempt_at = null, last_updated_at = ${at.toISOString()}::timestamptz
    from json_to_recordset(${storableJson(rows)}::json) as r(id text, message text)
    where flow_id = ${flowId}::uuid and source_item_id = r.id`);
}

/** Makes items due whose conflict partner no longer conflicts. @param messages that they share with it */
export async function endSyncConflicts(db: Database, flowId: string, messages: readonly string[], at: Date): Promise<void> {
  await db.execute(sql`
    update sync_items set next_attempt_at = ${at.toISOString()}::timestamptz
    where flow_id = ${flowId}::uuid and status = 'Error' and next_attempt_at is null
      and error in (select value from json_array_elements_text(${storableJson(messages)}::json))`);
}

const IS_IN_CONFLICT = sql.raw(`status = 'Error' and attempts = 0 and fingerprint is not null and next_attempt_at is null`);

/** Some items that share a record of the target with another item; different ones each time. */
export async function listSyncConflicts(db: Database, flowId: string, limit: number): Promise<{ sourceItemId: string }[]> {
  const { rows } = await db.execute<{ sourceItemId: string }>(sql`
    select source_item_id as "sourceItemId" from sync_items
    where flow_id = ${flowId}::uuid and ${IS_IN_CONFLICT} order by random() limit ${limit}`);
  return rows;
}

/**
 * Detaches these items from the target record that they share with others; the others become due. One statement; repeated, it gives the
 * same result.
 */
export async function dropFromSyncConflicts(
  db: Database,
  flowId: string,
  sourceItemIds: readonly string[],
  { reason, dueAt, at }: { reason: string; dueAt: Date; at: Date },
): Promise<void> {
  await db.execute(sql`
    with gone as (
      select source_item_id as id, error from sync_items
      where flow_id = ${flowId}::uuid and ${IS_IN_CONFLICT}
        and source_item_id in (select value from json_array_elements_text(${storableJson(sourceItemIds)}::json))
    ), others as (
      update sync_items set next_attempt_at = ${dueAt.toISOString()}::timestamptz
      where flow_id = ${flowId}::uuid and ${IS_IN_CONFLICT} and error in (select error from gone)
        and source_item_id not in (select id from gone)
    )
    update sync_items set status = 'Skipped', error = ${storableText(reason)}, refusal = null, fingerprint = null, target_item_id = null,
      last_updated_at = ${at.toISOString()}::timestamptz
    where flow_id = ${flowId}::uuid and source_item_id in (select id from gone)`);
}
