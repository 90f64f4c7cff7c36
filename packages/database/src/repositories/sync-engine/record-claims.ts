import type { OwnerId } from '@portage/contracts';
import { storableJson } from '@portage/primitives/storable';
import { sql } from 'drizzle-orm';
import type { Database } from '../../connect.ts';
import type { SyncDoubt } from '../../schema/sync.ts';
import { toEpochMs } from './item-state.ts';

/** One key of a record that is about to be created. */
export interface WantedClaim {
  /** Stored as a hash of the owner, the target's kind of record and this key. */
  key: string;
  sourceItemId: string;
}

export interface EarlierClaim extends WantedClaim {
  flowId: string;
  sourceKind: string;
  claimedAtMs: number;
  /** The item was written since; false: its record is in progress, or the run ended abnormally. */
  isSettled: boolean;
  targetItemId: string | null;
  doubt: SyncDoubt | null;
  /** What was written last, by the names of the target's fields. */
  written: Record<string, unknown> | null;
}

export interface RecordClaims {
  earlier: EarlierClaim[];
  /** Keys that the flow didn't get. One without an earlier claim was claimed at the same moment. */
  refused: string[];
  /** Records of the target from which the records came, through one or more flows of the owner. */
  origins: { sourceItemId: string; targetItemId: string }[];
}

export interface RecordKind {
  connectorId: string;
  entity: string;
}

/** A record that came through more flows than this is treated as new. */
const LONGEST_CHAIN = 8;

/**
 * Claims keys for records of a flow, in one statement. The flow's own claim on the same record is renewed. A claim of another flow or
 * record is taken over if it is older than `heldSince`, or if its record was refused.
 *
 * @param claims the same key twice counts once
 */
export async function claimSyncRecords(
  db: Database,
  ownerUserId: OwnerId,
  flow: { flowId: string; sourceKind: string; source: RecordKind; target: RecordKind; at: Date; heldSince: Date },
  claims: readonly WantedClaim[],
): Promise<RecordClaims> {
  const at = flow.at.toISOString();
  const { rows: found } = await db.execute<{ claims: StoredClaims }>(sql`
    with wanted as (
      select distinct on (key) key, id, at from (
        select ${`${ownerUserId} `}::text || ${buildShortHash('text')} as key, id, at - 1 as at
        from rows from (${unnestTexts(claims.map(({ key }) => key))}, ${unnestTexts(claims.map(({ sourceItemId }) => sourceItemId))})
          with ordinality as w(text, id, at)
      ) w order by key
    ), earlier as (
      select c.key, c.flow_id, c.source_kind, c.source_item_id, c.claimed_at, i.target_item_id, i.doubt, i.written,
        i.last_updated_at >= c.claimed_at as is_settled
      from sync_claims c left join sync_items i on i.flow_id = c.flow_id and i.source_item_id = c.source_item_id
      where c.key = any (array(select key from wanted))
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
      'earlier', coalesce((select json_agg(json_build_object('at', at, 'flowId', flow_id, 'sourceKind', source_kind,
        'sourceItemId', source_item_id, 'claimedAtMs', ${toEpochMs('claimed_at')}, 'isSettled', coalesce(is_settled, false),
        'targetItemId', target_item_id, 'doubt', doubt, 'written', written)) from earlier join wanted using (key)), '[]'::json),
      'refused', coalesce((select json_agg(at) from wanted where key not in (select key from taken)), '[]'::json),
      'origins', coalesce((select json_agg(json_build_object('sourceItemId', start, 'targetItemId', id)) from origins), '[]'::json)
    ) as claims`);
  const { earlier = [], refused = [], origins = [] } = found[0]?.claims ?? {};
  const keyAt = (place: number) => claims[place]?.key ?? '';
  return { earlier: earlier.map(({ at: place, ...claim }) => ({ ...claim, key: keyAt(place) })), refused: refused.map(keyAt), origins };
}

/** By the positions of their keys among the wanted ones. */
interface StoredClaims extends Pick<RecordClaims, 'origins'> {
  earlier: (Omit<EarlierClaim, 'key'> & { at: number })[];
  refused: number[];
}

function unnestTexts(texts: readonly string[]) {
  return sql`json_array_elements_text(${storableJson(texts)}::json)`;
}

/** Same result as `shortHash`: thousands of keys cost the Worker more than PostgreSQL. */
function buildShortHash(column: string) {
  return sql.raw(`translate(left(encode(sha256(convert_to(${column}, 'UTF8')), 'base64'), 22), '+/', '-_')`);
}
