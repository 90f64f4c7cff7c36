import type { TemplateDefinition } from '@portage/playbooks';

/** The columns filled from a template's definition. */
export function toTemplateColumns(definition: TemplateDefinition) {
  const { name, description, customPlaybookType = null, integrationType, connectors } = definition;
  const connectorTypeIds = [...new Set(connectors.map(({ connectorTypeId }) => connectorTypeId))];
  return { name, description, customPlaybookType, integrationType, connectorTypeIds, definition };
}
