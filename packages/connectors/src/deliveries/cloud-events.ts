import type { DeliveryProvider } from './delivery-provider.ts';

/** CloudEvents 1.0 over HTTP, binary mode: source and id together name an event. */
export const cloudEventsDelivery: DeliveryProvider = {
  provider: 'cloud-events',
  idOf({ header }) {
    const id = header('ce-id');
    return id && header('ce-specversion') ? `${header('ce-source') ?? ''}#${id}` : null;
  },
};
