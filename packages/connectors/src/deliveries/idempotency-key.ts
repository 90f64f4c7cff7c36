import type { DeliveryProvider } from './delivery-provider.ts';

/** A key of the sender's choice (draft-ietf-httpapi-idempotency-key-header); quotes around it do not count. */
export const idempotencyKeyDelivery: DeliveryProvider = {
  provider: 'idempotency-key',
  idOf({ header }) {
    const key = header('idempotency-key') ?? header('x-idempotency-key');
    return key?.replace(/^"(.*)"$/, '$1') || null;
  },
};
