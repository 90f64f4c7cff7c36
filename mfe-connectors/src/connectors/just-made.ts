let justMadeId: string | null = null;

/** The connector was made in this tab, and its own page comes next. */
export function markJustMade(connectorId: string): void {
  justMadeId = connectorId;
}

/** Whether a connector was just made in this tab; true once. */
export function takeJustMade(connectorId: string): boolean {
  if (justMadeId !== connectorId) return false;
  justMadeId = null;
  return true;
}
