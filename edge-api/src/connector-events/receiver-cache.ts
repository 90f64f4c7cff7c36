import type { EventReceiver } from '@portage/contracts';
import type { RequestContext } from '../http/context.ts';
import { ExpiringCache } from '../webhooks/expiring-cache.ts';
import { eventObject } from './event-object.ts';

/** What a change of a secret may take to reach every isolate; so no single object is on the way of all calls (HOSTILE 14). */
const KNOWN_LIFETIME_MS = 5_000;
/** Shorter: a system calls at once when it was registered. */
const ABSENT_LIFETIME_MS = 250;

const receivers = new ExpiringCache<EventReceiver | null>({
  maxEntries: 1_000,
  lifetimeMs: (receiver) => (receiver && receiver.secrets.length > 0 ? KNOWN_LIFETIME_MS : ABSENT_LIFETIME_MS),
  nowMs: () => Date.now(),
});

/** What takes the calls of a workflow's event; null while nothing is listened for. */
export function lookUpReceiver(context: Pick<RequestContext, 'env'>, workflowId: string): Promise<EventReceiver | null> {
  return receivers.get(workflowId, () => eventObject(context, workflowId).receiver());
}

/** Called where a workflow's event changes. */
export function forgetReceiver(workflowId: string): void {
  receivers.forget(workflowId);
}
