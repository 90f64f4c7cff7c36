import { findBillingCustomer, findStanding } from '@portage/database';
import type { UserContext } from '../http/context.ts';
import { findCheckout } from './find-checkout.ts';
import { getBilling } from './stripe-client.ts';
import { withStripe } from './stripe-problem.ts';
import { syncCustomer } from './sync-customer.ts';

export interface CheckoutResult {
  isSuccess: boolean;
  errorMessage: string | null;
}

const NOT_FOUND = 'This checkout was not found.';

/**
 * Confirms a checkout by asking Stripe (spec BILL-08); the page's address proves nothing. Another person's checkout gets the same
 * response as one that doesn't exist.
 *
 * @throws ApiProblem 501, 502, 503
 */
export function confirmCheckout({ db, env, user, now }: UserContext, sessionId: string): Promise<CheckoutResult> {
  const billing = getBilling(env);
  return withStripe(async () => {
    const customer = await findBillingCustomer(db, user.id, billing.mode);
    const session = customer && (await findCheckout(billing.stripe, sessionId));
    const owner = typeof session?.customer === 'string' ? session.customer : session?.customer?.id;
    if (!session || owner !== customer.customerId) return failed(NOT_FOUND);
    await syncCustomer(billing, db, customer, now());
    if (session.status === 'open') return failed('The checkout was not completed. You can go back to it from the billing page.');
    if (session.status === 'expired') return failed('The checkout has expired. Please start it again.');
    const { subscription } = await findStanding(db, user.id, now());
    // Stripe's state decides: with some payment methods, a subscription begins before its money arrives.
    if (subscription?.isValid) return { isSuccess: true, errorMessage: null };
    if (session.payment_status === 'unpaid') return failed('Your payment is on its way. The subscription begins as soon as it arrives.');
    return failed('The subscription of this checkout has ended.');
  });
}

function failed(errorMessage: string): CheckoutResult {
  return { isSuccess: false, errorMessage };
}
