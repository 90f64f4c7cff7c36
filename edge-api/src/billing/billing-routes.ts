import { billingCalls } from '@portage/contracts/calls';
import { formatErrorCauses, log } from '@portage/contracts/log';
import { type BillingMode, findBillingCustomer, findStanding, hasHadSubscription, listLiveSubscriptions } from '@portage/database';
import { ApiProblem } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { implement } from '../http/implement.ts';
import { limitAttempts } from '../rate-limits/limit-attempts.ts';
import { rateLimitRules } from '../rate-limits/rules.ts';
import { customBillingUrl, getBillingSettings } from './billing-settings.ts';
import { buySubscription } from './buy-subscription.ts';
import { confirmCheckout } from './confirm-checkout.ts';
import { findOrCreateCustomer } from './customer.ts';
import { activePriceId, isCharged, presentStanding } from './present-standing.ts';
import { offeredProducts } from './products.ts';
import { type Billing, getBilling } from './stripe-client.ts';
import { withStripe } from './stripe-problem.ts';
import { deleteSubscriptionGrant, saveSubscriptionGrant, showSubscription } from './subscription-grants.ts';
import { syncCustomer } from './sync-customer.ts';

/** API-164..171. */
export const billingRoutes = implement(billingCalls, {
  'GET /api/billing/get-custom-billing-url': (_, { env, user }) => ({ customUrl: customBillingUrl(env, user.billingDetails) }),

  'GET /api/billing/stripe/get-active-product': async (_, context) => {
    const { db, env, user, now } = context;
    const settings = getBillingSettings(env);
    const isFresh = settings === null || (await refreshed(context, getBilling(env)));
    const standing = await findStanding(db, user.id, now());
    const live = settings ? await listLiveSubscriptions(db, user.id, settings.mode) : [];
    return {
      priceId: activePriceId(standing),
      mode: (settings?.mode ?? 'none') as BillingMode | 'none',
      ...presentStanding(standing),
      isFresh,
      liveCount: live.filter(({ status }) => isCharged(status)).length,
      hasPortal: settings !== null && (await findBillingCustomer(db, user.id, settings.mode)) !== null,
    };
  },

  'GET /api/billing/stripe/get-products': (_, { db, env, user, now }) => {
    const settings = getBillingSettings(env);
    if (!settings) return { products: [] };
    return withStripe(async () => {
      const products = await offeredProducts(getBilling(env), now());
      const hasTrial = !(await hasHadSubscription(db, user.id, settings.mode));
      return { products: products.map((product) => (hasTrial ? product : { ...product, trialDays: 0 })) };
    });
  },

  'POST /api/billing/stripe/create-session': async (_, context) => {
    const billing = getBilling(context.env);
    requireOwnPerson(context);
    await limitBilling(context);
    return withStripe(async () => {
      const { customerId } = await findOrCreateCustomer(context, billing);
      const session = await billing.stripe.billingPortal.sessions.create({
        customer: customerId,
        return_url: `${context.publicOrigin}/billing`,
      });
      return { redirectUrl: session.url };
    });
  },

  'POST /api/billing/stripe/buy-subscription': async ({ body }, context) => {
    requireOwnPerson(context);
    await limitBilling(context);
    return buySubscription(context, body.priceId);
  },

  'GET /api/billing/stripe/checkout-success': async ({ query }, context) => {
    await limitBilling(context);
    return confirmCheckout(context, query.sessionId);
  },

  'GET /api/users/{id}/subscription': ({ params }, context) => showSubscription(context, params.id),
  'PUT /api/users/{id}/subscription-grant': ({ params, body }, context) => saveSubscriptionGrant(context, params.id, body),
  'DELETE /api/users/{id}/subscription-grant': ({ params }, context) => deleteSubscriptionGrant(context, params.id),
});

/** An admin who acts as another person sees neither their cards nor their invoices, and doesn't buy in their name. */
function requireOwnPerson({ user }: UserContext): void {
  if (user.hideBilling) throw new ApiProblem(403, 'no-billing', 'Billing is not enabled for your account.');
  if (user.impersonatorUserId === null) return;
  throw new ApiProblem(403, 'not-while-impersonating', 'Only the person themselves can buy or change a subscription.');
}

function limitBilling(context: UserContext): Promise<void> {
  return limitAttempts(context, [{ rule: rateLimitRules.billingByUser, parts: [context.user.id] }]);
}

/** Reads Stripe again when a person opens the page. @returns false: Stripe is down or was asked too often, so the stored state counts */
async function refreshed(context: UserContext, billing: Billing): Promise<boolean> {
  const { db, user, now, requestId } = context;
  const customer = await findBillingCustomer(db, user.id, billing.mode);
  if (!customer) return true;
  try {
    await limitBilling(context);
    await withStripe(() => syncCustomer(billing, db, customer, now()));
    return true;
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    log('warn', 'A subscription could not be read from Stripe', { requestId, cause: formatErrorCauses(error) });
    return false;
  }
}
