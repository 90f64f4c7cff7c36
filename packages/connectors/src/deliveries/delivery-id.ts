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

/** Providers that identify themselves come first, general conventions last. */
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

/** A longer id is ignored, and the call counts as a separate delivery. */
const MAX_ID_LENGTH = 255;

/**
 * Identifies a webhook delivery, e.g. `github:72d3162e-…`. The same if the sender repeats it (HOSTILE 5). It's only unique within
 * one webhook address and can't be trusted: anybody can send any header.
 *
 * @param body the parsed body, if there is one.
 * @returns null if the call names no delivery.
 */
export function findDeliveryId(call: { headers: HeaderSource; body?: unknown }): string | null {
  const delivery = { header: headerReader(call.headers), body: call.body };
  for (const { provider, idOf } of providers) {
    const id = idOf(delivery);
    if (id && id.length <= MAX_ID_LENGTH) return `${provider}:${id}`;
  }
  return null;
}
