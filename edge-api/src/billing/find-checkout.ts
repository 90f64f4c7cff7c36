import type Stripe from 'stripe';
import { isUnknownToStripe } from './stripe-problem.ts';

/** Null if this Stripe account has no such checkout. */
export async function findCheckout(stripe: Stripe, sessionId: string): Promise<Stripe.Checkout.Session | null> {
  try {
    return await stripe.checkout.sessions.retrieve(sessionId);
  } catch (error) {
    if (isUnknownToStripe(error)) return null;
    throw error;
  }
}
