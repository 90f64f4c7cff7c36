import type { DeliveryProvider } from './delivery-provider.ts';

/** One per invocation, the same over retries. */
export const zendeskDelivery: DeliveryProvider = {
  provider: 'zendesk',
  idOf: ({ header }) => header('x-zendesk-webhook-invocation-id'),
};
