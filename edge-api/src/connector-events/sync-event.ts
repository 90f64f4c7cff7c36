import type { EventStatus } from '@portage/contracts';
import { ApiProblem, type ApiWarning, warning } from '../http/api-problem.ts';
import type { RequestContext } from '../http/context.ts';
import { eventObject } from './event-object.ts';
import { forgetReceiver } from './receiver-cache.ts';

/**
 * Tells the object that listens for a workflow's event that the database has changed. Call it after the change is written.
 *
 * @throws ApiProblem 503 `event-not-set`; the engine's sweep catches up within minutes.
 */
export async function syncEvent(context: Pick<RequestContext, 'env' | 'publicOrigin'>, workflowId: string): Promise<EventStatus> {
  try {
    return await eventObject(context, workflowId).sync({ workflowId, publicOrigin: context.publicOrigin });
  } catch (cause) {
    const text = 'The workflow was changed, but the listener for its event is not up to date yet. Please check again in a few minutes.';
    throw new ApiProblem(503, 'event-not-set', text, { cause, headers: { 'retry-after': '5' } });
  } finally {
    forgetReceiver(workflowId);
  }
}

/** Spec EDIT-67 defines the code and its words. */
const NOT_AUTHORIZED = { code: '15', userMessage: 'WebHook update not authorized. Please Refresh Connector.' };

/** Why a workflow whose event can't be listened for isn't activated, in the system's own words (spec API-29). */
export function eventRefused({ message, retryable, isUnauthorized }: EventStatus): ApiProblem {
  const text = message ?? 'The event cannot be listened for.';
  if (isUnauthorized) {
    const { code, userMessage } = NOT_AUTHORIZED;
    return new ApiProblem(400, code, userMessage, { entries: [{ code, userMessage, message: text }] });
  }
  return new ApiProblem(retryable ? 502 : 400, 'event-not-registered', text);
}

/** The status of an event, for people. */
export function eventWarnings({ mode, pendingRemovals }: EventStatus): ApiWarning[] {
  return [
    ...(mode === 'by-hand' ? [warning('event-by-hand', BY_HAND)] : []),
    ...(pendingRemovals > 0 ? [warning('event-removal-pending', REMOVAL_PENDING)] : []),
  ];
}

const BY_HAND = 'Enter the webhook address of the trigger at the system yourself: it cannot be registered there by Portage.';
const REMOVAL_PENDING =
  'The webhook at the system could not be removed yet. Portage tries again until it is gone; its calls start nothing.';
