import type { DeliveryProvider } from './delivery-provider.ts';

/** One a delivery, kept over retries. */
export const linearDelivery: DeliveryProvider = {
  provider: 'linear',
  idOf: ({ header }) => header('linear-delivery'),
};
