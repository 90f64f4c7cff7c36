import { asksPerson as asksPersonOf } from '@portage/connectors/authorization';
import type { Connector, ConnectorSummary, ConnectorType } from './api-types.ts';

/**
 * - `connected`: the system issued its tokens.
 * - `works`: its last test passed, and nothing has changed since.
 * - `ready`: credentials were entered; only a call shows whether they are right.
 * - `not-connected`: a person still has to allow it at the system.
 * - `problem`: it was connected, and only a new sign-in at the system can restore it.
 * - `refused`: the system rejects the entered credentials.
 */
export type ConnectionState = 'connected' | 'works' | 'ready' | 'not-connected' | 'problem' | 'refused';

type Given = Pick<ConnectorSummary | Connector, 'connectedAt' | 'connectionProblem' | 'authorizationType' | 'testedAt' | 'isSimulated'>;

/** The state of a connection, as far as known without a call. @param type undefined: not known (yet) */
export function getConnectionState(connector: Given, type: ConnectorType | undefined): ConnectionState {
  if (connector.connectionProblem) return type && !asksPerson(type, connector) ? 'refused' : 'problem';
  if (connector.testedAt) return 'works';
  if (connector.connectedAt) return 'connected';
  return asksPerson(type, connector) ? 'not-connected' : 'ready';
}

/** Whether a person allows the connection at the system, so that Re-Connect makes sense (spec CONN-03). */
export function asksPerson(
  type: ConnectorType | undefined,
  { authorizationType, isSimulated }: Pick<Given, 'authorizationType' | 'isSimulated'>,
): boolean {
  const way = authorizationType ?? type?.authorizationType;
  return !isSimulated && way !== undefined && asksPersonOf(way, type?.additionalData.connection ?? {});
}
