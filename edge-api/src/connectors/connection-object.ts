import type { ConnectionObjectRpc } from '@portage/contracts';
import type { Env } from '../env.ts';
import { objectNamed } from '../object-named.ts';

export function connectionObject({ CONNECTIONS }: Pick<Env, 'CONNECTIONS'>, connectorId: string): ConnectionObjectRpc {
  return objectNamed(CONNECTIONS, connectorId);
}
