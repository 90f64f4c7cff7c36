/** What the window of a new connector tells the window that opened it (spec CONN-13, CONN-16). */
export interface ConnectorCreated {
  type: 'connector-created';
  connectorId: string;
}

/** Tells the opener of this window, if there is one of the same origin, that a connector was made. */
export function announceConnector(connectorId: string): void {
  const message: ConnectorCreated = { type: 'connector-created', connectorId };
  window.opener?.postMessage(message, window.location.origin);
}

/** @returns the id of the connector that a window tells of; null for any other message, and for one of another origin. */
export function readConnectorCreated({ origin, data }: Pick<MessageEvent, 'origin' | 'data'>, ownOrigin: string): string | null {
  if (origin !== ownOrigin || typeof data !== 'object' || data === null) return null;
  const { type, connectorId } = data as Partial<ConnectorCreated>;
  return type === 'connector-created' && typeof connectorId === 'string' && connectorId !== '' ? connectorId : null;
}
