import { expect, test } from 'vitest';
import { triggerWords } from './trigger-words.ts';

test.each([
  ['orders/create', 'When an order is created in Shopify'],
  ['orders/paid', 'When an order is paid in Shopify'],
  ['Lead.created', 'When a lead is created in Shopify'],
  ['Opportunity.changed', 'When an opportunity is changed in Shopify'],
  ['inventory_levels/update', 'When an inventory level is changed in Shopify'],
  ['companies/delete', 'When a company is deleted in Shopify'],
  ['address.updated', 'When an address is changed in Shopify'],
  ['payment_intent.payment_failed', 'On “payment_intent.payment_failed” in Shopify'],
  ['app_mention', 'On “app_mention” in Shopify'],
  ['thing.constructor', 'On “thing.constructor” in Shopify'],
])('the event %s reads as “%s”', (id, words) => {
  expect(triggerWords({ triggerType: 'ConnectorEvent', eventId: id }, 'Shopify')).toBe(words);
});

test('a missing system isn’t named, and a draft says what is known', () => {
  expect(triggerWords({ triggerType: 'ConnectorEvent', eventId: 'orders/create' }, null)).toBe('When an order is created');
  expect(triggerWords({ triggerType: 'ConnectorEvent' }, 'Shopify')).toBe('On an event');
  expect(triggerWords({ triggerType: 'Scheduled' }, null)).toBe('On a schedule');
});

test('every trigger has words', () => {
  const schedule = { period: 'Day' as const, startAt: '2026-01-05T09:00', timeZone: 'Europe/Berlin' };
  expect(triggerWords({ triggerType: 'Scheduled', schedule }, null)).toBe('Every day at 9:00, Berlin');
  expect(triggerWords({ triggerType: 'Manual' }, null)).toBe('By hand');
  expect(triggerWords({ triggerType: 'Webhook' }, null)).toBe('Webhook');
});
