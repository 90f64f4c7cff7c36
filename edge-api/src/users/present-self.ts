import type { User } from '@portage/contracts/calls';
import type { SubscriptionStanding, UserRow } from '@portage/database';
import { showsBilling } from '../billing/billing-settings.ts';
import { presentBillingDetails } from '../billing/present-standing.ts';
import type { Env } from '../env.ts';
import { toUser } from './to-user.ts';

/** A person's own account, with the billing data their pages need. */
export function presentSelf(env: Env, row: Omit<UserRow, 'passwordHash'>, standing: SubscriptionStanding): User {
  return { ...toUser(row), billingDetails: presentBillingDetails(standing), showBilling: showsBilling(env, row) };
}
