import type { ReadHeader } from '../headers/header-reader.ts';

interface Delivery {
  header: ReadHeader;
  /** The parsed body, if it could be parsed. */
  body: unknown;
}

/** Finds the id that stays the same when the sender repeats the delivery; null if the delivery is from another sender. */
type FindId = (delivery: Delivery) => string | null;

/** How webhook senders identify a delivery, to detect repetitions (HOSTILE 5). Named providers come first, general conventions last. */
export const deliveryProviders: Readonly<Record<string, FindId>> = {
  // A GUID that stays the same when GitHub or a person redelivers.
  github: ({ header }) => header('x-github-delivery'),
  // GitLab sends Idempotency-Key since 17.4. Earlier versions only send the event's UUID, which other hooks of the same event share.
  gitlab: ({ header }) => header('x-gitlab-event') && (header('idempotency-key') ?? header('x-gitlab-event-uuid')),
  // Stays the same over attempts, which X-Attempt-Number counts.
  bitbucket: ({ header }) => header('x-hook-uuid') && header('x-request-uuid'),
  // The webhook's id stays the same over retries. One event may reach several topics, so its id only counts together with its topic.
  shopify({ header }) {
    const eventId = header('x-shopify-event-id');
    return header('x-shopify-webhook-id') ?? (eventId && `${header('x-shopify-topic') ?? ''}:${eventId}`);
  },
  stripe: ({ header, body }) => header('stripe-signature') && textMember(body, 'id'),
  // Events carry `event_id` (X-Slack-Retry-Num counts attempts); slash commands and actions carry `trigger_id`.
  slack: ({ header, body }) => header('x-slack-signature') && (textMember(body, 'event_id') ?? textMember(body, 'trigger_id')),
  twilio: ({ header }) => header('i-twilio-idempotency-token'),
  linear: ({ header }) => header('linear-delivery'),
  contentful: ({ header }) => header('x-contentful-idempotency-key'),
  zendesk: ({ header }) => header('x-zendesk-webhook-invocation-id'),
  mindbody: ({ header, body }) => header('x-mindbody-signature') && textMember(body, 'messageId'),
  // The transmission id changes with each attempt; the body's names the event (`WH-…`).
  paypal: ({ header, body }) => header('paypal-transmission-id') && textMember(body, 'id'),
  square: ({ header, body }) => header('x-square-hmacsha256-signature') && textMember(body, 'event_id'),
  // standardwebhooks.com, and Svix, where it originated.
  'standard-webhooks': ({ header }) =>
    header('webhook-signature') || (!header('svix-signature') && header('webhook-timestamp')) ? header('webhook-id') : header('svix-id'),
  // CloudEvents 1.0 over HTTP, binary mode: source and id together name an event.
  'cloud-events': ({ header }) => header('ce-id') && header('ce-specversion') && `${header('ce-source') ?? ''}#${header('ce-id')}`,
  // A key that the sender chooses (draft-ietf-httpapi-idempotency-key-header), perhaps in quotes.
  'idempotency-key': ({ header }) => (header('idempotency-key') ?? header('x-idempotency-key'))?.replace(/^"(.*)"$/, '$1') || null,
};

/** A JSON object's own member, if it's text. */
function textMember(body: unknown, name: string): string | null {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return null;
  const value: unknown = (body as Record<string, unknown>)[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
