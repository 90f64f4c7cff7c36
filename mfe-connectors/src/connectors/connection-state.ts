import { asksPerson as asksPersonOf } from '@portage/connectors/authorization';
import type { Connector, ConnectorSummary, ConnectorType } from './api-types.ts';

/**
 * - `connected`: the system gave its tokens.
 * - `works`: its last test worked, and nothing was changed since.
 * - `ready`: the credentials were entered; whether they are right, only a call tells.
 * - `not-connected`: a person has yet to allow it at the system.
 * - `problem`: it was connected, and only a sign-in at the system can bring it back.
 * - `refused`: the system does not accept the credentials that were entered.
 */
export type ConnectionState = 'connected' | 'works' | 'ready' | 'not-connected' | 'problem' | 'refused';

type Given = Pick<ConnectorSummary | Connector, 'connectedAt' | 'connectionProblem' | 'authorizationType' | 'testedAt' | 'isSimulated'>;

/** The state of a connection, as far as it is known without a call. @param type undefined: it is not known (yet) */
export function connectionStateOf(connector: Given, type: ConnectorType | undefined): ConnectionState {
  if (connector.connectionProblem) return type && !asksPerson(type, connector) ? 'refused' : 'problem';
  if (connector.testedAt) return 'works';
  if (connector.connectedAt) return 'connected';
  return asksPerson(type, connector) ? 'not-connected' : 'ready';
}

/** Whether a person allows the connection at the system, and Re-Connect makes sense (spec CONN-03). */
export function asksPerson(
  type: ConnectorType | undefined,
  { authorizationType, isSimulated }: Pick<Given, 'authorizationType' | 'isSimulated'>,
): boolean {
  const way = authorizationType ?? type?.authorizationType;
  return !isSimulated && way !== undefined && asksPersonOf(way, type?.additionalData.connection ?? {});
}
