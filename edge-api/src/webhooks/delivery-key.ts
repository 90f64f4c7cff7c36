/** Headers in which providers send the id of a delivery, the same when they send it again. */
const DELIVERY_HEADERS = ['x-github-delivery', 'x-shopify-webhook-id', 'webhook-id', 'idempotency-key'];

/**
 * What makes two calls of a webhook address one delivery (HOSTILE 5), unique among all workflows of an owner.
 *
 * @returns null for a call without a delivery id: each one is its own run.
 */
export function deliveryKeyOf(workflowId: string, headers: Headers): string | null {
  for (const name of DELIVERY_HEADERS) {
    const id = headers.get(name)?.trim();
    if (id) return `${workflowId}:${name}:${id.slice(0, 200)}`;
  }
  return null;
}
