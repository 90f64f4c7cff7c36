import { formatDate, type Tone } from '@portage/ui';
import type { BillingState } from './billing-queries.ts';

export interface StateWords {
  tone: Tone;
  title: string;
  text: string;
}

type Subscription = NonNullable<BillingState['subscription']>;

/** For a plan that no longer counts. */
const LIMITS_STAY = 'Its run limits still apply. Lower limits on your account take precedence.';

/** A person's plan, when it ends, and what happens then. A paid subscription takes precedence over a granted one. */
export function wordsOfState({ subscription, grant, mode }: Pick<BillingState, 'subscription' | 'grant' | 'mode'>): StateWords {
  if (subscription?.isValid || (subscription && !grant && subscription.status !== 'canceled' && subscription.status !== 'incomplete')) {
    return wordsOfSubscription(subscription);
  }
  if (grant) {
    const plan = grant.productName ? `the plan ${grant.productName}` : 'a subscription';
    return {
      tone: 'success',
      title: grant.productName ?? 'Subscription',
      text: `You have ${plan} without payment until ${formatDate(grant.endsAt)}. It ends then; nothing is charged.`,
    };
  }
  if (subscription?.status === 'canceled') {
    return {
      tone: 'neutral',
      title: 'No subscription',
      text: `Your subscription ${subscription.productName} ended on ${formatDate(subscription.endsAt ?? subscription.currentPeriodEnd)}. Choose a product to begin again. ${LIMITS_STAY}`,
    };
  }
  const what = mode === 'none' ? 'Subscriptions are not sold here.' : 'Choose a product to begin.';
  return { tone: 'neutral', title: 'No subscription', text: `You have no subscription. ${what}` };
}

function wordsOfSubscription({ status, productName: title, isValid, currentPeriodEnd, endsAt, graceEndsAt }: Subscription): StateWords {
  const periodEnd = formatDate(currentPeriodEnd);
  switch (status) {
    case 'trialing':
      return endsAt
        ? { tone: 'warning', title, text: `Your trial ends on ${formatDate(endsAt)}. Nothing is charged.` }
        : { tone: 'success', title, text: `Your trial lasts until ${periodEnd}. The first payment is due then.` };
    case 'active':
      return endsAt
        ? {
            tone: 'warning',
            title,
            text: `Your subscription ends on ${formatDate(endsAt)}. You keep everything until then; nothing more is charged.`,
          }
        : { tone: 'success', title, text: `Your subscription renews on ${periodEnd}.` };
    case 'past_due':
      return isValid && graceEndsAt
        ? {
            tone: 'danger',
            title,
            text: `The last payment failed. You keep everything until ${formatDate(graceEndsAt)}. Please check your card under “Manage subscription”.`,
          }
        : {
            tone: 'danger',
            title,
            text: `The last payment failed, and the grace period has ended. Please check your card under “Manage subscription”. ${LIMITS_STAY}`,
          };
    case 'unpaid':
      return {
        tone: 'danger',
        title,
        text: `Your subscription is unpaid and inactive. Please pay the open invoice under “Manage subscription”, or choose a product to begin again. ${LIMITS_STAY}`,
      };
    case 'paused':
      return {
        tone: 'warning',
        title,
        text: `Your subscription is paused. Choose a product to begin again. ${LIMITS_STAY}`,
      };
    default:
      return { tone: 'warning', title, text: 'Your first payment is not complete yet.' };
  }
}
