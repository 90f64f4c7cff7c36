import { findConnectorType, listSyncFlows, type SyncFlowRecord, setSyncFlowCursor } from '@portage/database';
import type { UserContext } from '../http/context.ts';
import { loadEntities } from './entities-of.ts';

/**
 * Makes the next read of a flow begin at a date. A source that counts its changes with its own numbers knows no dates: it is read
 * from the start, and unchanged records aren't written again.
 */
export async function rewindFlow(flow: SyncFlowRecord, since: Date, context: UserContext): Promise<void> {
  const type = await findConnectorType(context.db, 'everyone', flow.sourceConnectorTypeId);
  const entities = type ? await loadEntities(context, type) : [];
  const format = entities.find(({ name }) => name === flow.sourceEntity)?.list?.cursor?.format;
  const cursor = format === 'number' ? null : String(since.getTime());
  await setSyncFlowCursor(context.db, context.user.id, flow.id, cursor);
}

export async function rewindIntegration(workflowId: string, integrationType: string, since: Date, context: UserContext): Promise<void> {
  const { flows } = await listSyncFlows(context.db, context.user.id, { workflowId, pageIndex: 0, pageSize: MOST_FLOWS });
  for (const flow of flows) {
    if (flow.integrationType === integrationType) await rewindFlow(flow, since, context);
  }
}

/** An integration has one flow for itself and one for each dependent entity. */
const MOST_FLOWS = 500;
