import type { WorkflowQuotaSettings } from '@portage/database';
import { MINUTE_MS } from '@portage/primitives/durations';
import type Stripe from 'stripe';
import { parsePlanQuotas } from './plan-quotas.ts';
import type { Billing } from './stripe-client.ts';
import { parseTrialDays } from './trial.ts';

/** Stripe gives amounts in the smallest unit; these currencies have no smaller unit. https://docs.stripe.com/currencies */
const WHOLE_UNITS = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
const THOUSANDTHS = new Set('bhd jod kwd omr tnd'.split(' '));

/** A price that can be bought (spec BILL-03), with what its product gives. */
export interface OfferedProduct {
  priceId: string;
  productId: string;
  name: string;
  description: string;
  formattedPrice: string;
  /** 0: no trial. */
  trialDays: number;
  quotas: WorkflowQuotaSettings;
}

const FRESH_MS = MINUTE_MS;
/** How long cached products are shown while Stripe is down. */
const KEPT_MS = 60 * MINUTE_MS;
const MOST_PRICES = 300;

let cache: { key: string; atMs: number; products: readonly OfferedProduct[] } | null = null;

/**
 * Active products with an active monthly price, cheapest first. A product with `portage: hidden` in its metadata isn't offered here.
 *
 * @param isFresh asks Stripe even if products are cached
 * @throws StripeError if Stripe can't be asked and nothing is cached
 */
export async function offeredProducts(billing: Billing, now: Date, { isFresh = false } = {}): Promise<readonly OfferedProduct[]> {
  const known = cache?.key === billing.secretKey ? cache : null;
  const ageMs = known ? now.getTime() - known.atMs : Number.POSITIVE_INFINITY;
  if (known && !isFresh && ageMs >= 0 && ageMs < FRESH_MS) return known.products;
  try {
    const products = await readProducts(billing.stripe);
    cache = { key: billing.secretKey, atMs: now.getTime(), products };
    return products;
  } catch (error) {
    if (known && ageMs < KEPT_MS) return known.products;
    throw error;
  }
}

/** An offered price; asks Stripe if it isn't cached. @returns null: it isn't offered */
export async function findOffered(billing: Billing, priceId: string, now: Date): Promise<OfferedProduct | null> {
  const among = (products: readonly OfferedProduct[]) => products.find((product) => product.priceId === priceId);
  return among(await offeredProducts(billing, now)) ?? among(await offeredProducts(billing, now, { isFresh: true })) ?? null;
}

async function readProducts(stripe: Stripe): Promise<OfferedProduct[]> {
  const prices = await stripe.prices
    .list({ active: true, type: 'recurring', recurring: { interval: 'month' }, expand: ['data.product'], limit: 100 })
    .autoPagingToArray({ limit: MOST_PRICES });
  return prices
    .flatMap((price) => {
      const product = toOfferedProduct(price);
      return product ? [{ product, currency: price.currency, amount: price.unit_amount ?? 0 }] : [];
    })
    .sort((a, b) => a.currency.localeCompare(b.currency) || a.amount - b.amount || a.product.name.localeCompare(b.product.name))
    .map(({ product }) => product);
}

function toOfferedProduct({ id, product, recurring, unit_amount, currency, active }: Stripe.Price): OfferedProduct | null {
  if (!active || typeof product === 'string' || product.deleted || !product.active || product.metadata.portage === 'hidden') return null;
  const isMonthly = recurring?.interval === 'month' && recurring.interval_count === 1 && recurring.usage_type === 'licensed';
  if (!isMonthly || unit_amount === null) return null;
  return {
    priceId: id,
    productId: product.id,
    name: product.name,
    description: product.description ?? '',
    formattedPrice: formatPrice(unit_amount, currency),
    trialDays: parseTrialDays(product.metadata),
    quotas: parsePlanQuotas(product.metadata),
  };
}

/** `$29.00`, `¥3,000`. */
function formatPrice(unitAmount: number, currency: string): string {
  const digits = WHOLE_UNITS.has(currency) ? 0 : THOUSANDTHS.has(currency) ? 3 : 2;
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(unitAmount / 10 ** digits);
}
