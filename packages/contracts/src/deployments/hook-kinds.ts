/** `Webhook`: Portage's own signed message; the others get what their incoming webhooks show. */
export const hookKinds = ['Webhook', 'Slack', 'Teams'] as const;
export type HookKind = (typeof hookKinds)[number];
