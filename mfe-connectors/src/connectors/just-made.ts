let justMadeId: string | null = null;

/** Notes that the connector was made in this tab; its own page opens next. */
export function markJustMade(connectorId: string): void {
  justMadeId = connectorId;
}

/** Whether a connector was just made in this tab; returns true only once. */
export function takeJustMade(connectorId: string): boolean {
  if (justMadeId !== connectorId) return false;
  justMadeId = null;
  return true;
}
