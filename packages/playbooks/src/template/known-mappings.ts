import { findPairMappings, type PairMappings } from '@portage/connectors/pairs';
import type { TemplateDefinition } from './template-definition.ts';

export interface EntityOfConnector {
  /** Key of the template's connector. */
  connector: string;
  entity: string;
}

/** The mappings that Portage knows for two entities of a template's connectors. */
export function findTemplateMappings(definition: TemplateDefinition, from: EntityOfConnector, to: EntityOfConnector): PairMappings | null {
  const side = ({ connector, entity }: EntityOfConnector) => {
    const type = definition.connectors.find(({ key }) => key === connector);
    return type ? { type: { id: type.connectorTypeId, name: '' }, entity } : null;
  };
  const [source, target] = [side(from), side(to)];
  return source && target ? findPairMappings(source, target) : null;
}
