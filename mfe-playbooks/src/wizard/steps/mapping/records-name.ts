import type { Template } from '../../../playbooks/api-types.ts';

/** What a list of fields is headed with: "Salesforce Campaign members". @param key of the template's connector */
export function recordsName({ connectors, connectorTypes }: Template, key: string, entityTitle: string): string {
  const typeId = connectors.find((connector) => connector.key === key)?.connectorTypeId;
  const system = connectorTypes.find(({ id }) => id === typeId)?.name;
  return [system, entityTitle].filter(Boolean).join(' ');
}
