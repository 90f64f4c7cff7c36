import type { DeliveryProvider } from './delivery-provider.ts';

/** One a call that Contentful means to make, however often it makes it. */
export const contentfulDelivery: DeliveryProvider = {
  provider: 'contentful',
  idOf: ({ header }) => header('x-contentful-idempotency-key'),
};
