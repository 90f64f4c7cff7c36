import { type HeaderSource, headerReader } from '../headers/header-reader.ts';
import { bitbucketDelivery } from './bitbucket.ts';
import { cloudEventsDelivery } from './cloud-events.ts';
import { contentfulDelivery } from './contentful.ts';
import type { DeliveryProvider } from './delivery-provider.ts';
import { githubDelivery } from './github.ts';
import { gitlabDelivery } from './gitlab.ts';
import { idempotencyKeyDelivery } from './idempotency-key.ts';
import { linearDelivery } from './linear.ts';
import { mindbodyDelivery } from './mindbody.ts';
import { paypalDelivery } from './paypal.ts';
import { shopifyDelivery } from './shopify.ts';
import { slackDelivery } from './slack.ts';
import { squareDelivery } from './square.ts';
import { standardWebhooksDelivery } from './standard-webhooks.ts';
import { stripeDelivery } from './stripe.ts';
import { twilioDelivery } from './twilio.ts';
import { zendeskDelivery } from './zendesk.ts';

/** Those that name themselves first, general conventions last. */
const providers: readonly DeliveryProvider[] = [
  githubDelivery,
  gitlabDelivery,
  bitbucketDelivery,
  shopifyDelivery,
  stripeDelivery,
  slackDelivery,
  twilioDelivery,
  linearDelivery,
  contentfulDelivery,
  zendeskDelivery,
  mindbodyDelivery,
  paypalDelivery,
  squareDelivery,
  standardWebhooksDelivery,
  cloudEventsDelivery,
  idempotencyKeyDelivery,
];

/** An id longer than this is not taken: the call then counts as a delivery of its own. */
const MAX_ID_LENGTH = 255;

/**
 * What names a webhook delivery, e.g. `github:72d3162e-…`: the same when the sender repeats it (HOSTILE 5). Sound only
 * within one webhook address, and nothing to trust: anybody can send any header.
 *
 * @param body the parsed body, where there is one.
 * @returns null when the call names no delivery.
 */
export function deliveryIdOf(call: { headers: HeaderSource; body?: unknown }): string | null {
  const delivery = { header: headerReader(call.headers), body: call.body };
  for (const { provider, idOf } of providers) {
    const id = idOf(delivery);
    if (id && id.length <= MAX_ID_LENGTH) return `${provider}:${id}`;
  }
  return null;
}
