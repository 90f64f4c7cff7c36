import { type DeliveryProvider, textMember } from './delivery-provider.ts';

/** PayPal names the event (`WH-…`) in the body. The transmission id changes with each attempt. */
export const paypalDelivery: DeliveryProvider = {
  provider: 'paypal',
  idOf: ({ header, body }) => (header('paypal-transmission-id') ? textMember(body, 'id') : null),
};
