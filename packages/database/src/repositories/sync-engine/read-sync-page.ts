import type { OwnerId } from '@portage/contracts';
import { storableJson } from '@portage/primitives/storable';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../connect.ts';
import { type FlowHold, IS_STOPPED } from './flow-hold.ts';
import { itemJson, type SyncItemState, toEpochMs } from './item-state.ts';

export interface StoredSyncItem extends SyncItemState {
  lastUpdatedAtMs: number;
}

export interface SyncPage extends FlowHold {
  items: StoredSyncItem[];
  /** By record id: what the flow in the other direction last wrote to it. */
  echoes: {
    sourceItemId: string;
    otherItemId: string;
    writtenAtMs: number | null;
    targetChangedAtMs: number | null;
    /** When the other record had last changed by the time it was carried over, in its system's format; null: unknown, or not carried over. */
    otherChangedAt: string | null;
    /** Its last change couldn't be carried over, or waits for a person. */
    isFailed: boolean;
    error: string | null;
  }[];
  /** By the key of the question; `name`: of the linked record. */
  links: { key: string; targetItemId: string; name: string }[];
}

/** A record of another flow between the two systems. */
export interface WantedLink {
  key: string;
  sourceItemId: string;
  /** The source's kinds of record that it may have. */
  sourceEntities: readonly string[];
  /** The target's kinds of record that it may have; empty: any. */
  targetEntities: readonly string[];
}

export interface SyncPageQuestion {
  flowId: string;
  runId: string;
  sourceItemIds: readonly string[];
  oppositeKey: string;
  /** Records of other flows whose ids in the target are needed. */
  links: readonly WantedLink[];
  sourceConnectorId: string;
  targetConnectorId: string;
  /** Where the target's records hold their time of change; null: not needed. */
  otherChangedAtPath: readonly string[] | null;
}

/** Reads what is stored about a page of records, in one statement. */
export async function readSyncPage(db: Database, ownerUserId: OwnerId, question: SyncPageQuestion): Promise<SyncPage> {
  const { flowId, runId, sourceItemIds, oppositeKey } = question;
  const { rows } = await db.execute<{
    page: Omit<SyncPage, 'isOurs' | 'isPaused'> & { flow: { isPaused: boolean; isOurs: boolean } | null };
  }>(sql`
    with ids as (select value as id from json_array_elements_text(${storableJson(sourceItemIds)}::json)),
    other as (select id from sync_flows where owner_user_id = ${ownerUserId}::uuid and flow_key = ${oppositeKey})
    select json_build_object(
      'flow', (select json_build_object('isPaused', ${IS_STOPPED}, 'isOurs', running_run_id is not distinct from ${runId})
        from sync_flows where id = ${flowId}::uuid),
      'items', coalesce((select json_agg(${itemJson('i')}) from sync_items i join ids on ids.id = i.source_item_id where i.flow_id = ${flowId}::uuid), '[]'::json),
      'echoes', coalesce((select json_agg(json_build_object('sourceItemId', i.target_item_id, 'otherItemId', i.source_item_id,
          'writtenAtMs', ${toEpochMs('i.written_at')}, 'targetChangedAtMs', ${toEpochMs('i.target_changed_at')}, 'otherChangedAt', ${otherChangedAt(question)},
          'isFailed', i.status in ('Error', 'InProgress') and i.error is not null, 'error', i.error))
        from other join sync_items i on i.flow_id = other.id join ids on ids.id = i.target_item_id), '[]'::json),
      'links', ${linksJson(ownerUserId, question)}
    ) as page`);
  const page = rows[0]?.page;
  if (!page) throw new Error('PostgreSQL gave no row');
  const { flow, ...rest } = page;
  return { ...rest, isOurs: flow?.isOurs ?? false, isPaused: flow?.isPaused ?? false };
}

/**
 * What the flows in both directions between two kinds of records stored about some records, by record id in this flow's source: one
 * statement.
 */
export async function readStoredSides(
  db: Database,
  ownerUserId: OwnerId,
  { flowId, oppositeKey, sourceItemIds }: Pick<SyncPageQuestion, 'flowId' | 'oppositeKey' | 'sourceItemIds'>,
): Promise<({ sourceItemId: string } & StoredSidesRow)[]> {
  const { rows } = await db.execute<{ sourceItemId: string } & StoredSidesRow & Record<string, unknown>>(sql`
    with ids as (select value as id from json_array_elements_text(${storableJson(sourceItemIds)}::json)),
    other as (select id from sync_flows where owner_user_id = ${ownerUserId}::uuid and flow_key = ${oppositeKey})
    select distinct on (ids.id) ids.id as "sourceItemId", i.written as "ownWritten", ${toEpochMs('i.written_at')} as "ownWrittenAtMs",
      case when i.status in ('Success', 'Skipped') then i.source_record end as "ownRecord",
      case when i.status in ('Success', 'Skipped') then ${toEpochMs('i.last_updated_at')} end as "ownAtMs",
      o.written as "otherWritten", ${toEpochMs('o.written_at')} as "otherWrittenAtMs",
      case when o.status in ('Success', 'Skipped') then o.source_record end as "otherRecord",
      case when o.status in ('Success', 'Skipped') then ${toEpochMs('o.last_updated_at')} end as "otherAtMs"
    from ids left join sync_items i on i.flow_id = ${flowId}::uuid and i.source_item_id = ids.id
    left join sync_items o on o.flow_id in (select id from other) and o.target_item_id = ids.id
    order by ids.id, o.last_updated_at desc nulls last`);
  return rows.map((row) => ({
    ...row,
    ownWrittenAtMs: toNumber(row.ownWrittenAtMs),
    ownAtMs: toNumber(row.ownAtMs),
    otherWrittenAtMs: toNumber(row.otherWrittenAtMs),
    otherAtMs: toNumber(row.otherAtMs),
  }));
}

/** Records are null if they are too large to store, or weren't carried over in this form. */
export interface StoredSidesRow {
  ownRecord: unknown;
  ownWritten: Record<string, unknown> | null;
  ownAtMs: number | null;
  ownWrittenAtMs: number | null;
  otherRecord: unknown;
  otherWritten: Record<string, unknown> | null;
  otherAtMs: number | null;
  otherWrittenAtMs: number | null;
}

/** PostgreSQL returns a bigint as text. */
function toNumber(value: unknown): number | null {
  return value === null ? null : Number(value);
}

/** Wanted records as flows between the two systems know them, in either direction. If none are wanted, PostgreSQL has nothing to plan. */
function linksJson(ownerUserId: OwnerId, { links, sourceConnectorId, targetConnectorId }: SyncPageQuestion): SQL {
  if (links.length === 0) return sql`'[]'::json`;
  return sql`(
    with wanted as (select key, "sourceItemId" as id, "sourceEntities" as entities, "targetEntities" as targets
      from json_to_recordset(${storableJson(links)}::json) as w(key text, "sourceItemId" text, "sourceEntities" json, "targetEntities" json))
    select coalesce(json_agg(l), '[]'::json) from (
      select wanted.key, i.target_item_id as "targetItemId", i.name
      from wanted join sync_flows f on f.owner_user_id = ${ownerUserId}::uuid and f.source_connector_id = ${sourceConnectorId}
        and f.target_connector_id = ${targetConnectorId} and f.source_entity in (select json_array_elements_text(wanted.entities))
        and ${isWantedTarget('f.target_entity')}
      join sync_items i on i.flow_id = f.id and i.source_item_id = wanted.id and i.target_item_id is not null
      union all
      select wanted.key, i.source_item_id, i.name
      from wanted join sync_flows f on f.owner_user_id = ${ownerUserId}::uuid and f.source_connector_id = ${targetConnectorId}
        and f.target_connector_id = ${sourceConnectorId} and f.target_entity in (select json_array_elements_text(wanted.entities))
        and ${isWantedTarget('f.source_entity')}
      join sync_items i on i.flow_id = f.id and i.target_item_id = wanted.id
    ) l)`;
}

/** An item in Error stores the record as last read, which isn't what was carried over. */
function otherChangedAt({ otherChangedAtPath }: SyncPageQuestion) {
  if (otherChangedAtPath === null) return sql`null`;
  const path = sql`(select array_agg(value order by ordinality) from json_array_elements_text(${storableJson(otherChangedAtPath)}::json) with ordinality)`;
  return sql`case when i.status in ('Success', 'Skipped') then i.source_record #>> ${path} end`;
}

function isWantedTarget(column: string) {
  return sql.raw(`(json_array_length(wanted.targets) = 0 or ${column} in (select json_array_elements_text(wanted.targets)))`);
}
