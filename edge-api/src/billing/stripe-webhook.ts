import { formatErrorCauses, log } from '@portage/contracts/log';
import { findCustomerOwner, insertBillingEvent, isEventTaken, renameProduct } from '@portage/database';
import Stripe from 'stripe';
import { notConfigured } from '../apps/not-configured.ts';
import { createJsonResponse } from '../http/answers.ts';
import { ApiProblem } from '../http/api-problem.ts';
import type { RequestContext } from '../http/context.ts';
import { rawRoute } from '../http/implement.ts';
import { readBytes } from '../http/read-body.ts';
import { endAllSubscriptions } from './end-subscriptions.ts';
import { parsePlanQuotas } from './plan-quotas.ts';
import { type Billing, getBilling } from './stripe-client.ts';
import { withStripe } from './stripe-problem.ts';
import { syncCustomer } from './sync-customer.ts';

/** Stripe's largest events are far smaller. */
const BODY_LIMIT_BYTES = 1_000_000;
/** Stripe signs each retry with a new time, so an older signature is a replay. */
const TOLERANCE_SECONDS = 300;

/**
 * `POST /api/billing/stripe/webhook`: Stripe's events. The signature is checked before anything else. An event is recorded after its work
 * is done: a failure gets a 5xx, and Stripe sends the event again.
 */
export const stripeWebhookRoutes = [
  rawRoute(['POST'], '/api/billing/stripe/webhook', { access: 'public', effect: 'write', query: 'any' }, async (context) => {
    const billing = getBilling(context.env);
    const event = await verifiedEvent(context);
    if (await isEventTaken(context.db, event.id)) return createJsonResponse(context, { received: true });
    const isOfThisMode = event.livemode === (billing.mode === 'live');
    const isTaken = isOfThisMode && (await withStripe(() => takeEvent(context, billing, event)));
    await insertBillingEvent(context.db, {
      id: event.id,
      type: event.type,
      outcome: isTaken ? 'synced' : 'ignored',
      createdAt: new Date(event.created * 1000),
      takenAt: context.now(),
    });
    return createJsonResponse(context, { received: true });
  }),
];

/** @throws ApiProblem 400 for events that Stripe didn't sign, or signed too long ago; 501 without the secret */
async function verifiedEvent({ request, env, now, requestId }: RequestContext): Promise<Stripe.Event> {
  const secret = env.STRIPE_WEBHOOK_SECRET;
  if (!secret) throw notConfigured('Billing', 'STRIPE_WEBHOOK_SECRET');
  const bytes = await readBytes(request, BODY_LIMIT_BYTES);
  const signature = request.headers.get('stripe-signature') ?? '';
  try {
    const crypto = Stripe.createSubtleCryptoProvider();
    return await Stripe.webhooks.constructEventAsync(bytes, signature, secret, TOLERANCE_SECONDS, crypto, now().getTime());
  } catch (error) {
    // The body and the header come from a stranger, so only the kind of fault is logged.
    log('warn', 'An event was not signed by Stripe', { requestId, cause: formatErrorCauses(error).split('\n')[0] ?? '' });
    throw new ApiProblem(400, 'not-signed', 'The event is not signed by Stripe.');
  }
}

/** @returns whether it concerns a person of this Portage */
async function takeEvent({ db, now }: RequestContext, billing: Billing, event: Stripe.Event): Promise<boolean> {
  if (event.type === 'product.updated') {
    const product = await billing.stripe.products.retrieve(event.data.object.id);
    await renameProduct(db, billing.mode, {
      productId: product.id,
      productName: product.name,
      quotas: parsePlanQuotas(product.metadata),
    });
    return true;
  }
  const customerId = findCustomerId(event.data.object);
  const owner = customerId && (await findCustomerOwner(db, customerId, billing.mode));
  if (!owner) return false;
  await syncCustomer(billing, db, owner.customer, now());
  // A deleted account isn't charged, even if its person paid a checkout that was still open.
  if (owner.isDeleted) await endAllSubscriptions(billing.stripe, owner.customer.userId, db, billing.mode);
  return true;
}

function findCustomerId(object: { object?: string; id?: string; customer?: unknown } | object): string | null {
  const { object: kind, id, customer } = object as { object?: unknown; id?: unknown; customer?: unknown };
  if (kind === 'customer') return typeof id === 'string' ? id : null;
  if (typeof customer === 'string') return customer;
  const nested = (customer as { id?: unknown } | null | undefined)?.id;
  return typeof nested === 'string' ? nested : null;
}
