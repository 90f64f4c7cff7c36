import { deliveryIdOf } from '@portage/connectors';

/**
 * The key by which two calls of a webhook address are one delivery (HOSTILE 5), unique among all workflows of an owner.
 *
 * @param headers names in lower case, read once for all: each look at a request's own costs a call of the host.
 * @returns null for a call without a delivery id: each one is its own run.
 */
export function deliveryKeyOf(workflowId: string, headers: Readonly<Record<string, string>>, body: unknown): string | null {
  const deliveryId = deliveryIdOf({
    headers: { get: (name: string) => (Object.hasOwn(headers, name) ? (headers[name] ?? null) : null) },
    body,
  });
  return deliveryId === null ? null : `${workflowId}:${deliveryId}`;
}
