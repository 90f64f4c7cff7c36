import { type BillingCustomer, findBillingCustomer, findStanding, listLiveSubscriptions, swapCheckout } from '@portage/database';
import type Stripe from 'stripe';
import { conflict, invalid } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { saveOptimistically } from '../http/save-optimistically.ts';
import { findOrCreateCustomer } from './customer.ts';
import { endSubscriptions } from './end-subscriptions.ts';
import { findCheckout } from './find-checkout.ts';
import { isCharged } from './present-standing.ts';
import { findOffered, type OfferedProduct } from './products.ts';
import { type Billing, getBilling } from './stripe-client.ts';
import { withStripe } from './stripe-problem.ts';
import { syncCustomer } from './sync-customer.ts';
import { canHaveTrial } from './trial.ts';

export interface OpenedSession {
  sessionId: string;
  redirectUrl: string;
}

/**
 * Opens Stripe's checkout for an offered price (spec BILL-07). A person has at most one open checkout: a second click or tab gets the
 * same one, another price closes it. With a subscription already, Stripe asks whether to change it, so no one pays twice. A subscription
 * that is unpaid, paused or was never paid gives nothing: it ends, and a new one is bought.
 *
 * @throws ApiProblem 400 for a price that isn't offered, 409 for the one the person has, 501, 502, 503
 */
export function buySubscription(context: UserContext, priceId: string): Promise<OpenedSession> {
  const billing = getBilling(context.env);
  return withStripe(async () => {
    const product = await findOffered(billing, priceId, context.now());
    if (!product) throw invalid('This product is not offered.', 'priceId');
    const customer = await findOrCreateCustomer(context, billing);
    const live = await readLive(context, billing, customer);
    const charged = live.filter(({ status }) => isCharged(status));
    if (charged[0]) {
      const { subscription } = await findStanding(context.db, context.user.id, context.now());
      return changeSubscription(context, billing, customer, charged.find(({ id }) => id === subscription?.id) ?? charged[0], priceId);
    }
    await endSubscriptions(
      billing.stripe,
      live.map(({ id }) => id),
    );
    return openCheckout(context, billing, product);
  });
}

async function readLive({ db, user, now }: UserContext, billing: Billing, customer: BillingCustomer) {
  await syncCustomer(billing, db, customer, now());
  return listLiveSubscriptions(db, user.id, billing.mode);
}

async function changeSubscription(
  context: UserContext,
  { stripe }: Billing,
  { customerId }: BillingCustomer,
  standing: { id: string; priceId: string },
  priceId: string,
): Promise<OpenedSession> {
  if (standing.priceId === priceId) throw conflict('already-subscribed', 'You already have this subscription.');
  const subscription = await stripe.subscriptions.retrieve(standing.id);
  const [item] = subscription.items.data;
  // The page then says what changed.
  const changed = new URLSearchParams({ changedFrom: standing.priceId, changedTo: priceId });
  const session = await stripe.billingPortal.sessions.create({
    customer: customerId,
    return_url: `${context.publicOrigin}/billing`,
    flow_data: {
      type: 'subscription_update_confirm',
      subscription_update_confirm: { subscription: standing.id, items: [{ id: item?.id ?? '', price: priceId, quantity: 1 }] },
      after_completion: { type: 'redirect', redirect: { return_url: `${context.publicOrigin}/billing?${changed}` } },
    },
  });
  return { sessionId: session.id, redirectUrl: session.url };
}

function openCheckout(context: UserContext, billing: Billing, product: OfferedProduct): Promise<OpenedSession> {
  const { db, user } = context;
  return saveOptimistically(async () => {
    const customer = await findBillingCustomer(db, user.id, billing.mode);
    if (!customer) throw new Error('The customer is gone');
    const known = customer.checkoutSessionId === null ? null : await findCheckout(billing.stripe, customer.checkoutSessionId);
    // It may have been paid since the subscriptions were read.
    if (known?.status === 'complete' && (await readLive(context, billing, customer)).some(({ status }) => isCharged(status))) {
      throw checkoutDone();
    }
    const open = known?.status === 'open' ? known : null;
    if (open?.metadata?.priceId === product.priceId && open.url) return { sessionId: open.id, redirectUrl: open.url };
    if (open && !(await close(billing.stripe, open.id))) throw checkoutDone();
    const made = await createCheckout(context, billing, customer, product);
    if (await swapCheckout(db, user.id, customer, made.id)) return { sessionId: made.id, redirectUrl: made.url ?? '' };
    // Another click was faster, so its checkout counts.
    await close(billing.stripe, made.id);
    return undefined;
  }, checkoutBusy);
}

async function createCheckout(
  context: UserContext,
  billing: Billing,
  { customerId }: BillingCustomer,
  { priceId, trialDays }: OfferedProduct,
): Promise<Stripe.Checkout.Session> {
  const { publicOrigin, user } = context;
  const hasTrial = trialDays > 0 && (await canHaveTrial(context, billing, customerId));
  return billing.stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customerId,
    client_reference_id: user.id,
    line_items: [{ price: priceId, quantity: 1 }],
    success_url: `${publicOrigin}/billing/checkout-success?sessionId={CHECKOUT_SESSION_ID}`,
    cancel_url: `${publicOrigin}/billing`,
    metadata: { priceId },
    // Codes are created in Stripe; without any, none is accepted.
    allow_promotion_codes: true,
    ...(hasTrial ? { subscription_data: { trial_period_days: trialDays } } : {}),
  });
}

/** @returns false if the checkout was paid in the meantime */
async function close(stripe: Stripe, sessionId: string): Promise<boolean> {
  try {
    await stripe.checkout.sessions.expire(sessionId);
    return true;
  } catch (error) {
    const { status } = await stripe.checkout.sessions.retrieve(sessionId);
    if (status === 'expired') return true;
    if (status === 'complete') return false;
    throw error;
  }
}

function checkoutBusy() {
  return conflict('checkout-busy', 'Another checkout is being opened. Please try again in a moment.');
}

function checkoutDone() {
  return conflict('checkout-done', 'One of your checkouts was just paid. Please reload the page to see your subscription.');
}
