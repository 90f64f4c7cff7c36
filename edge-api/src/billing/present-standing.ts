import type { HandlerResult } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { PAST_DUE_GRACE_DAYS, type SubscriptionStanding } from '@portage/database';
import { DAY_MS } from '@portage/primitives/durations';

type Shown = HandlerResult<Calls, 'GET /api/billing/stripe/get-active-product'>;

export function presentStanding({ subscription, grant }: SubscriptionStanding): Pick<Shown, 'subscription' | 'grant'> {
  return {
    subscription: subscription && {
      status: subscription.status,
      productName: subscription.productName,
      isValid: subscription.isValid,
      currentPeriodEnd: iso(subscription.currentPeriodEnd),
      endsAt: subscription.endsAt && iso(subscription.endsAt),
      graceEndsAt: graceEndOf(subscription),
    },
    grant: grant && { ...grant, endsAt: iso(grant.endsAt) },
  };
}

/** Whether Stripe goes on charging for a subscription in this state: then it is changed, and no second one is bought. */
export function isCharged(status: string): boolean {
  return status === 'trialing' || status === 'active' || status === 'past_due';
}

/** The price of the plan that a person has at this moment. A plan that has ended, or gives nothing until it is bought again, does not count. */
export function activePriceId({ subscription, grant }: SubscriptionStanding): string | null {
  if (subscription && isCharged(subscription.status)) return subscription.priceId;
  return grant?.priceId ?? null;
}

/** Spec AUTH-51 `billingDetails`: what every page may need to know, such as the notice of a failed payment. */
export function billingDetailsOf(standing: SubscriptionStanding): Record<string, unknown> | null {
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

/** A line of the users' list. */
export function planOf(standing: SubscriptionStanding) {
  const { subscription, grant } = presentStanding(standing);
  if (grant) return { name: grant.productName, status: 'granted', isValid: true, isGranted: true, endsAt: grant.endsAt };
  if (!subscription) return null;
  const { productName, status, isValid, endsAt } = subscription;
  return { name: productName, status, isValid, isGranted: false, endsAt };
}

export function hasValidStanding({ subscription, grant }: SubscriptionStanding): boolean {
  return subscription?.isValid === true || grant !== null;
}

function graceEndOf({ status, pastDueSince }: NonNullable<SubscriptionStanding['subscription']>): string | null {
  if (status !== 'past_due' || pastDueSince === null) return null;
  return new Date(Date.parse(pastDueSince) + PAST_DUE_GRACE_DAYS * DAY_MS).toISOString();
}

/** PostgreSQL writes an offset; browsers get one spelling. */
function iso(instant: string): string {
  return new Date(instant).toISOString();
}
