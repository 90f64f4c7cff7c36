import { type DeliveryProvider, textMember } from './delivery-provider.ts';

/** Events carry `event_id` (X-Slack-Retry-Num counts attempts); slash commands and actions carry `trigger_id`. */
export const slackDelivery: DeliveryProvider = {
  provider: 'slack',
  idOf: ({ header, body }) => (header('x-slack-signature') ? (textMember(body, 'event_id') ?? textMember(body, 'trigger_id')) : null),
};
