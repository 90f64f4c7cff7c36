import type { ConnectionObjectRpc } from '@portage/contracts';
import type { Env } from '../env.ts';

/** The object that holds a connector's connection. */
export function connectionObject({ CONNECTIONS }: Pick<Env, 'CONNECTIONS'>, connectorId: string): ConnectionObjectRpc {
  return CONNECTIONS.get(CONNECTIONS.idFromName(connectorId)) as unknown as ConnectionObjectRpc;
}
