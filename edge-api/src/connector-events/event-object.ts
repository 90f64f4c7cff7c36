import type { EventObjectRpc } from '@portage/contracts';
import type { RequestContext } from '../http/context.ts';
import { objectNamed } from '../object-named.ts';

export function eventObject({ env }: Pick<RequestContext, 'env'>, workflowId: string): EventObjectRpc {
  return objectNamed(env.EVENTS, workflowId);
}
