import { deliveryIdOf } from '@portage/connectors';

/**
 * What makes two calls of a webhook address one delivery (HOSTILE 5), unique among all workflows of an owner.
 *
 * @returns null for a call without a delivery id: each one is its own run.
 */
export function deliveryKeyOf(workflowId: string, headers: Headers, body: unknown): string | null {
  const deliveryId = deliveryIdOf({ headers, body });
  return deliveryId === null ? null : `${workflowId}:${deliveryId}`;
}
