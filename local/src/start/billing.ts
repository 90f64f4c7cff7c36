import { simulatedAddress } from '@portage/contracts';
import type { Secrets } from './secrets.ts';
import type { Settings } from './settings.ts';

/** This Portage's account at the simulated Stripe. */
export function getStripeAccount({ stripeSecretKey, stripeWebhookSecret }: Secrets) {
  return { secretKey: stripeSecretKey, webhookSecret: stripeWebhookSecret };
}

/** The API's billing variables: the person's own Stripe account, otherwise the simulated one. */
export function buildBillingVariables({ stripe, simulate }: Settings, secrets: Secrets): Record<string, string> {
  if (stripe.STRIPE_SECRET_KEY && !simulate.includes('stripe')) return stripe;
  return {
    STRIPE_SECRET_KEY: secrets.stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
    STRIPE_SIMULATOR_URL: simulatedAddress('https://api.stripe.com/'),
  };
}
