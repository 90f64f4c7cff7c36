import type { HandlerResult } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { SyncFlowRecord, SyncItemRecord, SyncItemRow } from '@portage/database';
import type { TitlesOfFlow } from './entity-titles.ts';

type Flow = HandlerResult<Calls, 'GET /api/integrations/flows/{flowId}'>['flow'];
type Item = HandlerResult<Calls, 'GET /api/integrations/flows/{flowId}/items'>['items'][number];
type ItemDetails = HandlerResult<Calls, 'GET /api/integrations/flows/{flowId}/items/{itemId}'>['item'];

type Lease = Pick<SyncFlowRecord, 'runningRunId' | 'leaseUntil' | 'isRunOver'>;

/** Whether a run is syncing the flow right now. An expired lease belongs to a run that is gone. */
export function isRunning({ runningRunId, leaseUntil, isRunOver }: Lease, now: Date): boolean {
  return runningRunId !== null && !isRunOver && leaseUntil !== null && leaseUntil > now;
}

/** @param nextSyncAt from the workflow's schedule */
export function presentFlow(flow: SyncFlowRecord, titlesOf: TitlesOfFlow, nextSyncAt: string | null, now: Date): Flow {
  const running = isRunning(flow, now);
  const titles = titlesOf(flow);
  const { syncedAt } = flow;
  return {
    id: flow.id,
    workflowId: flow.workflowId,
    workflowName: flow.workflowName,
    integrationType: flow.integrationType,
    dashboardEntity: flow.dashboardEntity,
    direction: flow.direction,
    source: {
      connectorTypeId: flow.sourceConnectorTypeId,
      connectorTypeName: flow.sourceConnectorTypeName,
      connectorId: flow.sourceConnectorId,
      connectorName: flow.sourceConnectorName,
      entity: flow.sourceEntity,
      entityTitle: titles.source,
    },
    target: {
      connectorTypeId: flow.targetConnectorTypeId,
      connectorTypeName: flow.targetConnectorTypeName,
      connectorId: flow.targetConnectorId,
      connectorName: flow.targetConnectorName,
      entity: flow.targetEntity,
      entityTitle: titles.target,
    },
    state: running ? 'Running' : flow.isPaused ? 'Paused' : flow.error === null ? 'Idle' : 'Failed',
    error: flow.error,
    isPaused: flow.isPaused,
    startedAt: flow.startedAt?.toISOString() ?? null,
    syncedAt: syncedAt?.toISOString() ?? null,
    nextSyncAt,
    lagSeconds: syncedAt === null ? null : Math.max(0, Math.floor((now.getTime() - syncedAt.getTime()) / 1_000)),
    workflowInstanceId: running ? flow.runningRunId : null,
    counts: {
      read: flow.readCount,
      created: flow.createdCount,
      updated: flow.updatedCount,
      unchanged: flow.unchangedCount,
      skipped: flow.skippedCount,
      waiting: flow.waitingCount,
      failed: flow.failedCount,
    },
    items: flow.items,
  };
}

/** An item as shown to people (spec INT-13). */
export function presentItem(item: SyncItemRecord, { sourceConnectorTypeId, targetConnectorTypeId }: ItemFlow): Item {
  return {
    sourceConnectorTypeId,
    targetConnectorTypeId,
    sourceItemId: item.sourceItemId,
    targetItemId: item.targetItemId,
    name: item.name,
    description: item.description,
    createdAt: item.createdAt.toISOString(),
    lastUpdatedAt: item.lastUpdatedAt.toISOString(),
    status: item.status,
    error: item.error,
    writtenAt: item.writtenAt?.toISOString() ?? null,
    nextAttemptAt: item.nextAttemptAt?.toISOString() ?? null,
    workflowInstanceId: item.runId,
  };
}

type ItemFlow = Pick<SyncFlowRecord, 'sourceConnectorTypeId' | 'targetConnectorTypeId'>;

export function presentItemDetails(item: SyncItemRow, flow: ItemFlow): ItemDetails {
  const { sourceRecord = null, written = null, refusal = null } = item;
  return { ...presentItem(item, flow), sourceRecord, written, refusal };
}
