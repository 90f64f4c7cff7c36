import type { SubscriptionStanding } from '@portage/database';
import type { SignedInUser } from './context.ts';

/** Spec API-12: a subscription that currently counts, paid or granted; impersonation counts as one (spec USER-11). */
export function hasValidSubscription(user: Pick<SignedInUser, 'standing' | 'impersonatorUserId'>): boolean {
  return user.impersonatorUserId !== null || hasValidStanding(user.standing);
}

export function hasValidStanding({ subscription, grant }: SubscriptionStanding): boolean {
  return subscription?.isValid === true || grant !== null;
}
