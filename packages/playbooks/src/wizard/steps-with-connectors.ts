import { type WorkflowStep, withConnectors, withConnectorTypes } from '@portage/workflow';
import type { TemplateDefinition } from '../template/template-definition.ts';
import { collectConnectorIds } from './wizard-answers.ts';
import type { Wizard } from './wizard-step.ts';

/**
 * A workflow template's steps with the wizard's connectors in them. A connector of another type of the same system replaces the template's
 * type.
 *
 * @param typeOf the type of a connector by id
 */
export function stepsWithConnectors(
  steps: readonly WorkflowStep[],
  definition: TemplateDefinition,
  wizard: Pick<Wizard, 'steps'>,
  typeOf: (connectorId: string) => string | undefined,
): WorkflowStep[] {
  const chosen = collectConnectorIds(definition, wizard);
  const byType = new Map<string, string>();
  const types = new Map<string, string>();
  for (const { key, connectorTypeId, orConnectorTypeIds } of definition.connectors) {
    const id = chosen.get(key);
    const typeId = id === undefined ? undefined : typeOf(id);
    if (id === undefined || typeId === undefined) continue;
    types.set(id, typeId);
    for (const one of [connectorTypeId, ...orConnectorTypeIds]) if (!byType.has(one)) byType.set(one, id);
    byType.set(typeId, id);
  }
  return withConnectorTypes(withConnectors(steps, byType), types);
}
