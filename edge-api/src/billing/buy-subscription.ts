import { type BillingCustomer, findBillingCustomer, findStanding, swapCheckout } from '@portage/database';
import type Stripe from 'stripe';
import { conflict, invalid } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { customerOf } from './customer.ts';
import { findCheckout } from './find-checkout.ts';
import { findOffered } from './products.ts';
import { type Billing, billingOf } from './stripe-client.ts';
import { withStripe } from './stripe-problem.ts';
import { syncCustomer } from './sync-customer.ts';

export interface OpenedSession {
  sessionId: string;
  redirectUrl: string;
}

const MOST_TRIES = 4;

/**
 * Opens Stripe's checkout for an offered price (spec BILL-07). A person has at most one open checkout: a second click or tab gets the
 * same one, another price closes it. With a subscription already, Stripe asks whether to change it, so no one pays twice.
 *
 * @throws ApiProblem 400 for a price that is not offered, 409 for the one the person has, 501, 502, 503
 */
export function buySubscription(context: UserContext, priceId: string): Promise<OpenedSession> {
  const billing = billingOf(context.env);
  return withStripe(async () => {
    if (!(await findOffered(billing, priceId, context.now()))) throw invalid('This product is not offered.', 'priceId');
    const customer = await customerOf(context, billing);
    await syncCustomer(billing, context.db, customer, context.now());
    const { subscription } = await findStanding(context.user.id, context.db, context.now());
    if (subscription && LIVE.includes(subscription.status)) return changeSubscription(context, billing, customer, subscription, priceId);
    return openCheckout(context, billing, priceId);
  });
}

/** States in which Stripe would charge a second subscription beside the first. */
const LIVE = ['trialing', 'active', 'past_due', 'unpaid', 'paused'];

async function changeSubscription(
  context: UserContext,
  { stripe }: Billing,
  { customerId }: BillingCustomer,
  standing: { id: string; priceId: string },
  priceId: string,
): Promise<OpenedSession> {
  if (standing.priceId === priceId) throw conflict('already-subscribed', 'You have this subscription already.');
  const subscription = await stripe.subscriptions.retrieve(standing.id);
  const [item] = subscription.items.data;
  const session = await stripe.billingPortal.sessions.create({
    customer: customerId,
    return_url: `${context.publicOrigin}/billing`,
    flow_data: {
      type: 'subscription_update_confirm',
      subscription_update_confirm: { subscription: standing.id, items: [{ id: item?.id ?? '', price: priceId, quantity: 1 }] },
      after_completion: { type: 'redirect', redirect: { return_url: `${context.publicOrigin}/billing` } },
    },
  });
  return { sessionId: session.id, redirectUrl: session.url };
}

async function openCheckout(context: UserContext, billing: Billing, priceId: string): Promise<OpenedSession> {
  const { db, user } = context;
  for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
    const customer = await findBillingCustomer(user.id, db, billing.mode);
    if (!customer) throw new Error('The customer is gone');
    const open = await openSessionOf(billing.stripe, customer);
    if (open?.metadata?.priceId === priceId && open.url) return { sessionId: open.id, redirectUrl: open.url };
    if (open && !(await close(billing.stripe, open.id))) throw checkoutDone();
    const made = await createCheckout(context, billing.stripe, customer, priceId);
    if (await swapCheckout(user.id, db, customer, made.id)) return { sessionId: made.id, redirectUrl: made.url ?? '' };
    // Another click was faster; its checkout counts.
    await close(billing.stripe, made.id);
  }
  throw conflict('checkout-busy', 'Another checkout is being opened. Please try again in a moment.');
}

function createCheckout(
  { publicOrigin, user }: UserContext,
  stripe: Stripe,
  { customerId }: BillingCustomer,
  priceId: string,
): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customerId,
    client_reference_id: user.id,
    line_items: [{ price: priceId, quantity: 1 }],
    success_url: `${publicOrigin}/billing/checkout-success?sessionId={CHECKOUT_SESSION_ID}`,
    cancel_url: `${publicOrigin}/billing`,
    metadata: { priceId },
  });
}

async function openSessionOf(stripe: Stripe, { checkoutSessionId }: BillingCustomer): Promise<Stripe.Checkout.Session | null> {
  if (checkoutSessionId === null) return null;
  const session = await findCheckout(stripe, checkoutSessionId);
  return session?.status === 'open' ? session : null;
}

/** @returns false where the checkout was paid in the meantime */
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

function checkoutDone() {
  return conflict('checkout-done', 'A checkout of yours was just paid. Please reload the page to see your subscription.');
}
