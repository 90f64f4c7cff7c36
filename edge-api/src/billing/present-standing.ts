import type { HandlerResult } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { PAST_DUE_GRACE_DAYS, type SubscriptionStanding } from '@portage/database';
import { DAY_MS } from '@portage/primitives/durations';
import { hasValidStanding } from '../http/has-valid-subscription.ts';

type Shown = HandlerResult<Calls, 'GET /api/billing/stripe/get-active-product'>;

export function presentStanding({ subscription, grant }: SubscriptionStanding): Pick<Shown, 'subscription' | 'grant'> {
  return {
    subscription: subscription && {
      status: subscription.status,
      productName: subscription.productName,
      isValid: subscription.isValid,
      currentPeriodEnd: iso(subscription.currentPeriodEnd),
      endsAt: subscription.endsAt && iso(subscription.endsAt),
      graceEndsAt: computeGraceEnd(subscription),
    },
    grant: grant && { ...grant, endsAt: iso(grant.endsAt) },
  };
}

/** Whether Stripe still charges for a subscription in this state: then it is changed instead of a second one being bought. */
export function isCharged(status: string): boolean {
  return status === 'trialing' || status === 'active' || status === 'past_due';
}

/** The price of the person's current plan. A plan that has ended, or gives nothing until it is bought again, doesn't count. */
export function activePriceId({ subscription, grant }: SubscriptionStanding): string | null {
  if (subscription && isCharged(subscription.status)) return subscription.priceId;
  return grant?.priceId ?? null;
}

/** Spec AUTH-51 `billingDetails`: facts any page may need, such as the notice of a failed payment. */
export function presentBillingDetails(standing: SubscriptionStanding): Record<string, unknown> | null {
  const { subscription, grant } = presentStanding(standing);
  if (!subscription && !grant) return null;
  return {
    subscriptionStatus: subscription?.status ?? null,
    isValid: hasValidStanding(standing),
    productName: grant?.productName ?? subscription?.productName ?? null,
    endsAt: subscription?.endsAt ?? null,
    graceEndsAt: subscription?.graceEndsAt ?? null,
    grantEndsAt: grant?.endsAt ?? null,
  };
}

/** The plan as the user list shows it. */
export function presentPlan(standing: SubscriptionStanding) {
  const { subscription, grant } = presentStanding(standing);
  if (grant) return { name: grant.productName, status: 'granted', isValid: true, isGranted: true, endsAt: grant.endsAt };
  if (!subscription) return null;
  const { productName, status, isValid, endsAt } = subscription;
  return { name: productName, status, isValid, isGranted: false, endsAt };
}

function computeGraceEnd({ status, pastDueSince }: NonNullable<SubscriptionStanding['subscription']>): string | null {
  if (status !== 'past_due' || pastDueSince === null) return null;
  return new Date(Date.parse(pastDueSince) + PAST_DUE_GRACE_DAYS * DAY_MS).toISOString();
}

/** PostgreSQL writes an offset; browsers get one format. */
function iso(instant: string): string {
  return new Date(instant).toISOString();
}
