import type { DeliveryProvider } from './delivery-provider.ts';

/** Stays the same over attempts, which X-Attempt-Number counts. */
export const bitbucketDelivery: DeliveryProvider = {
  provider: 'bitbucket',
  idOf: ({ header }) => (header('x-hook-uuid') ? header('x-request-uuid') : null),
};
