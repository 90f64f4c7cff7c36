import { formatErrorCauses, log } from '@portage/contracts/log';
import { connectHttp, listOverdueCustomers, saveBillingMode } from '@portage/database';
import type { Env } from '../env.ts';
import { getBillingSettings } from './billing-settings.ts';
import { endAllSubscriptions } from './end-subscriptions.ts';
import { getBilling } from './stripe-client.ts';
import { syncCustomer } from './sync-customer.ts';

const MOST_CUSTOMERS = 100;

/** Per isolate: the key whose mode is stored in the database or is being stored. */
let notedKey: string | null = null;
let notingKey: string | null = null;

/** Calls that depend on subscriptions wait until the mode is stored. */
const WAITING = /^\/api\/(billing|connectors|users)\b/;

/** Stores the mode with the first request of an isolate; webhooks and all other calls continue meanwhile. */
export function ensureBillingMode(env: Env, request: Request, waitUntil: (work: Promise<void>) => void): Promise<void> | null {
  const { STRIPE_SECRET_KEY: key } = env;
  if (!key || notedKey === key) return null;
  if (WAITING.test(new URL(request.url).pathname)) return noteBillingMode(env);
  if (notingKey !== key) {
    notingKey = key;
    waitUntil(noteBillingMode(env));
  }
  return null;
}

/**
 * Stores in the database which Stripe this Portage uses, so that subscriptions of the simulated Stripe or its test
 * mode stop counting with the first call under a live key. Without a key the stored mode stays: the key may be missing by mistake.
 */
async function noteBillingMode(env: Env): Promise<void> {
  const settings = getBillingSettings(env);
  if (!settings || notedKey === settings.secretKey) return;
  try {
    await saveBillingMode(connectHttp(env), settings.mode, new Date());
    notedKey = settings.secretKey;
  } catch (error) {
    notingKey = null;
    log('error', 'The billing mode could not be recorded', { cause: formatErrorCauses(error) });
  }
}

/** Reads subscriptions whose paid period ended without an event, and ends deleted people's subscriptions that Stripe still has. */
export async function readOverdueSubscriptions(env: Env, now: Date): Promise<void> {
  const settings = getBillingSettings(env);
  if (!settings) return;
  await noteBillingMode(env);
  const [db, billing] = [connectHttp(env), getBilling(env)];
  for (const { customer, isDeleted } of await listOverdueCustomers(db, settings.mode, now, MOST_CUSTOMERS)) {
    try {
      await syncCustomer(billing, db, customer, now);
      if (isDeleted) await endAllSubscriptions(billing.stripe, customer.userId, db, billing.mode);
    } catch (error) {
      log('warn', 'A subscription could not be read from Stripe', { customerId: customer.customerId, cause: formatErrorCauses(error) });
    }
  }
}
