import type { DeliveryProvider } from './delivery-provider.ts';

/** A key that the sender chooses (draft-ietf-httpapi-idempotency-key-header). Surrounding quotes are ignored. */
export const idempotencyKeyDelivery: DeliveryProvider = {
  provider: 'idempotency-key',
  idOf({ header }) {
    const key = header('idempotency-key') ?? header('x-idempotency-key');
    return key?.replace(/^"(.*)"$/, '$1') || null;
  },
};
