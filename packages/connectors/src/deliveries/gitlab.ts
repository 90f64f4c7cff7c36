import type { DeliveryProvider } from './delivery-provider.ts';

/** GitLab sends Idempotency-Key since 17.4. Earlier versions only send the event's UUID, which other hooks of the same event share. */
export const gitlabDelivery: DeliveryProvider = {
  provider: 'gitlab',
  idOf: ({ header }) => (header('x-gitlab-event') ? (header('idempotency-key') ?? header('x-gitlab-event-uuid')) : null),
};
