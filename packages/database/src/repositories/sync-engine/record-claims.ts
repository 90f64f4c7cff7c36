import type { OwnerId } from '@portage/contracts';
import { storableJson } from '@portage/primitives/storable';
import { sql } from 'drizzle-orm';
import type { Database } from '../../connect.ts';
import type { SyncDoubt } from '../../schema/sync.ts';
import { toEpochMs } from './item-state.ts';

/** Keys of a record that is about to be created. They are stored as hashes together with the owner. */
export interface WantedClaim {
  key: string;
  /** The record itself; null: its other claim names it. A record without other keys has it as `key`, too. */
  recordKey: string | null;
  sourceItemId: string;
}

export interface EarlierClaim {
  /** The key, of a record or of another kind, for which the claim was found. */
  key: string;
  sourceItemId: string;
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

interface ClaimingFlow {
  flowId: string;
  sourceKind: string;
  source: RecordKind;
  target: RecordKind;
  at: Date;
  heldSince: Date;
}

/**
 * Claims keys for records of a flow. The flow's own claim on the same record is renewed. A claim of another flow or record is taken over
 * if it is older than `heldSince`, or if its record was refused. One statement, and another one if keys were claimed earlier.
 *
 * @param claims the same key twice counts once
 */
export async function claimSyncRecords(
  db: Database,
  ownerUserId: OwnerId,
  flow: ClaimingFlow,
  claims: readonly WantedClaim[],
): Promise<RecordClaims> {
  const { origins, taken } = await claimFreeKeys(db, ownerUserId, flow, claims);
  if (taken.length === 0) return { earlier: [], refused: [], origins };
  const wanted = taken.flatMap((place) => {
    const { key, recordKey, sourceItemId } = claims[place] ?? { key: '', recordKey: null, sourceItemId: '' };
    const other = { key, isRecord: key === recordKey, sourceItemId };
    return recordKey === null || other.isRecord ? [other] : [other, { key: recordKey, isRecord: true, sourceItemId }];
  });
  return { ...(await claimTakenKeys(db, ownerUserId, flow, wanted)), origins };
}

/** @returns `taken`: the positions of claims with a key that has a claim */
async function claimFreeKeys(
  db: Database,
  ownerUserId: OwnerId,
  flow: ClaimingFlow,
  claims: readonly WantedClaim[],
): Promise<Pick<RecordClaims, 'origins'> & { taken: number[] }> {
  const { rows } = await db.execute<{ claimed: Pick<RecordClaims, 'origins'> & { taken: number[] } }>(sql`
    with ${lockTarget(ownerUserId, flow)}, wanted as (
      select distinct on (key) key, record_key, id, at from (
        select ${buildHash(ownerUserId, 'key')} as key, ${buildHash(ownerUserId, 'record_key')} as record_key, id, at - 1 as at
        from rows from (${unnestTexts(claims.map(({ key }) => key))}, ${unnestTexts(claims.map(({ recordKey }) => recordKey))},
          ${unnestTexts(claims.map(({ sourceItemId }) => sourceItemId))}) with ordinality as w(key, record_key, id, at)
      ) w order by key, at
    ), granted as (
      insert into sync_claims (key, record_key, flow_id, source_kind, source_item_id, claimed_at)
      select key, record_key, ${flow.flowId}::uuid, ${flow.sourceKind}, id, ${flow.at.toISOString()}::timestamptz from target_lock, wanted
      on conflict do nothing returning key
    ), origins as (
      with recursive chain (start, connector_id, entity, id, length) as (
        select distinct wanted.id, ${flow.source.connectorId}::text, ${flow.source.entity}::text, wanted.id, 0 from wanted
        where exists (select from sync_flows f where f.owner_user_id = ${ownerUserId}::uuid
          and f.target_connector_id = ${flow.source.connectorId} and f.target_entity = ${flow.source.entity})
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
      'taken', coalesce((select json_agg(at) from wanted where key not in (select key from granted)), '[]'::json),
      'origins', coalesce((select json_agg(json_build_object('sourceItemId', start, 'targetItemId', id)) from origins), '[]'::json)
    ) as claimed`);
  return rows[0]?.claimed ?? { taken: [], origins: [] };
}

/** Claims keys one by one, since only some of a record's keys may be free. */
async function claimTakenKeys(
  db: Database,
  ownerUserId: OwnerId,
  flow: ClaimingFlow,
  claims: readonly { key: string; isRecord: boolean; sourceItemId: string }[],
): Promise<Pick<RecordClaims, 'earlier' | 'refused'>> {
  const keyAt = (place: number) => claims[place]?.key ?? '';
  const { rows } = await db.execute<{ claimed: { earlier: (Omit<EarlierClaim, 'key'> & { at: number })[]; refused: number[] } }>(sql`
    with ${lockTarget(ownerUserId, flow)}, wanted as (
      select ${buildHash(ownerUserId, 'key')} as key, case when is_record::boolean then ${buildHash(ownerUserId, 'key')} end as record_key,
        id, at - 1 as at
      from rows from (${unnestTexts(claims.map(({ key }) => key))}, ${unnestTexts(claims.map(({ isRecord }) => String(isRecord)))},
        ${unnestTexts(claims.map(({ sourceItemId }) => sourceItemId))}) with ordinality as w(key, is_record, id, at)
    ), earlier as (
      select w.at, w.key as wanted_key, c.key, c.flow_id, c.source_kind, c.source_item_id, c.claimed_at, i.target_item_id, i.doubt, i.written,
        coalesce(i.last_updated_at >= c.claimed_at, false) as is_settled, (c.flow_id = ${flow.flowId}::uuid and c.source_item_id = w.id)
          or c.claimed_at < ${flow.heldSince.toISOString()}::timestamptz
          or coalesce(i.last_updated_at >= c.claimed_at and i.target_item_id is null and i.doubt ->> 'sinceMs' is null, false) as is_over
      from target_lock, wanted w join sync_claims c on c.key = w.key or c.record_key = w.record_key
      left join sync_items i on i.flow_id = c.flow_id and i.source_item_id = c.source_item_id
    ), deleted as (
      delete from sync_claims where key in (select key from earlier where is_over and key in (select key from wanted)) returning key
    ), loosened as (
      update sync_claims set record_key = null
      where key in (select key from earlier where is_over and key not in (select key from wanted)) returning key
    ), granted as (
      insert into sync_claims (key, record_key, flow_id, source_kind, source_item_id, claimed_at)
      select key, record_key, ${flow.flowId}::uuid, ${flow.sourceKind}, id, ${flow.at.toISOString()}::timestamptz
      from wanted where (select count(*) from deleted) + (select count(*) from loosened) >= 0
      on conflict do nothing returning key
    )
    select json_build_object(
      'earlier', coalesce((select json_agg(json_build_object('at', at, 'flowId', flow_id, 'sourceKind', source_kind,
        'sourceItemId', source_item_id, 'claimedAtMs', ${toEpochMs('claimed_at')}, 'isSettled', is_settled,
        'targetItemId', target_item_id, 'doubt', doubt, 'written', written)) from earlier), '[]'::json),
      'refused', coalesce((select json_agg(at) from wanted where key not in (select key from granted)), '[]'::json)
    ) as claimed`);
  const { earlier = [], refused = [] } = rows[0]?.claimed ?? {};
  return { earlier: earlier.map(({ at: place, ...claim }) => ({ ...claim, key: keyAt(place) })), refused: refused.map(keyAt) };
}

/** Syncs that claim two keys in different orders would wait for one another. */
function lockTarget(ownerUserId: OwnerId, { target }: ClaimingFlow) {
  const place = JSON.stringify([ownerUserId, target.connectorId, target.entity]);
  return sql`target_lock as materialized (select pg_advisory_xact_lock(hashtextextended(${place}, 0)))`;
}

function unnestTexts(texts: readonly (string | null)[]) {
  return sql`json_array_elements_text(${storableJson(texts)}::json)`;
}

/** Here, because hashing thousands of keys costs the Worker more than PostgreSQL. */
function buildHash(ownerUserId: OwnerId, column: string) {
  return sql`encode(substring(sha256(convert_to(${`${ownerUserId} `}::text || ${sql.raw(column)}, 'UTF8')) for 16), 'hex')::uuid`;
}
