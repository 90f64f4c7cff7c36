import { storableJson, storableText } from '@portage/primitives/storable';
import { sql } from 'drizzle-orm';
import type { Database } from '../connect.ts';
import type { ConflictRule, StoredOperation, SyncDirection, SyncItemStatus } from '../schema/sync.ts';
import { isUuid } from './text-search.ts';

/** Which flow a run wants to synchronise; it is made if it does not exist. */
export interface FlowClaim {
  newId: string;
  workflowId: string;
  flowKey: string;
  integrationType: string | null;
  dashboardEntity: string | null;
  direction: SyncDirection;
  source: { connectorTypeId: string; connectorId: string; entity: string };
  target: { connectorTypeId: string; connectorId: string; entity: string };
  runId: string;
  /** Where the first reading begins; null: at the beginning. */
  firstCursor: string | null;
  at: Date;
  leaseUntil: Date;
}

export interface ClaimedFlow {
  flowId: string;
  cursor: string | null;
  /** As the source's document had them at the last whole reading; null: not known. */
  cursorOf: string | null;
  sourceIdPath: string | null;
  isPaused: boolean;
  /** False: another run synchronises the flow. */
  isClaimed: boolean;
  /** The run that has the flow is over, but calls of it may still be under way: the flow is free soon. */
  isEnding: boolean;
}

/** Of the sync under way. */
export interface SyncCounts {
  read: number;
  created: number;
  updated: number;
  unchanged: number;
  skipped: number;
  failed: number;
}

/** An item as the engine reads it; instants in ms since the epoch. */
export interface SyncItemState {
  sourceItemId: string;
  targetItemId: string | null;
  status: SyncItemStatus;
  error: string | null;
  fingerprint: string | null;
  attempts: number;
  nextAttemptAtMs: number | null;
  writtenAtMs: number | null;
  targetChangedAtMs: number | null;
}

export interface SyncItemWrite extends SyncItemState {
  name: string;
  description: string | null;
  /** Null: it is too large to be kept. */
  sourceRecord: unknown;
  /** Null: what is stored stays. */
  written: unknown;
}

/** An item whose next attempt is due, with what is kept of the record as it was last read. */
export interface DueSyncItem extends SyncItemState, Pick<SyncItemWrite, 'name' | 'description' | 'sourceRecord'> {}

/** Whether a run may go on with a flow. */
export interface FlowHold {
  /** False: the flow was taken over by another run, or is gone. */
  isOurs: boolean;
  /** A person paused it, or deleted its workflow. */
  isPaused: boolean;
}

export interface KnownSyncItem extends SyncItemState {
  lastUpdatedAtMs: number;
}

/** What the engine must know of a page of records. */
export interface SyncPage extends FlowHold {
  items: KnownSyncItem[];
  /** By the record's id: what the flow of the other direction last wrote to it. */
  echoes: {
    sourceItemId: string;
    otherItemId: string;
    writtenAtMs: number | null;
    targetChangedAtMs: number | null;
    /** When the other record had last changed as it was carried over, in its system's words; null: unknown, or it was not carried over. */
    otherChangedAt: string | null;
    /** Its last change could not be carried over, or waits for a person. */
    isFailed: boolean;
    /** What the item says. */
    error: string | null;
  }[];
  /** By the key of the question. */
  links: { key: string; targetItemId: string }[];
}

/** A record of another flow between the two systems. */
export interface WantedLink {
  key: string;
  sourceItemId: string;
  /** Kinds of record that it may be in the source. */
  sourceEntities: readonly string[];
  /** Kinds of record that it may be in the target; empty: any. */
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
  /** Where the target's records have their time of change; null: it is not needed. */
  otherChangedAtPath: readonly string[] | null;
}

/** Takes a flow for a run, unless another run has it. One statement; repeated by the same run, it gives the same. */
export async function claimSyncFlow(ownerUserId: string, db: Database, claim: FlowClaim): Promise<ClaimedFlow> {
  const at = claim.at.toISOString();
  const { source, target } = claim;
  const { rows } = await db.execute<{
    id: string;
    cursor: string | null;
    cursor_of: string | null;
    source_id_path: string | null;
    is_paused: boolean;
    running_run_id: string | null;
    is_ending: boolean;
  }>(sql`
    insert into sync_flows as f (id, owner_user_id, workflow_id, flow_key, integration_type, dashboard_entity, direction,
      source_connector_type_id, source_connector_id, source_entity, target_connector_type_id, target_connector_id, target_entity,
      cursor, running_run_id, lease_until, started_at, created_at, last_updated_at)
    values (${claim.newId}::uuid, ${ownerUserId}::uuid, ${claim.workflowId}::uuid, ${claim.flowKey}, ${claim.integrationType}, ${claim.dashboardEntity},
      ${claim.direction}, ${source.connectorTypeId}, ${source.connectorId}, ${source.entity}, ${target.connectorTypeId}, ${target.connectorId},
      ${target.entity}, ${claim.firstCursor}, ${claim.runId}, ${claim.leaseUntil.toISOString()}::timestamptz, ${at}::timestamptz,
      ${at}::timestamptz, ${at}::timestamptz)
    on conflict (workflow_id, flow_key) do update set
      integration_type = excluded.integration_type, dashboard_entity = excluded.dashboard_entity, direction = excluded.direction,
      source_connector_type_id = excluded.source_connector_type_id, target_connector_type_id = excluded.target_connector_type_id,
      cursor = coalesce(f.cursor, excluded.cursor),
      started_at = case when ${isFresh(claim)} then excluded.started_at else f.started_at end,
      error = case when ${isFresh(claim)} then null else f.error end,
      read_count = case when ${isFresh(claim)} then 0 else f.read_count end,
      created_count = case when ${isFresh(claim)} then 0 else f.created_count end,
      updated_count = case when ${isFresh(claim)} then 0 else f.updated_count end,
      unchanged_count = case when ${isFresh(claim)} then 0 else f.unchanged_count end,
      skipped_count = case when ${isFresh(claim)} then 0 else f.skipped_count end,
      failed_count = case when ${isFresh(claim)} then 0 else f.failed_count end,
      running_run_id = case when ${mayTake(claim)} then excluded.running_run_id else f.running_run_id end,
      lease_until = case when ${mayTake(claim)} then excluded.lease_until else f.lease_until end,
      last_updated_at = case when ${mayTake(claim)} then excluded.last_updated_at else f.last_updated_at end
    where f.owner_user_id = excluded.owner_user_id
    returning id, cursor, cursor_of, source_id_path, is_paused, running_run_id,
      exists (select from workflow_instances w where w.id = running_run_id and ${IS_OVER}) as is_ending`);
  const [row] = rows;
  if (!row) throw new Error('The flow belongs to another owner');
  return {
    flowId: row.id,
    cursor: row.cursor,
    cursorOf: row.cursor_of,
    sourceIdPath: row.source_id_path,
    isPaused: row.is_paused,
    isClaimed: row.running_run_id === claim.runId,
    isEnding: row.running_run_id !== claim.runId && row.is_ending && !row.is_paused,
  };
}

/** Says why a flow cannot begin. A flow that was never synced has no row, and one that another run has keeps its state. */
export async function failSyncFlow(
  ownerUserId: string,
  db: Database,
  flow: { workflowId: string; flowKey: string; runId: string; error: string; at: Date },
): Promise<void> {
  const at = flow.at.toISOString();
  await db.execute(sql`
    update sync_flows f set error = ${storableText(flow.error)}, last_updated_at = ${at}::timestamptz
    where f.owner_user_id = ${ownerUserId}::uuid and f.workflow_id = ${flow.workflowId}::uuid and f.flow_key = ${flow.flowKey} and ${mayTake(flow)}`);
}

/** Some items of a flow with their records, the last changed first. */
export async function listKeptRecords(db: Database, flowId: string, limit: number): Promise<KeptRecord[]> {
  const { rows } = await db.execute<KeptRecord & Record<string, unknown>>(sql`
    select source_item_id as "sourceItemId", source_record as "sourceRecord" from sync_items
    where flow_id = ${flowId}::uuid and source_record is not null order by last_updated_at desc, source_item_id desc limit ${limit}`);
  return rows;
}

export type KeptRecord = Pick<SyncItemWrite, 'sourceItemId' | 'sourceRecord'>;

/** A deleted workflow keeps its flows as they are, in case it is restored. */
const IS_STOPPED = sql.raw(`(is_paused or exists (select from workflows w where w.id = sync_flows.workflow_id and w.is_deleted))`);
const IS_OVER = sql.raw(`w.status not in ('Scheduled', 'InProgress', 'Delayed')`);
/** A call of a run that is over ends within a minute (durable-runs/src/egress/send-outside.ts); the rest is for clocks that differ. */
const LAST_CALLS_MS = 90_000;

/** The flow is free, this run has it, or the run that had it fell silent or is over with all its calls; no run takes a paused flow. */
function mayTake({ runId, at }: Pick<FlowClaim, 'runId' | 'at'>) {
  const endedBefore = new Date(at.getTime() - LAST_CALLS_MS).toISOString();
  return sql`(not f.is_paused and (f.running_run_id is null or f.running_run_id = ${runId} or f.lease_until < ${at.toISOString()}::timestamptz
    or exists (select from workflow_instances w where w.id = f.running_run_id and ${IS_OVER}
      and coalesce(w.finished_at, w.last_updated_at) < ${endedBefore}::timestamptz)))`;
}

function isFresh(claim: FlowClaim) {
  return sql`(${mayTake(claim)} and f.running_run_id is distinct from ${claim.runId})`;
}

/** Reads what is known of a page of records: one statement. */
export async function readSyncPage(ownerUserId: string, db: Database, question: SyncPageQuestion): Promise<SyncPage> {
  const { flowId, runId, sourceItemIds, oppositeKey, links, sourceConnectorId, targetConnectorId } = question;
  const ids = storableJson(sourceItemIds);
  const wanted = storableJson(links);
  const { rows } = await db.execute<{
    page: Omit<SyncPage, 'isOurs' | 'isPaused'> & { flow: { isPaused: boolean; isOurs: boolean } | null };
  }>(sql`
    with ids as (select value as id from json_array_elements_text(${ids}::json)),
    wanted as (select key, "sourceItemId" as id, "sourceEntities" as entities, "targetEntities" as targets
      from json_to_recordset(${wanted}::json) as w(key text, "sourceItemId" text, "sourceEntities" json, "targetEntities" json)),
    other as (select id from sync_flows where owner_user_id = ${ownerUserId}::uuid and flow_key = ${oppositeKey})
    select json_build_object(
      'flow', (select json_build_object('isPaused', ${IS_STOPPED}, 'isOurs', running_run_id is not distinct from ${runId})
        from sync_flows where id = ${flowId}::uuid),
      'items', coalesce((select json_agg(${itemJson('i')}) from sync_items i join ids on ids.id = i.source_item_id where i.flow_id = ${flowId}::uuid), '[]'::json),
      'echoes', coalesce((select json_agg(json_build_object('sourceItemId', i.target_item_id, 'otherItemId', i.source_item_id,
          'writtenAtMs', ${msOf('i.written_at')}, 'targetChangedAtMs', ${msOf('i.target_changed_at')}, 'otherChangedAt', ${otherChangedAt(question)},
          'isFailed', i.status in ('Error', 'InProgress') and i.error is not null, 'error', i.error))
        from other join sync_items i on i.flow_id = other.id join ids on ids.id = i.target_item_id), '[]'::json),
      'links', coalesce((select json_agg(l) from (
        select wanted.key, i.target_item_id as "targetItemId"
        from wanted join sync_flows f on f.owner_user_id = ${ownerUserId}::uuid and f.source_connector_id = ${sourceConnectorId}
          and f.target_connector_id = ${targetConnectorId} and f.source_entity in (select json_array_elements_text(wanted.entities))
          and ${isWantedTarget('f.target_entity')}
        join sync_items i on i.flow_id = f.id and i.source_item_id = wanted.id and i.target_item_id is not null
        union all
        select wanted.key, i.source_item_id
        from wanted join sync_flows f on f.owner_user_id = ${ownerUserId}::uuid and f.source_connector_id = ${targetConnectorId}
          and f.target_connector_id = ${sourceConnectorId} and f.target_entity in (select json_array_elements_text(wanted.entities))
          and ${isWantedTarget('f.source_entity')}
        join sync_items i on i.flow_id = f.id and i.target_item_id = wanted.id
      ) l), '[]'::json)
    ) as page`);
  const page = rows[0]?.page;
  if (!page) throw new Error('PostgreSQL gave no row');
  const { flow, ...rest } = page;
  return { ...rest, isOurs: flow?.isOurs ?? false, isPaused: flow?.isPaused ?? false };
}

/** An item in Error keeps the record as it was last read, which is not what was carried over. */
function otherChangedAt({ otherChangedAtPath }: SyncPageQuestion) {
  if (otherChangedAtPath === null) return sql`null`;
  const path = sql`(select array_agg(value order by ordinality) from json_array_elements_text(${storableJson(otherChangedAtPath)}::json) with ordinality)`;
  return sql`case when i.status in ('Success', 'Skipped') then i.source_record #>> ${path} end`;
}

function isWantedTarget(column: string) {
  return sql.raw(`(json_array_length(wanted.targets) = 0 or ${column} in (select json_array_elements_text(wanted.targets)))`);
}

function msOf(column: string) {
  return sql.raw(`(extract(epoch from ${column}) * 1000)::bigint`);
}

function itemJson(alias: string) {
  const of = (column: string) => sql.raw(`${alias}.${column}`);
  return sql`json_build_object('sourceItemId', ${of('source_item_id')}, 'targetItemId', ${of('target_item_id')}, 'status', ${of('status')},
    'error', ${of('error')}, 'fingerprint', ${of('fingerprint')}, 'attempts', ${of('attempts')},
    'nextAttemptAtMs', ${msOf(`${alias}.next_attempt_at`)}, 'writtenAtMs', ${msOf(`${alias}.written_at`)},
    'targetChangedAtMs', ${msOf(`${alias}.target_changed_at`)}, 'lastUpdatedAtMs', ${msOf(`${alias}.last_updated_at`)})`;
}

/** Items whose next attempt is due. */
export async function listDueSyncItems(db: Database, flowId: string, before: Date, limit: number): Promise<DueSyncItem[]> {
  const { rows } = await db.execute<{ item: SyncItemState } & Pick<SyncItemWrite, 'name' | 'description' | 'sourceRecord'>>(sql`
    select ${itemJson('i')} as item, i.name, i.description, i.source_record as "sourceRecord" from sync_items i
    where i.flow_id = ${flowId}::uuid and i.next_attempt_at <= ${before.toISOString()}::timestamptz
    order by i.next_attempt_at, i.source_item_id limit ${limit}`);
  return rows.map(({ item, ...kept }) => ({ ...item, ...kept }));
}

/** Which source records of the flow the target's records belong to already. */
export async function listSyncItemsOfTargets(
  db: Database,
  flowId: string,
  targetItemIds: readonly string[],
): Promise<{ sourceItemId: string; targetItemId: string }[]> {
  const { rows } = await db.execute<{ sourceItemId: string; targetItemId: string }>(sql`
    select source_item_id as "sourceItemId", target_item_id as "targetItemId" from sync_items
    where flow_id = ${flowId}::uuid and target_item_id in (select value from json_array_elements_text(${storableJson(targetItemIds)}::json))`);
  return rows;
}

/** What the flow wrote last of a record; null: nothing, or it is too large to be kept. */
export async function findLastWritten(db: Database, flowId: string, sourceItemId: string): Promise<Record<string, unknown> | null> {
  const { rows } = await db.execute<{ written: Record<string, unknown> | null }>(sql`
    select written from sync_items where flow_id = ${flowId}::uuid and source_item_id = ${sourceItemId}`);
  return rows[0]?.written ?? null;
}

/** Puts items and how far the sync is: one statement, the same however often it is repeated. It also says whether the sync may go on. */
export async function writeSyncItems(
  db: Database,
  flow: { flowId: string; runId: string; counts: SyncCounts; at: Date; leaseUntil: Date },
  items: readonly SyncItemWrite[],
): Promise<FlowHold> {
  const at = flow.at.toISOString();
  const { counts } = flow;
  const { rows } = await db.execute<{ is_stopped: boolean }>(sql`
    with written as (
      insert into sync_items (flow_id, source_item_id, target_item_id, name, description, status, error, fingerprint, source_record, written,
        attempts, next_attempt_at, written_at, target_changed_at, created_at, last_updated_at)
      select ${flow.flowId}::uuid, r."sourceItemId", r."targetItemId", r.name, r.description, r.status, r.error, r.fingerprint, r."sourceRecord",
        r.written, r.attempts, to_timestamp(r."nextAttemptAtMs" / 1000.0), to_timestamp(r."writtenAtMs" / 1000.0),
        to_timestamp(r."targetChangedAtMs" / 1000.0), ${at}::timestamptz, ${at}::timestamptz
      from json_to_recordset(${storableJson(items)}::json) as r("sourceItemId" text, "targetItemId" text, name text, description text, status text,
        error text, fingerprint text, "sourceRecord" json, written json, attempts int, "nextAttemptAtMs" bigint, "writtenAtMs" bigint,
        "targetChangedAtMs" bigint)
      on conflict (flow_id, source_item_id) do update set
        target_item_id = excluded.target_item_id, name = excluded.name, description = excluded.description, status = excluded.status,
        error = excluded.error, fingerprint = excluded.fingerprint, source_record = excluded.source_record,
        written = coalesce(excluded.written, sync_items.written), attempts = excluded.attempts, next_attempt_at = excluded.next_attempt_at,
        written_at = excluded.written_at, target_changed_at = excluded.target_changed_at, last_updated_at = excluded.last_updated_at
    )
    update sync_flows set read_count = ${counts.read}, created_count = ${counts.created}, updated_count = ${counts.updated},
      unchanged_count = ${counts.unchanged}, skipped_count = ${counts.skipped}, failed_count = ${counts.failed},
      lease_until = ${flow.leaseUntil.toISOString()}::timestamptz, last_updated_at = ${at}::timestamptz
    where id = ${flow.flowId}::uuid and running_run_id = ${flow.runId} returning ${IS_STOPPED} as is_stopped`);
  return { isOurs: rows.length > 0, isPaused: rows[0]?.is_stopped ?? false };
}

/** Items that share a record of the target with another one say so. @param messages by the items' ids */
export async function markSyncConflicts(db: Database, flowId: string, messages: ReadonlyMap<string, string>, at: Date): Promise<void> {
  const rows = [...messages].map(([id, message]) => ({ id, message }));
  await db.execute(sql`
    update sync_items set status = 'Error', error = r.message, attempts = 0, next_attempt_at = null, last_updated_at = ${at.toISOString()}::timestamptz
    from json_to_recordset(${storableJson(rows)}::json) as r(id text, message text)
    where flow_id = ${flowId}::uuid and source_item_id = r.id`);
}

/** Makes items due that were in conflict with one that is not any more. @param messages that they share with it */
export async function endSyncConflicts(db: Database, flowId: string, messages: readonly string[], at: Date): Promise<void> {
  await db.execute(sql`
    update sync_items set next_attempt_at = ${at.toISOString()}::timestamptz
    where flow_id = ${flowId}::uuid and status = 'Error' and next_attempt_at is null
      and error in (select value from json_array_elements_text(${storableJson(messages)}::json))`);
}

const IS_IN_CONFLICT = sql.raw(`status = 'Error' and attempts = 0 and fingerprint is not null and next_attempt_at is null`);

/** Some items that share a record of the target with another one, each time other ones. */
export async function listSyncConflicts(db: Database, flowId: string, limit: number): Promise<{ sourceItemId: string }[]> {
  const { rows } = await db.execute<{ sourceItemId: string }>(sql`
    select source_item_id as "sourceItemId" from sync_items
    where flow_id = ${flowId}::uuid and ${IS_IN_CONFLICT} order by random() limit ${limit}`);
  return rows;
}

/** Leaves the record of the target that these items share with others to the others, which become due. One statement; repeated, it gives the same. */
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
    update sync_items set status = 'Skipped', error = ${storableText(reason)}, fingerprint = null, target_item_id = null,
      last_updated_at = ${at.toISOString()}::timestamptz
    where flow_id = ${flowId}::uuid and source_item_id in (select id from gone)`);
}

/** How a reading ended. */
export interface FlowRelease {
  /** The cursor with which the reading began. Where a person set the flow to another place meanwhile, it stays there. */
  from: string | null;
  /** How far the source was read; null: the cursor stays. */
  cursor: string | null;
  /** Of the source's document; null: what is stored stays. */
  cursorOf: string | null;
  sourceIdPath: string | null;
  /** The source was read to its end. */
  isWhole: boolean;
  error: string | null;
}

/** Gives a flow back. */
export async function releaseSyncFlow(db: Database, flow: FlowRelease & { flowId: string; runId: string; at: Date }): Promise<void> {
  const at = flow.at.toISOString();
  const isThere = sql`cursor is not distinct from ${flow.from}`;
  await db.execute(sql`
    update sync_flows set running_run_id = null, lease_until = null, error = ${flow.error === null ? null : storableText(flow.error)},
      cursor = case when ${isThere} then coalesce(${flow.cursor}, cursor) else cursor end,
      cursor_of = case when ${isThere} then coalesce(${flow.cursorOf}, cursor_of) else cursor_of end,
      source_id_path = coalesce(${flow.sourceIdPath}, source_id_path), synced_at = case when ${flow.isWhole} then ${at}::timestamptz else synced_at end,
      last_updated_at = ${at}::timestamptz
    where id = ${flow.flowId}::uuid and running_run_id = ${flow.runId}`);
}

/**
 * Whether a person asked for more of a flow while a run had it: items that became due, or another place to read from. The run that the
 * person's call began left the flow out, because it was taken. Ask after the release: a run that begins later finds the flow free.
 *
 * @param cursor where the run left the flow
 * @param since when the run took it
 */
export async function isSyncFlowAskedAgain(db: Database, flowId: string, cursor: string | null, since: Date, at: Date): Promise<boolean> {
  const { rows } = await db.execute<{ isAsked: boolean }>(sql`
    select f.cursor is distinct from ${cursor} or exists (
      select 1 from sync_items i where i.flow_id = f.id and i.status = 'InProgress' and i.error is null
        and i.next_attempt_at > ${since.toISOString()}::timestamptz and i.next_attempt_at <= ${at.toISOString()}::timestamptz
    ) as "isAsked" from sync_flows f where f.id = ${flowId}::uuid`);
  return rows[0]?.isAsked ?? false;
}

/** What a person set up for a workflow; null: nothing yet. */
export async function findIntegrationOfWorkflow(
  ownerUserId: string,
  db: Database,
  workflowId: string,
  integrationType: string,
): Promise<{
  directionType: SyncDirection;
  lastSyncDate: Date | null;
  operations: { Source?: StoredOperation; Target?: StoredOperation };
  conflictRule: ConflictRule;
  carriesDeletions: boolean;
  targetExternalIdFields: string[];
} | null> {
  if (!isUuid(workflowId)) return null;
  const { rows } = await db.execute<{ row: Record<string, unknown> }>(sql`
    select json_build_object('directionType', direction_type, 'lastSyncDateMs', ${msOf('last_sync_date')}, 'operations', operations,
      'conflictRule', conflict_rule, 'carriesDeletions', carries_deletions, 'targetExternalIdFields', target_external_id_fields) as row
    from integrations where workflow_id = ${workflowId}::uuid and integration_type = ${integrationType} and owner_user_id = ${ownerUserId}::uuid`);
  const row = rows[0]?.row as
    | (Omit<NonNullable<Awaited<ReturnType<typeof findIntegrationOfWorkflow>>>, 'lastSyncDate'> & { lastSyncDateMs: number | null })
    | undefined;
  if (!row) return null;
  const { lastSyncDateMs, ...rest } = row;
  return { ...rest, lastSyncDate: lastSyncDateMs === null ? null : new Date(lastSyncDateMs) };
}
