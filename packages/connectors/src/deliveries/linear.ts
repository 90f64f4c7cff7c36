import type { DeliveryProvider } from './delivery-provider.ts';

/** One per delivery, the same over retries. */
export const linearDelivery: DeliveryProvider = {
  provider: 'linear',
  idOf: ({ header }) => header('linear-delivery'),
};
