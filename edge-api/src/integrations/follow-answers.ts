import { listParentParameters } from '@portage/connectors/entities';
import { findConnectorType, findSyncFlow, findSyncFlowId, forgetSyncItems } from '@portage/database';
import { isSameJson } from '@portage/primitives/json';
import { buildFlowKey, type FlowDefinition, flowsOfIntegration, type Integration } from '@portage/sync';
import type { UserContext } from '../http/context.ts';
import { loadEntities } from './entities-of.ts';
import { rewindFlow } from './rewind-flow.ts';

const BEGINNING = new Date(0);

/**
 * Makes flows follow the answers that their entities ask for, such as a campaign or an event. If an answer changed, the source is read
 * from the start: another campaign's records may be older than the last sync. If records go to another target, the links to records in
 * the earlier one are dropped, so that each record is looked up in the new target before it is created there.
 */
export async function followAnswers(workflowId: string, before: Integration, after: Integration, context: UserContext): Promise<void> {
  const earlier = flowsByKey(before);
  for (const [key, flow] of flowsByKey(after)) {
    const old = earlier.get(key);
    if (!old) continue;
    const [read, written] = [changedNames(old.source, flow.source), changedNames(old.target, flow.target)];
    if (read.length + written.length === 0) continue;
    const flowId = await findSyncFlowId(context.db, context.user.id, workflowId, key);
    const stored = flowId === null ? null : await findSyncFlow(context.db, context.user.id, flowId);
    if (!stored) continue;
    const isMoved = written.length > 0 && (await isTargetMoved(flow.target, written, context));
    if (isMoved) await forgetSyncItems(context.db, context.user.id, stored.id);
    if (isMoved || read.length > 0) await rewindFlow(stored, BEGINNING, context);
  }
}

function flowsByKey(integration: Integration): Map<string, FlowDefinition> {
  const made = flowsOfIntegration(integration);
  return new Map(made.ok ? made.flows.map((flow) => [buildFlowKey(flow), flow]) : []);
}

function changedNames({ parameters: before }: FlowDefinition['source'], { parameters: after }: FlowDefinition['source']): string[] {
  return Object.keys({ ...before, ...after }).filter((name) => !isSameJson(before[name] ?? null, after[name] ?? null));
}

async function isTargetMoved({ connectorTypeId, entity }: FlowDefinition['target'], changed: readonly string[], context: UserContext) {
  const type = await findConnectorType(context.db, 'everyone', connectorTypeId);
  const definition = (type ? await loadEntities(context, type) : []).find(({ name }) => name === entity);
  if (!definition) return false;
  const places = listParentParameters(definition);
  return changed.some((name) => places.has(name));
}
