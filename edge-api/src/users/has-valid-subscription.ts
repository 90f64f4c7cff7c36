import { hasValidStanding } from '../billing/present-standing.ts';
import type { SignedInUser } from '../http/context.ts';

/** Spec API-12: a subscription that currently counts, paid or granted; impersonation counts as one (spec USER-11). */
export function hasValidSubscription(user: Pick<SignedInUser, 'standing' | 'impersonatorUserId'>): boolean {
  return user.impersonatorUserId !== null || hasValidStanding(user.standing);
}
