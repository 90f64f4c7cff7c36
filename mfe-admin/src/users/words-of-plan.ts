import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { User } from './user-form.ts';

type UserPlan = Pick<CallResponse<Calls, 'GET /api/users/{id}/subscription'>, 'subscription' | 'grant'>;

export function wordsOfPlan({ subscription, grant }: UserPlan, formatDate: (instant: string) => string): string {
  const sentences = [];
  if (subscription) {
    const { productName, status, isValid, currentPeriodEnd, endsAt } = subscription;
    const until = endsAt
      ? `${new Date(endsAt) < new Date() ? 'ended' : 'ends'} on ${formatDate(endsAt)}`
      : `is paid until ${formatDate(currentPeriodEnd)}`;
    sentences.push(
      `The subscription ${productName} is ${status.replaceAll('_', ' ')} at Stripe, ${until}, and ${isValid ? 'counts' : 'does not count'} now.`,
    );
  }
  if (grant) sentences.push(`${grant.productName ?? 'A subscription'} is granted without payment until ${formatDate(grant.endsAt)}.`);
  return sentences.join(' ') || 'This person has no subscription.';
}

/** `Team, granted`: the plan in the list; null for people whose plan neither counts nor awaits payment. */
export function planLabel(plan: User['plan']): string | null {
  if (!plan || plan.status === 'canceled') return null;
  return [plan.name ?? 'Subscription', ...(plan.status === 'active' ? [] : [plan.status.replaceAll('_', ' ')])].join(', ');
}
