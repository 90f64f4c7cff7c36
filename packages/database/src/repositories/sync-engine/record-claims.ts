import { storableJson } from '@portage/primitives/storable';
import { sql } from 'drizzle-orm';
import type { Database } from '../../connect.ts';
import type { SyncDoubt } from '../../schema/sync.ts';
import { msOf } from './item-state.ts';

/** One key of a record that is about to be created. */
export interface WantedClaim {
  /** Hash of the target's kind of record and the key; the owner is added here. */
  key: string;
  sourceItemId: string;
}

/** A claim as it was before, with what became of its record. */
export interface EarlierClaim extends WantedClaim {
  flowId: string;
  sourceKind: string;
  claimedAtMs: number;
  /** The item was written since; false: its record is on its way, or the run ended abnormally. */
  isSettled: boolean;
  targetItemId: string | null;
  doubt: SyncDoubt | null;
  /** What was written last, by the names of the target's fields. */
  written: Record<string, unknown> | null;
}

export interface RecordClaims {
  earlier: EarlierClaim[];
  /** Keys that are the flow's now. One that is neither here nor among the earlier ones was taken at the same moment. */
  taken: string[];
  /** Records of the target from which the records came, through one flow of the owner or several. */
  origins: { sourceItemId: string; targetItemId: string }[];
}

/** A kind of record of a connector. */
export interface RecordKind {
  connectorId: string;
  entity: string;
}

/** A record that came through more flows than this is taken for a new one. */
const LONGEST_CHAIN = 8;

/**
 * Claims keys for records of a flow: one statement. A claim of its own is renewed. One of another flow or record is taken over if it is older
 * than `heldSince`, or if its record was refused.
 *
 * @param claims each key once
 */
export async function claimSyncRecords(
  ownerUserId: string,
  db: Database,
  flow: { flowId: string; sourceKind: string; source: RecordKind; target: RecordKind; at: Date; heldSince: Date },
  claims: readonly WantedClaim[],
): Promise<RecordClaims> {
  const at = flow.at.toISOString();
  const rows = claims.map(({ key, sourceItemId }) => ({ key: `${ownerUserId} ${key}`, id: sourceItemId }));
  const { rows: found } = await db.execute<{ claims: RecordClaims }>(sql`
    with wanted as (select w.key, w.id from json_to_recordset(${storableJson(rows)}::json) as w(key text, id text) order by w.key),
    earlier as (
      select c.key, c.flow_id, c.source_kind, c.source_item_id, c.claimed_at, i.target_item_id, i.doubt, i.written,
        i.last_updated_at >= c.claimed_at as is_settled
      from wanted join sync_claims c on c.key = wanted.key
      left join sync_items i on i.flow_id = c.flow_id and i.source_item_id = c.source_item_id
    ), taken as (
      insert into sync_claims as c (key, flow_id, source_kind, source_item_id, claimed_at)
      select key, ${flow.flowId}::uuid, ${flow.sourceKind}, id, ${at}::timestamptz from wanted order by key
      on conflict (key) do update set flow_id = excluded.flow_id, source_kind = excluded.source_kind,
        source_item_id = excluded.source_item_id, claimed_at = excluded.claimed_at
      where (c.flow_id = excluded.flow_id and c.source_item_id = excluded.source_item_id)
        or c.claimed_at < ${flow.heldSince.toISOString()}::timestamptz
        or exists (select from sync_items i where i.flow_id = c.flow_id and i.source_item_id = c.source_item_id
          and i.last_updated_at >= c.claimed_at and i.target_item_id is null and (i.doubt is null or i.doubt ->> 'sinceMs' is null))
      returning c.key
    ), origins as (
      with recursive chain (start, connector_id, entity, id, length) as (
        select distinct wanted.id, ${flow.source.connectorId}::text, ${flow.source.entity}::text, wanted.id, 0 from wanted
        union
        select chain.start, f.source_connector_id, f.source_entity, i.source_item_id, chain.length + 1
        from chain join sync_flows f on f.owner_user_id = ${ownerUserId}::uuid and f.target_connector_id = chain.connector_id
          and f.target_entity = chain.entity
        join sync_items i on i.flow_id = f.id and i.target_item_id = chain.id
        where chain.length < ${LONGEST_CHAIN} and (chain.connector_id, chain.entity) <> (${flow.target.connectorId}, ${flow.target.entity})
      )
      select distinct start, id from chain where (connector_id, entity) = (${flow.target.connectorId}, ${flow.target.entity})
    )
    select json_build_object(
      'earlier', coalesce((select json_agg(json_build_object('key', ${withoutOwner('key')}, 'flowId', flow_id, 'sourceKind', source_kind,
        'sourceItemId', source_item_id, 'claimedAtMs', ${msOf('claimed_at')}, 'isSettled', coalesce(is_settled, false),
        'targetItemId', target_item_id, 'doubt', doubt, 'written', written)) from earlier), '[]'::json),
      'taken', coalesce((select json_agg(${withoutOwner('key')}) from taken), '[]'::json),
      'origins', coalesce((select json_agg(json_build_object('sourceItemId', start, 'targetItemId', id)) from origins), '[]'::json)
    ) as claims`);
  return found[0]?.claims ?? { earlier: [], taken: [], origins: [] };
}

function withoutOwner(column: string) {
  return sql.raw(`split_part(${column}, ' ', 2)`);
}
