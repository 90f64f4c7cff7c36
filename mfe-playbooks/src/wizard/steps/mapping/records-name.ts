import type { Template } from '../../../playbooks/api-types.ts';

/** The heading of a list of fields: "Salesforce Campaign members". @param key the key of the template's connector */
export function recordsName({ connectors, connectorTypes }: Template, key: string, entityTitle: string): string {
  const typeId = connectors.find((connector) => connector.key === key)?.connectorTypeId;
  const system = connectorTypes.find(({ id }) => id === typeId)?.name;
  return [system, entityTitle].filter(Boolean).join(' ');
}
