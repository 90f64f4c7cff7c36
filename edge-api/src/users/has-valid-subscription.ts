import type { SignedInUser } from '../http/context.ts';

const VALID_STATUSES: readonly unknown[] = ['active', 'trialing'];

/** Spec API-12: the user's subscription as billing last reported it; impersonation counts as one (spec USER-11). */
export function hasValidSubscription(user: Pick<SignedInUser, 'billingDetails' | 'impersonatorUserId'>): boolean {
  return user.impersonatorUserId !== null || VALID_STATUSES.includes(user.billingDetails?.subscriptionStatus);
}
