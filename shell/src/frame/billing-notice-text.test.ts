import { expect, test } from 'vitest';
import { getBillingNotice } from './billing-notice-text.ts';

const formatDate = (instant: string) => instant.slice(0, 10);
const notice = (billingDetails: Record<string, unknown> | null, showBilling?: boolean) =>
  getBillingNotice({ billingDetails, showBilling }, formatDate);
const pastDue = { subscriptionStatus: 'past_due', isValid: true, graceEndsAt: '2026-12-31T10:00:00.000Z', grantEndsAt: null };

test('a failed payment shows the end of the grace period, and an unpaid subscription is named as such', () => {
  expect(notice(pastDue)).toBe('The last payment for your subscription failed. You keep everything until 2026-12-31.');
  expect(notice({ ...pastDue, isValid: false })).toBe('Your subscription is unpaid and inactive.');
  expect(notice({ ...pastDue, subscriptionStatus: 'unpaid', isValid: false })).toContain('unpaid');
  expect(notice({ ...pastDue, subscriptionStatus: 'paused', isValid: false })).toContain('paused');
});

test('nothing is shown for a paid subscription, next to a granted plan, or without a billing page', () => {
  expect(notice(null)).toBeNull();
  expect(notice({ ...pastDue, subscriptionStatus: 'active' })).toBeNull();
  expect(notice({ ...pastDue, grantEndsAt: '2027-01-01T00:00:00.000Z' })).toBeNull();
  expect(notice(pastDue, false)).toBeNull();
  expect(notice({ ...pastDue, graceEndsAt: 'soon' })).toContain('unpaid');
});
