import { createHmac, randomUUID } from 'node:crypto';
import type { Shop } from './shop.ts';

export interface SentWebhook {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** What Shopify sends to whoever subscribed to a topic: the body signed with the app's secret, base64. */
export function webhooksOf(shop: Shop, topic: string, payload: unknown, appSecret: string): SentWebhook[] {
  const body = JSON.stringify(payload);
  return shop.webhooks
    .filter((webhook) => webhook.topic === topic)
    .map(({ uri }) => ({
      url: uri,
      headers: {
        'content-type': 'application/json',
        'x-shopify-topic': topic.toLowerCase().replace('_', '/'),
        'x-shopify-shop-domain': shop.domain,
        'x-shopify-webhook-id': randomUUID(),
        'x-shopify-hmac-sha256': createHmac('sha256', appSecret).update(body).digest('base64'),
      },
      body,
    }));
}
