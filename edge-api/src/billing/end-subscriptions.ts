import type { OwnerId } from '@portage/contracts';
import type { BillingMode, HttpDatabase } from '@portage/database';
import { listLiveSubscriptions } from '@portage/database';
import type Stripe from 'stripe';
import { isUnknownToStripe } from './stripe-problem.ts';

/** Ends all of a person's subscriptions at Stripe, at once and without a refund. @throws StripeError */
export async function endAllSubscriptions(stripe: Stripe, userId: OwnerId, db: HttpDatabase, mode: BillingMode): Promise<void> {
  const live = await listLiveSubscriptions(db, userId, mode);
  await endSubscriptions(
    stripe,
    live.map(({ id }) => id),
  );
}

/** A subscription that has already ended does no harm. @throws StripeError */
export async function endSubscriptions(stripe: Stripe, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await stripe.subscriptions.cancel(id).catch((error: unknown) => {
      if (!isUnknownToStripe(error)) throw error;
    });
  }
}
