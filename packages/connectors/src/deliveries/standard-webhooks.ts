import type { DeliveryProvider } from './delivery-provider.ts';

/** standardwebhooks.com, and Svix, where it originated: the message's id stays the same over retries. */
export const standardWebhooksDelivery: DeliveryProvider = {
  provider: 'standard-webhooks',
  idOf({ header }) {
    if (header('webhook-signature') || header('webhook-timestamp')) return header('webhook-id');
    return header('svix-id');
  },
};
