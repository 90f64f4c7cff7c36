import { isOfSystem, pairMappingsOf, pairSystems, systemsOfSyncType } from '@portage/connectors/pairs';
import type { FlowDefinition } from '@portage/sync';
import type { StepContext } from '../steps/step-handler.ts';

interface Wanted {
  /** Spec STEP-84: what is synchronised is also the sync type. */
  entity: 'Products' | 'Inventory';
  sourceConnectorId: string;
  targetConnectorId: string;
  /** Answers of the step's form. */
  source: Readonly<Record<string, unknown>>;
  target: Readonly<Record<string, unknown>>;
  createsRecords: boolean;
}

/** The flow between two systems for which mappings come with Portage (spec STEP-86..89). */
export async function readyMadeFlow(
  { entity, sourceConnectorId, targetConnectorId, source, target, createsRecords }: Wanted,
  context: StepContext,
): Promise<{ ok: true; flow: FlowDefinition } | { ok: false; message: string }> {
  const from = await typeOf(sourceConnectorId, context);
  if (!from.ok) return from;
  const to = await typeOf(targetConnectorId, context);
  if (!to.ok) return to;
  const allowed = systemsOfSyncType[entity];
  const pair = pairMappingsOf({ type: from.type, entity }, { type: to.type, entity });
  const isAllowed = allowed.sources.some((system) => isOfSystem(from.type, system));
  if (!pair || !isAllowed) {
    const names = `${allowed.sources.map((system) => pairSystems[system]).join(', ')} to ${allowed.targets.map((system) => pairSystems[system]).join(', ')}`;
    return { ok: false, message: `${entity} are synchronised from ${names}, not from ${from.type.name} to ${to.type.name}.` };
  }
  return {
    ok: true,
    flow: {
      source: { connectorTypeId: from.type.id, connectorId: sourceConnectorId, entity, parameters: source },
      target: { connectorTypeId: to.type.id, connectorId: targetConnectorId, entity, parameters: target },
      mappings: pair.mappings,
      dependencies: pair.dependencies,
      externalIdFields: pair.externalIdFields,
      conflictRule: 'SourceWins',
      createsRecords,
      carriesDeletions: false,
    },
  };
}

async function typeOf(
  connectorId: string,
  context: StepContext,
): Promise<{ ok: true; type: { id: string; name: string } } | { ok: false; message: string }> {
  const leased = await context.connection(connectorId).lease({});
  if (leased.outcome === 'refused') return { ok: false, message: leased.message };
  return { ok: true, type: { id: leased.lease.connectorTypeId, name: leased.lease.typeName } };
}
