import { type BillingCustomer, findBillingCustomer, type HttpDatabase, type ReadSubscription, storeSubscriptions } from '@portage/database';
import type Stripe from 'stripe';
import { parsePlanQuotas } from './plan-quotas.ts';
import type { Billing } from './stripe-client.ts';
import { isUnknownToStripe } from './stripe-problem.ts';

/**
 * Reads all of a customer's subscriptions from Stripe and stores them. An event only says that something changed, so neither its
 * order nor its age matters. A reading that another one overtook isn't stored: stored state never goes backwards in time.
 *
 * @param customer as the database has it right now
 * @throws StripeError
 */
export async function syncCustomer(billing: Billing, db: HttpDatabase, customer: BillingCustomer, now: Date): Promise<void> {
  let before: BillingCustomer | null = customer;
  // Each reading begins after the previous one was stored. So the second reading stored since this call began, if not the first,
  // has all that this call could learn.
  while (before?.customerId === customer.customerId && before.version < customer.version + 2) {
    const read = await readSubscriptions(billing.stripe, customer.customerId);
    if (await storeSubscriptions(db, before, read, now)) return;
    before = await findBillingCustomer(db, customer.userId, customer.mode);
  }
}

async function readSubscriptions(stripe: Stripe, customerId: string): Promise<ReadSubscription[]> {
  const found = await stripe.subscriptions
    .list({ customer: customerId, status: 'all', limit: 100 })
    .autoPagingToArray({ limit: 500 })
    .catch((error: unknown) => {
      // A customer who was deleted at Stripe has no subscriptions.
      if (isUnknownToStripe(error)) return [];
      throw error;
    });
  const productIds = [...new Set(found.map((subscription) => getProductId(subscription)))];
  const products = new Map(await Promise.all(productIds.map(async (id) => [id, await stripe.products.retrieve(id)] as const)));
  return found.flatMap((subscription) => {
    const [item] = subscription.items.data;
    // Stripe charges nothing for a quantity of zero.
    if (!item || item.quantity === 0) return [];
    const productId = getProductId(subscription);
    const product = products.get(productId);
    return [
      {
        id: subscription.id,
        status: subscription.status,
        priceId: item.price.id,
        productId,
        productName: product?.name ?? '',
        quotas: parsePlanQuotas(product?.metadata ?? {}),
        currentPeriodEnd: toDate(item.current_period_end),
        endsAt: findEndDate(subscription, item),
        createdAt: toDate(subscription.created),
      },
    ];
  });
}

function getProductId({ items }: Stripe.Subscription): string {
  const product = items.data[0]?.price.product ?? '';
  return typeof product === 'string' ? product : product.id;
}

function findEndDate(subscription: Stripe.Subscription, item: Stripe.SubscriptionItem): Date | null {
  const at = subscription.ended_at ?? subscription.cancel_at ?? (subscription.cancel_at_period_end ? item.current_period_end : null);
  return at === null ? null : toDate(at);
}

function toDate(seconds: number): Date {
  return new Date(seconds * 1000);
}
