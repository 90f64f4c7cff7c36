import type { TemplateDefinition } from '@portage/playbooks';

/** The columns that a template's definition fills. */
export function columnsOf(definition: TemplateDefinition) {
  const { name, description, customPlaybookType = null, integrationType, connectors } = definition;
  const connectorTypeIds = [...new Set(connectors.map(({ connectorTypeId }) => connectorTypeId))];
  return { name, description, customPlaybookType, integrationType, connectorTypeIds, definition };
}
