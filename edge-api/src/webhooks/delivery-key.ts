import { findDeliveryId } from '@portage/connectors';

/**
 * The key that makes two calls of a webhook address one delivery (HOSTILE 5), unique among all of an owner's workflows.
 *
 * @param headers names in lower case, read once for all: each read of a request's own headers costs a host call.
 * @returns null for a call without a delivery id: each call is its own run.
 */
export function computeDeliveryKey(workflowId: string, headers: Readonly<Record<string, string>>, body: unknown): string | null {
  const deliveryId = findDeliveryId({
    headers: { get: (name: string) => (Object.hasOwn(headers, name) ? (headers[name] ?? null) : null) },
    body,
  });
  return deliveryId === null ? null : `${workflowId}:${deliveryId}`;
}
