import type Stripe from 'stripe';
import { isUnknownToStripe } from './stripe-problem.ts';

/** A checkout by its id; null where this account of Stripe has none. */
export async function findCheckout(stripe: Stripe, sessionId: string): Promise<Stripe.Checkout.Session | null> {
  try {
    return await stripe.checkout.sessions.retrieve(sessionId);
  } catch (error) {
    if (isUnknownToStripe(error)) return null;
    throw error;
  }
}
