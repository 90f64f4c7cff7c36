import type { OwnerId } from '@portage/contracts';
import { and, asc, desc, eq, getTableColumns, ne, not, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { HttpDatabase } from '../../connect.ts';
import { connectorTypes } from '../../schema/connector-types.ts';
import { connectors } from '../../schema/connectors.ts';
import { DASHBOARD_TARGET, type SyncFlowRow, syncFlows, syncItems } from '../../schema/sync.ts';
import { workflowInstances } from '../../schema/workflow-instances.ts';
import { workflows } from '../../schema/workflows.ts';
import { type Page, toLimitOffset } from '../rows/scope.ts';
import { isUuid } from '../rows/text-search.ts';
import { type SyncItemCounts, selectItemCounts, toItemCounts } from './sync-item-counts.ts';

/** Items per statement, few enough to finish well within the statement timeout. */
const ITEMS_AT_ONCE = 5_000;

/** A flow with the names of what it connects; null: deleted for good. */
export interface SyncFlowRecord extends SyncFlowRow {
  workflowName: string;
  isWorkflowActive: boolean;
  isScheduled: boolean;
  /** The run that last had the flow is over, whether or not it released it. */
  isRunOver: boolean;
  sourceConnectorTypeName: string | null;
  sourceConnectorName: string | null;
  targetConnectorTypeName: string | null;
  targetConnectorName: string | null;
  items: SyncItemCounts;
}

export interface SyncFlowFilter extends Page {
  workflowId?: string | undefined;
}

const [sourceTypes, targetTypes] = [alias(connectorTypes, 'source_types'), alias(connectorTypes, 'target_types')];
const [sources, targets] = [alias(connectors, 'sources'), alias(connectors, 'targets')];
const own = (ownerUserId: OwnerId, flowId: string) => and(eq(syncFlows.id, flowId), eq(syncFlows.ownerUserId, ownerUserId));

const read = (db: HttpDatabase, condition: SQL | undefined) =>
  db
    .select({
      ...getTableColumns(syncFlows),
      workflowName: workflows.name,
      isWorkflowActive: workflows.isActive,
      isScheduled: sql<boolean>`${workflows.triggerType} is not distinct from 'Scheduled'`,
      isRunOver: sql<boolean>`exists (select from ${workflowInstances} w where w.id = ${syncFlows.runningRunId}
        and w.status not in ('Scheduled', 'InProgress', 'Delayed'))`,
      sourceConnectorTypeName: sourceTypes.name,
      sourceConnectorName: sources.name,
      targetConnectorTypeName: targetTypes.name,
      targetConnectorName: targets.name,
    })
    .from(syncFlows)
    .innerJoin(workflows, and(eq(workflows.id, syncFlows.workflowId), not(workflows.isDeleted)))
    .leftJoin(sourceTypes, eq(sourceTypes.id, syncFlows.sourceConnectorTypeId))
    .leftJoin(targetTypes, eq(targetTypes.id, syncFlows.targetConnectorTypeId))
    .leftJoin(sources, and(sql`${sources.id}::text = ${syncFlows.sourceConnectorId}`, eq(sources.userId, syncFlows.ownerUserId)))
    .leftJoin(targets, and(sql`${targets.id}::text = ${syncFlows.targetConnectorId}`, eq(targets.userId, syncFlows.ownerUserId)))
    .where(condition);

async function withCounts(db: HttpDatabase, rows: Omit<SyncFlowRecord, 'items'>[]): Promise<SyncFlowRecord[]> {
  if (rows.length === 0) return [];
  const flowIds = rows.map(({ id }) => id);
  const counted = await selectItemCounts(db, flowIds);
  return rows.map((row) => ({ ...row, items: toItemCounts(counted.filter(({ flowId }) => flowId === row.id)) }));
}

/**
 * All of the owner's flows, last changed first; flows of one workflow in the order they were created. What a Dashboard step stores
 * about its reading isn't a flow between two systems and has no items: it is left out.
 */
export async function listSyncFlows(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  filter: SyncFlowFilter,
): Promise<{ flows: SyncFlowRecord[]; totalCount: number }> {
  const { workflowId } = filter;
  if (workflowId !== undefined && !isUuid(workflowId)) return { flows: [], totalCount: 0 };
  const condition = and(
    eq(syncFlows.ownerUserId, ownerUserId),
    ne(syncFlows.targetConnectorTypeId, DASHBOARD_TARGET),
    workflowId === undefined ? undefined : eq(syncFlows.workflowId, workflowId),
  );
  const order =
    workflowId === undefined ? [desc(syncFlows.lastUpdatedAt), desc(syncFlows.id)] : [asc(syncFlows.createdAt), asc(syncFlows.id)];
  const { limit, offset } = toLimitOffset(filter);
  const [rows, counts] = await db.batch([
    read(db, condition)
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
    db
      .select({ count: sql<number>`count(*)::int` })
      .from(syncFlows)
      .innerJoin(workflows, and(eq(workflows.id, syncFlows.workflowId), not(workflows.isDeleted)))
      .where(condition),
  ]);
  return { flows: await withCounts(db, rows), totalCount: counts[0]?.count ?? 0 };
}

/** Null if the owner has no such flow. */
export async function findSyncFlow(db: HttpDatabase, ownerUserId: OwnerId, flowId: string): Promise<SyncFlowRecord | null> {
  if (!isUuid(flowId)) return null;
  const [flow] = await withCounts(db, await read(db, own(ownerUserId, flowId)).limit(1));
  return flow ?? null;
}

/** The id of a workflow's flow by what it connects; null: it never ran. */
export async function findSyncFlowId(db: HttpDatabase, ownerUserId: OwnerId, workflowId: string, flowKey: string): Promise<string | null> {
  if (!isUuid(workflowId)) return null;
  const [row] = await db
    .select({ id: syncFlows.id })
    .from(syncFlows)
    .where(and(eq(syncFlows.workflowId, workflowId), eq(syncFlows.flowKey, flowKey), eq(syncFlows.ownerUserId, ownerUserId)));
  return row?.id ?? null;
}

/** A sync in progress checks this between two pages. */
export async function setSyncFlowPaused(db: HttpDatabase, ownerUserId: OwnerId, flowId: string, isPaused: boolean): Promise<void> {
  if (!isUuid(flowId)) return;
  await db.update(syncFlows).set({ isPaused }).where(own(ownerUserId, flowId));
}

/** The next reading begins here; null: at the source’s start. */
export async function setSyncFlowCursor(db: HttpDatabase, ownerUserId: OwnerId, flowId: string, cursor: string | null): Promise<void> {
  if (!isUuid(flowId)) return;
  await db.update(syncFlows).set({ cursor, cursorOf: null }).where(own(ownerUserId, flowId));
}

/** Forgets which records of the source belong to which of the target. */
export async function forgetSyncItems(db: HttpDatabase, ownerUserId: OwnerId, flowId: string): Promise<void> {
  if (!isUuid(flowId)) return;
  const flow = sql`select f.id from ${syncFlows} f where f.id = ${flowId} and f.owner_user_id = ${ownerUserId}`;
  for (let deleted = ITEMS_AT_ONCE; deleted === ITEMS_AT_ONCE; ) {
    const result = await db.execute(sql`delete from ${syncItems} where (flow_id, source_item_id) in (
      select i.flow_id, i.source_item_id from ${syncItems} i where i.flow_id in (${flow}) limit ${ITEMS_AT_ONCE})`);
    deleted = result.rowCount ?? 0;
  }
}
