import { findPairMappings, listParameterNames, type NamedConnectorType, syncTypeProblem } from '@portage/connectors/pairs';
import { formatPath } from '@portage/connectors/schema';
import type { SyncStep } from '@portage/workflow';
import type { FlowDefinition } from './flow.ts';

export interface SyncStepSide {
  connectorId: string;
  type: NamedConnectorType;
  /** The request values of the step's form, by group: `{ query: { LocationId: 1 } }`. */
  values: object;
}

export interface SyncStepFlow {
  /** Spec STEP-84: the synchronized entity is also the sync type. */
  entity: 'Products' | 'Inventory';
  source: SyncStepSide;
  target: SyncStepSide;
  customOptions: SyncStep['customOptions'];
}

/**
 * The flow of a Sync step between two systems that Portage has mappings for (spec STEP-86..89).
 *
 * @returns `problem` for other systems, in words for the person who set it up
 */
export function flowOfSyncStep({
  entity,
  source,
  target,
  customOptions,
}: SyncStepFlow): { ok: true; flow: FlowDefinition } | { ok: false; problem: string } {
  const wrong = syncTypeProblem(entity, source.type, target.type);
  if (wrong) return { ok: false, problem: wrong.message };
  const pair = findPairMappings({ type: source.type, entity }, { type: target.type, entity });
  if (!pair) return { ok: false, problem: `Portage has no mappings of ${entity} for ${source.type.name} and ${target.type.name}.` };
  const side = ({ connectorId, type, values }: SyncStepSide) => ({
    connectorTypeId: type.id,
    connectorId,
    entity,
    parameters: answersByPath(values),
  });
  return {
    ok: true,
    flow: {
      source: side(source),
      target: side(target),
      mappings: pair.mappings,
      dependencies: pair.dependencies,
      externalIdFields: pair.externalIdFields,
      conflictRule: 'SourceWins',
      createsRecords: !(entity === 'Products' && customOptions?.SkipProductsCreate === true),
      carriesDeletions: false,
    },
  };
}

/**
 * Values of a sync step's form: by the paths they fill, for the request, and by their names, for the document's placeholders. The
 * first value of `query["request.locationIds"]` is also `locationId`, because a flow has one location.
 */
export function answersByPath(values: object): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [group, members] of Object.entries(values)) {
    if (typeof members !== 'object' || members === null) continue;
    for (const [name, value] of Object.entries(members)) {
      found[formatPath([group, name])] = value;
      const [plain = name, single] = listParameterNames(name);
      found[plain] = value;
      if (Array.isArray(value) && single !== undefined) found[single] = value[0];
    }
  }
  return found;
}
