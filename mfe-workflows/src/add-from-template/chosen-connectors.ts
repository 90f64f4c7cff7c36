import type { ConnectorChoices } from './kept-choices.ts';

export interface OwnConnector {
  id: string;
  connectorTypeId: string;
}

/** The connector of each type (spec TPL-25): the person's choice while it exists, otherwise the only one. */
export function chosenConnectors(
  typeIds: readonly string[],
  connectors: readonly OwnConnector[],
  choices: ConnectorChoices,
): ConnectorChoices {
  const chosen = typeIds.flatMap((typeId) => {
    const ofType = connectors.filter(({ connectorTypeId }) => connectorTypeId === typeId);
    const own = Object.hasOwn(choices, typeId) ? choices[typeId] : undefined;
    const isThere = ofType.some((connector) => connector.id === own);
    const id = isThere ? own : ofType.length === 1 ? ofType[0]?.id : undefined;
    return id ? [[typeId, id] as const] : [];
  });
  return Object.fromEntries(chosen);
}

/** Chooses the connector that a person has just returned with: they made it for this. */
export function withAdded(choices: ConnectorChoices, connectors: readonly OwnConnector[], added: string | null): ConnectorChoices {
  const connector = connectors.find(({ id }) => id === added);
  return connector ? { ...choices, [connector.connectorTypeId]: connector.id } : choices;
}

/** Spec TPL-27; a name has at most 200 characters. */
export function buildWorkflowName(templateName: string): string {
  return `My ${templateName}`.slice(0, 200).trim();
}
