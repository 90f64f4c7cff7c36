import { formatDate } from '@portage/ui';
import type { BillingState, Product } from './billing-queries.ts';
import type { StateWords } from './words-of-state.ts';

export interface PlanChange {
  fromPriceId: string;
  toPriceId: string;
}

/**
 * Confirms the plan that a person chose at Stripe, which applies at once or at the end of the period, as Stripe is set up.
 *
 * @returns null if the address names plans that the person doesn't have
 */
export function wordsOfChange(
  { fromPriceId, toPriceId }: PlanChange,
  { priceId, subscription }: Pick<BillingState, 'priceId' | 'subscription'>,
  products: readonly Product[],
): StateWords | null {
  const before = products.find((product) => product.priceId === fromPriceId);
  const after = products.find((product) => product.priceId === toPriceId);
  if (!before || !after || !subscription || before === after) return null;
  if (priceId === fromPriceId) {
    return {
      tone: 'info',
      title: `You asked to change from ${before.name} to ${after.name}`,
      text: `You keep ${before.name} until Stripe makes the change, which is on ${formatDate(subscription.currentPeriodEnd)} at the latest.`,
    };
  }
  if (priceId !== toPriceId) return null;
  return {
    tone: 'success',
    title: `You changed from ${before.name} to ${after.name}`,
    text: `${after.name} and its limits apply from now on. ${describeCost(after, subscription)}`,
  };
}

function describeCost({ formattedPrice }: Product, { endsAt, currentPeriodEnd }: NonNullable<BillingState['subscription']>): string {
  if (endsAt) return `Your subscription still ends on ${formatDate(endsAt)}.`;
  return `It costs ${formattedPrice} per month, next on ${formatDate(currentPeriodEnd)}.`;
}
