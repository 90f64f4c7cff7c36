import type { DeliveryProvider } from './delivery-provider.ts';

/** standardwebhooks.com, and Svix from which it came: the message's id is kept over retries. */
export const standardWebhooksDelivery: DeliveryProvider = {
  provider: 'standard-webhooks',
  idOf({ header }) {
    if (header('webhook-signature') || header('webhook-timestamp')) return header('webhook-id');
    return header('svix-id');
  },
};
