import { describe, expect, test } from 'vitest';
import { findDeliveryId } from './delivery-id.ts';

const uuid = '72d3162e-cc78-11e3-81ab-4c9367dc0958';

describe('findDeliveryId', () => {
  test.each<[string, Record<string, string>, unknown, string]>([
    ['GitHub', { 'X-GitHub-Event': 'push', 'X-GitHub-Delivery': uuid }, {}, `github:${uuid}`],
    ['GitLab', { 'X-Gitlab-Event': 'Push Hook', 'Idempotency-Key': 'k1', 'X-Gitlab-Event-UUID': 'e1' }, {}, 'gitlab:k1'],
    ['GitLab before 17.4', { 'X-Gitlab-Event': 'Push Hook', 'X-Gitlab-Event-UUID': 'e1' }, {}, 'gitlab:e1'],
    ['Bitbucket', { 'X-Hook-UUID': 'h', 'X-Request-UUID': 'r', 'X-Attempt-Number': '2' }, {}, 'bitbucket:r'],
    ['Shopify', { 'X-Shopify-Webhook-Id': 'w', 'X-Shopify-Event-Id': 'e', 'X-Shopify-Topic': 'orders/create' }, {}, 'shopify:w'],
    ['Shopify by event', { 'X-Shopify-Event-Id': 'e', 'X-Shopify-Topic': 'orders/create' }, {}, 'shopify:orders/create:e'],
    ['Stripe', { 'Stripe-Signature': 't=1,v1=a' }, { id: 'evt_1', object: 'event' }, 'stripe:evt_1'],
    ['Slack, repeated', { 'X-Slack-Signature': 'v0=a', 'X-Slack-Retry-Num': '2' }, { event_id: 'Ev1' }, 'slack:Ev1'],
    ['Slack command', { 'X-Slack-Signature': 'v0=a' }, { trigger_id: '13.37' }, 'slack:13.37'],
    ['Twilio', { 'I-Twilio-Idempotency-Token': 'tok' }, 'Body=hi', 'twilio:tok'],
    ['Linear', { 'Linear-Delivery': uuid }, {}, `linear:${uuid}`],
    ['Contentful', { 'X-Contentful-Idempotency-Key': 'c' }, {}, 'contentful:c'],
    ['Zendesk', { 'X-Zendesk-Webhook-Invocation-Id': 'z' }, {}, 'zendesk:z'],
    ['PayPal', { 'Paypal-Transmission-Id': 'other each time' }, { id: 'WH-1' }, 'paypal:WH-1'],
    ['Mindbody', { 'X-Mindbody-Signature': 'sha256=a' }, { messageId: 'm1' }, 'mindbody:m1'],
    ['Square', { 'X-Square-HmacSha256-Signature': 's' }, { event_id: 'sq' }, 'square:sq'],
    ['Standard Webhooks', { 'webhook-id': 'msg_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,a' }, {}, 'standard-webhooks:msg_1'],
    ['Svix', { 'svix-id': 'msg_2' }, {}, 'standard-webhooks:msg_2'],
    ['CloudEvents', { 'ce-specversion': '1.0', 'ce-id': '1', 'ce-source': '/a' }, {}, 'cloud-events:/a#1'],
    ['anybody', { 'Idempotency-Key': '"8e03978e"' }, {}, 'idempotency-key:8e03978e'],
    ['anybody else', { 'X-Idempotency-Key': 'k' }, {}, 'idempotency-key:k'],
  ])('%s', (_name, headers, body, id) => {
    expect(findDeliveryId({ headers: new Headers(headers), body })).toBe(id);
    expect(findDeliveryId({ headers, body })).toBe(id);
  });

  test.each<[string, Record<string, string>, unknown]>([
    ['nothing', {}, undefined],
    ['a body id without its sender’s header', {}, { id: 'evt_1', event_id: 'Ev1' }],
    ['a blank header', { 'x-github-delivery': '  ' }, {}],
    ['a trace id', { 'x-request-id': uuid }, {}],
    ['a body that is no object', { 'stripe-signature': 't=1' }, 'evt_1'],
    ['a body without the id', { 'stripe-signature': 't=1' }, { id: 5 }],
    ['an id that is inherited', { 'stripe-signature': 't=1' }, Object.create({ id: 'evt_1' })],
    ['an endless id', { 'idempotency-key': 'x'.repeat(256) }, {}],
  ])('finds no delivery id in %s', (_name, headers, body) => {
    expect(findDeliveryId({ headers, body })).toBeNull();
  });

  test('HOSTILE 30: an id that is added to a signed call doesn’t replace its own sender’s', () => {
    const added = { 'x-github-delivery': 'new', 'idempotency-key': 'new', 'webhook-timestamp': '1', 'webhook-id': 'new' };
    const of = (scheme: string, isTimed: boolean, headers: Record<string, string>, body?: unknown) =>
      findDeliveryId({ headers: { ...headers, ...added }, body }, { scheme, isTimed });
    expect(of('stripe', true, { 'stripe-signature': 't=1,v1=a' }, { id: 'evt_1' })).toBe('stripe:evt_1');
    expect(of('standard-webhooks', true, { 'svix-signature': 'v1,a', 'svix-id': 'msg_2' })).toBe('standard-webhooks:msg_2');
    expect(of('mindbody', false, { 'x-mindbody-signature': 'a' }, { messageId: 'm1' })).toBe('mindbody:m1');
    expect(of('zoom', true, {}, { event: 'meeting.ended' })).toBeNull();
    expect(of('quickbooks', false, {})).toBe('github:new');
  });

  test('HOSTILE 5: tells two deliveries apart, recognises a repeated one, and keeps senders apart', () => {
    const of = (headers: Record<string, string>) => findDeliveryId({ headers });
    expect(of({ 'x-github-delivery': 'a' })).toBe(of({ 'X-GITHUB-DELIVERY': ' a ' }));
    expect(of({ 'x-github-delivery': 'a' })).not.toBe(of({ 'x-github-delivery': 'b' }));
    expect(of({ 'x-github-delivery': 'a' })).not.toBe(of({ 'idempotency-key': 'a' }));
  });
});
