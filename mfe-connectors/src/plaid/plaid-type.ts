import type { ConnectorType } from '../connectors/api-types.ts';

/** Plaid is connected in Plaid Link, which asks the bank itself: nothing is typed here. */
export function isPlaid(type: Pick<ConnectorType, 'id'>): boolean {
  return type.id === 'system-plaid';
}
