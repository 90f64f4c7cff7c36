import type { OwnerId } from '@portage/contracts';
import { findBillingCustomer } from '@portage/database';
import type { UserContext } from '../http/context.ts';
import { getBillingSettings } from './billing-settings.ts';
import { endAllSubscriptions } from './end-subscriptions.ts';
import { findCheckout } from './find-checkout.ts';
import { getBilling } from './stripe-client.ts';
import { syncCustomer } from './sync-customer.ts';

/**
 * Ends everything a deleted person would keep paying for, at once and without a refund, and closes their open checkout.
 *
 * @throws if Stripe can't be asked
 */
export async function endBilling({ db, env, now }: UserContext, userId: OwnerId): Promise<void> {
  const settings = getBillingSettings(env);
  const customer = settings && (await findBillingCustomer(db, userId, settings.mode));
  if (!customer) return;
  const billing = getBilling(env);
  const { stripe } = billing;
  if (customer.checkoutSessionId) {
    const open = await findCheckout(stripe, customer.checkoutSessionId);
    if (open?.status === 'open') await stripe.checkout.sessions.expire(customer.checkoutSessionId);
  }
  await syncCustomer(billing, db, customer, now());
  await endAllSubscriptions(stripe, userId, db, settings.mode);
  await syncCustomer(billing, db, (await findBillingCustomer(db, userId, settings.mode)) ?? customer, now());
}
