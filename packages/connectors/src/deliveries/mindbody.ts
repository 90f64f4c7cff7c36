import { type DeliveryProvider, textMember } from './delivery-provider.ts';

/** Messages carry a `messageId` that stays the same over retries. */
export const mindbodyDelivery: DeliveryProvider = {
  provider: 'mindbody',
  idOf: ({ header, body }) => (header('x-mindbody-signature') ? textMember(body, 'messageId') : null),
};
