import { hasHadSubscription } from '@portage/database';
import type { UserContext } from '../http/context.ts';
import type { Billing } from './stripe-client.ts';

/** Stripe accepts no longer trials. */
const LONGEST_DAYS = 730;

/** How long a product can be tried, by its metadata: `trialDays: 14`. Any other value means no trial. */
export function parseTrialDays(metadata: Readonly<Record<string, string>>): number {
  const text = metadata.trialDays?.trim() ?? '';
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return days <= LONGEST_DAYS ? days : 0;
}

/** A person has one trial: none after any subscription, nor after one on an earlier account with the same e-mail address. */
export async function canHaveTrial({ db, user }: UserContext, { stripe, mode }: Billing, ownCustomerId: string): Promise<boolean> {
  if (await hasHadSubscription(db, user.id, mode)) return false;
  const { data: customers } = await stripe.customers.list({ email: user.email, limit: 100 });
  for (const { id } of customers) {
    if (id === ownCustomerId) continue;
    const { data } = await stripe.subscriptions.list({ customer: id, status: 'all', limit: 1 });
    if (data.length > 0) return false;
  }
  return true;
}
