import type { ConnectionObjectRpc } from '@portage/contracts';
import type { Env } from '../env.ts';
import { objectNamed } from '../object-named.ts';

/** The object that holds a connector's connection. */
export function connectionObject({ CONNECTIONS }: Pick<Env, 'CONNECTIONS'>, connectorId: string): ConnectionObjectRpc {
  return objectNamed(CONNECTIONS, connectorId);
}
