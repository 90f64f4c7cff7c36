import type { OwnerId } from '@portage/contracts';
import { storableText } from '@portage/primitives/storable';
import type { SyncDirection } from '@portage/workflow';
import { sql } from 'drizzle-orm';
import type { Database } from '../../connect.ts';

/** Which flow a run wants to sync; it is created if it doesn't exist. */
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
  /** Where the first reading begins; null: at the start. */
  firstCursor: string | null;
  at: Date;
  leaseUntil: Date;
}

export interface ClaimedFlow {
  flowId: string;
  cursor: string | null;
  /** As in the source's document at the last whole reading; null: unknown. */
  cursorOf: string | null;
  sourceIdPath: string | null;
  isPaused: boolean;
  /** False: another run is syncing the flow. */
  isClaimed: boolean;
  /** The run that has the flow is over, but its calls may still be in progress: the flow is free soon. */
  isEnding: boolean;
}

const IS_OVER = sql.raw(`w.status not in ('Scheduled', 'InProgress', 'Delayed')`);
/** A call of a run that is over ends within a minute (durable-runs/src/egress/send-outside.ts); the rest allows for differing clocks. */
const LAST_CALLS_MS = 90_000;

/** Claims a flow for a run, unless another run has it. One statement; repeated by the same run, it gives the same result. */
export async function claimSyncFlow(db: Database, ownerUserId: OwnerId, claim: FlowClaim): Promise<ClaimedFlow> {
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
      waiting_count = case when ${isFresh(claim)} then 0 else f.waiting_count end,
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

/** Stores why a flow can't begin. A flow that was never synced has no row, and one that another run has keeps its state. */
export async function failSyncFlow(
  db: Database,
  ownerUserId: OwnerId,
  flow: { workflowId: string; flowKey: string; runId: string; error: string; at: Date },
): Promise<void> {
  const at = flow.at.toISOString();
  await db.execute(sql`
    update sync_flows f set error = ${storableText(flow.error)}, last_updated_at = ${at}::timestamptz
    where f.owner_user_id = ${ownerUserId}::uuid and f.workflow_id = ${flow.workflowId}::uuid and f.flow_key = ${flow.flowKey} and ${mayTake(flow)}`);
}

export interface FlowRelease {
  /** The cursor with which the reading began. If a person moved the flow elsewhere in the meantime, it stays there. */
  from: string | null;
  /** How far the source was read; null: the cursor stays. */
  cursor: string | null;
  /** From the source's document; null: the stored value stays. */
  cursorOf: string | null;
  sourceIdPath: string | null;
  /** The source was read to its end. */
  isWhole: boolean;
  error: string | null;
}

/** Releases a flow. */
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
 * Whether a person requested more from a flow while a run had it: items that became due, or another starting point. The run that the person
 * started skipped the flow, because it was claimed. Ask after the release: a run that begins later finds the flow free.
 *
 * @param cursor where the run left the flow
 * @param since when the run claimed it
 */
export async function isSyncFlowAskedAgain(db: Database, flowId: string, cursor: string | null, since: Date, at: Date): Promise<boolean> {
  const { rows } = await db.execute<{ isAsked: boolean }>(sql`
    select f.cursor is distinct from ${cursor} or exists (
      select 1 from sync_items i where i.flow_id = f.id and i.status = 'InProgress' and i.error is null
        and i.next_attempt_at > ${since.toISOString()}::timestamptz and i.next_attempt_at <= ${at.toISOString()}::timestamptz
    ) as "isAsked" from sync_flows f where f.id = ${flowId}::uuid`);
  return rows[0]?.isAsked ?? false;
}

/** The flow is free, this run has it, or the run that had it went silent or is over with all its calls; no run claims a paused flow. */
function mayTake({ runId, at }: Pick<FlowClaim, 'runId' | 'at'>) {
  const endedBefore = new Date(at.getTime() - LAST_CALLS_MS).toISOString();
  return sql`(not f.is_paused and (f.running_run_id is null or f.running_run_id = ${runId} or f.lease_until < ${at.toISOString()}::timestamptz
    or exists (select from workflow_instances w where w.id = f.running_run_id and ${IS_OVER}
      and coalesce(w.finished_at, w.last_updated_at) < ${endedBefore}::timestamptz)))`;
}

function isFresh(claim: FlowClaim) {
  return sql`(${mayTake(claim)} and f.running_run_id is distinct from ${claim.runId})`;
}
