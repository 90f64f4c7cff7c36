import type { EventReceiver } from '@portage/contracts';
import type { RequestContext } from '../http/context.ts';
import { LookUpCache } from '../look-ups/last-known.ts';
import { eventObject } from './event-object.ts';

/** Longest time for a changed secret to reach every isolate. In return, calls don't all pass through one object (HOSTILE 14). */
const KNOWN_LIFETIME_MS = 5_000;
/** Shorter: a system may call as soon as it is registered. */
const ABSENT_LIFETIME_MS = 250;

const receivers = new LookUpCache<EventReceiver | null>({
  maxEntries: 1_000,
  lifetimeMs: (receiver) => (receiver && receiver.secrets.length > 0 ? KNOWN_LIFETIME_MS : ABSENT_LIFETIME_MS),
  // A withdrawn secret must not keep opening the address.
  keptMs: () => 0,
  sharedMs: ABSENT_LIFETIME_MS,
  nowMs: () => Date.now(),
});

/** How to receive calls for a workflow's event; null while the workflow listens for none. */
export async function lookUpReceiver(
  context: Pick<RequestContext, 'env' | 'waitUntil'>,
  workflowId: string,
): Promise<EventReceiver | null> {
  return (await receivers.get(workflowId, () => eventObject(context, workflowId).receiver(), context.waitUntil)).value;
}

/** Call this when a workflow's event changes. */
export function forgetReceiver(workflowId: string): void {
  receivers.forget(workflowId);
}
