import { findDeliveryId } from '@portage/connectors';

/**
 * The key that makes two calls of a webhook address one delivery (HOSTILE 5), unique among all of an owner's workflows.
 *
 * @param call `headers`: names in lower case, read once for all: each read of a request's own headers costs a host call. `signedDigest`
 *   makes an intercepted call that is sent again (HOSTILE 30) the same delivery.
 * @returns null for a call without a delivery id or such a digest: each call is its own run.
 */
export function computeDeliveryKey(
  workflowId: string,
  { headers, body, signedDigest }: { headers: Readonly<Record<string, string>>; body: unknown; signedDigest: string | null },
): string | null {
  const deliveryId = findDeliveryId({
    headers: { get: (name: string) => (Object.hasOwn(headers, name) ? (headers[name] ?? null) : null) },
    body,
  });
  if (deliveryId !== null) return `${workflowId}:${deliveryId}`;
  return signedDigest === null ? null : `${workflowId}:signed:${signedDigest}`;
}
