import { entityTitle } from '@portage/connectors/entities';
import { findConnectorType } from '@portage/database';
import type { RequestContext } from '../http/context.ts';
import { loadEntities } from './entities-of.ts';

interface EntitiesOfFlow {
  sourceConnectorTypeId: string;
  sourceEntity: string;
  targetConnectorTypeId: string;
  targetEntity: string;
}

export type TitlesOfFlow = (flow: EntitiesOfFlow) => { source: string; target: string };

/**
 * The titles of flows' entities, from the documents of their connector types, each of which is read once. An entity whose document is
 * gone or unreadable keeps its name.
 */
export async function titlesOfFlows(flows: readonly EntitiesOfFlow[], context: Pick<RequestContext, 'db' | 'env'>): Promise<TitlesOfFlow> {
  const typeIds = [...new Set(flows.flatMap((flow) => [flow.sourceConnectorTypeId, flow.targetConnectorTypeId]))];
  const entities = new Map(await Promise.all(typeIds.map(async (id) => [id, await entitiesOfType(id, context).catch(() => [])] as const)));
  return ({ sourceConnectorTypeId, sourceEntity, targetConnectorTypeId, targetEntity }) => ({
    source: entityTitle(entities.get(sourceConnectorTypeId), sourceEntity),
    target: entityTitle(entities.get(targetConnectorTypeId), targetEntity),
  });
}

async function entitiesOfType(id: string, context: Pick<RequestContext, 'db' | 'env'>) {
  const type = await findConnectorType(context.db, 'everyone', id);
  return type ? loadEntities(context, type) : [];
}
