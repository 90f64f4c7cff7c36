import type { DeliveryProvider } from './delivery-provider.ts';

/**
 * The webhook's id stays the same over retries. One event may reach several topics, so an event's id only counts together with
 * its topic.
 */
export const shopifyDelivery: DeliveryProvider = {
  provider: 'shopify',
  idOf({ header }) {
    const webhookId = header('x-shopify-webhook-id');
    if (webhookId) return webhookId;
    const eventId = header('x-shopify-event-id');
    return eventId && `${header('x-shopify-topic') ?? ''}:${eventId}`;
  },
};
