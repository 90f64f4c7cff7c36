import type { DeliveryProvider } from './delivery-provider.ts';

/** A GUID that stays the same when GitHub or a person redelivers. */
export const githubDelivery: DeliveryProvider = {
  provider: 'github',
  idOf: ({ header }) => header('x-github-delivery'),
};
