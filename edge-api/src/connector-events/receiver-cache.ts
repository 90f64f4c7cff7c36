import type { EventReceiver } from '@portage/contracts';
import type { RequestContext } from '../http/context.ts';
import { LastKnown } from '../webhooks/last-known.ts';
import { eventObject } from './event-object.ts';

/** Longest time for a changed secret to reach every isolate. In return, no single object is on the way of all calls (HOSTILE 14). */
const KNOWN_LIFETIME_MS = 5_000;
/** Shorter: a system calls at once when it was registered. */
const ABSENT_LIFETIME_MS = 250;

const receivers = new LastKnown<EventReceiver | null>({
  maxEntries: 1_000,
  lifetimeMs: (receiver) => (receiver && receiver.secrets.length > 0 ? KNOWN_LIFETIME_MS : ABSENT_LIFETIME_MS),
  // A secret that was taken back must not go on opening the address.
  keptMs: () => 0,
  sharedMs: ABSENT_LIFETIME_MS,
  nowMs: () => Date.now(),
});

/** How calls of a workflow's event are received; null while the workflow listens for none. */
export async function lookUpReceiver(
  context: Pick<RequestContext, 'env' | 'waitUntil'>,
  workflowId: string,
): Promise<EventReceiver | null> {
  return (await receivers.get(workflowId, () => eventObject(context, workflowId).receiver(), context.waitUntil)).value;
}

/** Called where a workflow's event changes. */
export function forgetReceiver(workflowId: string): void {
  receivers.forget(workflowId);
}
