import type { ConnectorChoice } from '@portage/connectors/schema';
import type { SelectOption } from '@portage/ui';

/** Choices for a list. A stored value that isn't among them, because it was deleted or belongs to another user, stays visible. */
export function withSetChoice(options: readonly SelectOption[], set: string | null | undefined, unknownLabel: string): SelectOption[] {
  if (!set || options.some(({ value }) => value === set)) return [...options];
  return [...options, { value: set, label: unknownLabel }];
}

export function connectorChoices(connectors: readonly ConnectorChoice[], connectorTypeId?: string | null): SelectOption[] {
  return connectors
    .filter((connector) => !connectorTypeId || connector.connectorTypeId === connectorTypeId)
    .map(({ id, name }) => ({ value: id, label: name }));
}

/** Spec STEP-29: the most recently created connector of a type. */
export function latestOfType(connectors: readonly ConnectorChoice[], connectorTypeId: string): ConnectorChoice | undefined {
  return connectors
    .filter((connector) => connector.connectorTypeId === connectorTypeId)
    .reduce<ConnectorChoice | undefined>((latest, one) => (!latest || one.createdAt > latest.createdAt ? one : latest), undefined);
}
