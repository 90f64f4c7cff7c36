import type { EventObjectRpc } from '@portage/contracts';
import type { RequestContext } from '../http/context.ts';

/** The object that listens for a workflow's event. */
export function eventObject({ env }: Pick<RequestContext, 'env'>, workflowId: string): EventObjectRpc {
  return env.EVENTS.get(env.EVENTS.idFromName(workflowId)) as unknown as EventObjectRpc;
}
