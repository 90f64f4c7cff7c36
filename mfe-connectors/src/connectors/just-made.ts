let justMadeId: string | null = null;

/** Remembers that the connector was made in this tab; its own page opens next. */
export function markJustMade(connectorId: string): void {
  justMadeId = connectorId;
}

/** Whether the connector was just made in this tab. True only once per connector. */
export function takeJustMade(connectorId: string): boolean {
  if (justMadeId !== connectorId) return false;
  justMadeId = null;
  return true;
}
