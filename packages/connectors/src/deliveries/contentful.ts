import type { DeliveryProvider } from './delivery-provider.ts';

/** One id per intended call, the same for every attempt. */
export const contentfulDelivery: DeliveryProvider = {
  provider: 'contentful',
  idOf: ({ header }) => header('x-contentful-idempotency-key'),
};
