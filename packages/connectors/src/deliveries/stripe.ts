import { type DeliveryProvider, textMember } from './delivery-provider.ts';

/** Stripe names the event (`evt_…`) only in the body. */
export const stripeDelivery: DeliveryProvider = {
  provider: 'stripe',
  idOf: ({ header, body }) => (header('stripe-signature') ? textMember(body, 'id') : null),
};
