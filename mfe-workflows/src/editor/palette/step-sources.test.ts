import { expect, test } from 'vitest';
import { lacksSubscription } from './step-sources.ts';

test('marks a type that needs a subscription if the person is known to have none', () => {
  const type = { id: 't', name: 'Marketplace', isSubscriptionRequired: true };
  expect([lacksSubscription(type, false), lacksSubscription(type, true), lacksSubscription(type, undefined)]).toEqual([true, false, false]);
  expect(lacksSubscription({ id: 't', name: 'Shop' }, false)).toBe(false);
});
