import type { PriceRecord, PromotionRecord, SubscriptionRecord } from './account-records.ts';

/** The cost of a month, in the smallest unit. */
export function monthAmount(price: PriceRecord, promotion: PromotionRecord | null, quantity = 1): number {
  const amount = price.unit_amount * quantity;
  return promotion ? amount - Math.round((amount * promotion.percent_off) / 100) : amount;
}

/**
 * The cost of switching to another price for the rest of a paid period: the new price less the old one. Nothing in a
 * trial. Below zero it is a credit. https://docs.stripe.com/billing/subscriptions/prorations
 */
export function changeAmount(subscription: SubscriptionRecord, from: PriceRecord, to: PriceRecord, now: number): number {
  const { status, quantity, current_period_start: start, current_period_end: end } = subscription;
  if (status === 'trialing') return 0;
  const rest = Math.min(1, Math.max(0, (end - now) / (end - start)));
  return Math.round((monthAmount(to, null, quantity) - monthAmount(from, null, quantity)) * rest);
}
