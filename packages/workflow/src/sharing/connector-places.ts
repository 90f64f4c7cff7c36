import type { WorkflowStep } from '../step-types/workflow-step.ts';

/** Where a step names a connector, and its type. */
const PLACES = [
  ['connectorId', 'connectorTypeId'],
  ['sourceConnectorId', 'sourceConnectorTypeId'],
  ['targetConnectorId', 'targetConnectorTypeId'],
] as const;

/** Types of the connectors that steps need, each once, in step order (spec TPL-21). */
export function collectConnectorTypeIds(steps: readonly WorkflowStep[]): string[] {
  const ids = steps.flatMap((step) => PLACES.map(([, typeMember]) => step[typeMember]));
  return [...new Set(ids.filter((id) => typeof id === 'string' && id !== ''))] as string[];
}

/** Ids of the connectors that steps name, each once, in step order. */
export function collectConnectorIds(steps: readonly WorkflowStep[]): string[] {
  const ids = steps.flatMap((step) => PLACES.map(([member]) => step[member]));
  return [...new Set(ids.filter((id) => typeof id === 'string' && id !== ''))] as string[];
}

/** The steps with the type of every connector they name. @param types by connector; for others the step's own type stays */
export function withConnectorTypes(steps: readonly WorkflowStep[], types: ReadonlyMap<string, string>): WorkflowStep[] {
  return steps.map((step) => {
    const known = PLACES.flatMap(([member, typeMember]) => {
      const typeId = types.get(step[member] ?? '');
      return typeId === undefined ? [] : [[typeMember, typeId] as const];
    });
    return { ...step, ...Object.fromEntries(known) };
  });
}

/** The steps with the connector chosen for its type in every connector field (spec TPL-21). @param chosen connectors by type */
export function withConnectors(steps: readonly WorkflowStep[], chosen: ReadonlyMap<string, string>): WorkflowStep[] {
  return steps.map((step) => {
    const filled = PLACES.flatMap(([member, typeMember]) => {
      const connectorId = chosen.get(step[typeMember] ?? '');
      return connectorId === undefined ? [] : [[member, connectorId] as const];
    });
    return { ...step, ...Object.fromEntries(filled) };
  });
}
