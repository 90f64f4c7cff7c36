import type { DeliveryProvider } from './delivery-provider.ts';

/** The same over the retries of one callback. */
export const twilioDelivery: DeliveryProvider = {
  provider: 'twilio',
  idOf: ({ header }) => header('i-twilio-idempotency-token'),
};
