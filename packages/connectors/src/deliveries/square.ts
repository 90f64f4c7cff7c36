import { type DeliveryProvider, textMember } from './delivery-provider.ts';

/** Square names the event in the body. */
export const squareDelivery: DeliveryProvider = {
  provider: 'square',
  idOf: ({ header, body }) => (header('x-square-hmacsha256-signature') ? textMember(body, 'event_id') : null),
};
