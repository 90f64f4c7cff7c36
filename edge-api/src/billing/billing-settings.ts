import type { BillingMode } from '@portage/database';
import { notConfigured } from '../apps/not-configured.ts';
import type { Env } from '../env.ts';

export interface BillingSettings {
  secretKey: string;
  mode: BillingMode;
  /** The address of a simulated Stripe; null: Stripe itself. */
  simulatorUrl: URL | null;
}

/** Null: this Portage has no billing. */
export function getBillingSettings({ STRIPE_SECRET_KEY, STRIPE_SIMULATOR_URL }: Env): BillingSettings | null {
  if (!STRIPE_SECRET_KEY) return null;
  if (STRIPE_SIMULATOR_URL) return { secretKey: STRIPE_SECRET_KEY, mode: 'simulated', simulatorUrl: new URL(STRIPE_SIMULATOR_URL) };
  return { secretKey: STRIPE_SECRET_KEY, mode: /^[rs]k_live_/.test(STRIPE_SECRET_KEY) ? 'live' : 'test', simulatorUrl: null };
}

/** @throws ApiProblem 501 with the name of the setting */
export function requireBilling(env: Env): BillingSettings {
  const settings = getBillingSettings(env);
  if (!settings) throw notConfigured('Billing', 'STRIPE_SECRET_KEY');
  return settings;
}

/** The address that replaces Portage's billing page for one person or for everyone (spec BILL-04). */
export function customBillingUrl({ CUSTOM_BILLING_URL }: Env, billingDetails: Record<string, unknown> | null): string | null {
  const own = billingDetails?.customUrl;
  return [own, CUSTOM_BILLING_URL].find((url): url is string => typeof url === 'string' && url.startsWith('https://')) ?? null;
}

/** Spec BILL-09, BILL-10: the opposite of `hideBilling`, if there is a billing page at all. */
export function showsBilling(env: Env, user: { hideBilling: boolean; billingDetails: Record<string, unknown> | null }): boolean {
  return !user.hideBilling && (getBillingSettings(env) !== null || customBillingUrl(env, user.billingDetails) !== null);
}
