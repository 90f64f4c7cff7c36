import type { SimulatorPorts } from '../simulated-system.ts';

/** Times are in seconds of Stripe's clock. */
export interface CustomerRecord {
  id: string;
  email: string | null;
  name: string | null;
  metadata: Record<string, string>;
  created: number;
  /** Number of the default card. */
  card: string | null;
  /** As Stripe counts: below zero is a credit for the next invoices. Missing in older records: 0. */
  balance?: number;
  deleted: boolean;
}

export interface ProductRecord {
  id: string;
  name: string;
  description: string | null;
  active: boolean;
  metadata: Record<string, string>;
  created: number;
  updated: number;
  default_price: string;
}

export interface PriceRecord {
  id: string;
  product: string;
  active: boolean;
  currency: string;
  unit_amount: number;
  interval: 'month' | 'year';
  created: number;
}

/** A code that a person enters at checkout. */
export interface PromotionRecord {
  id: string;
  code: string;
  percent_off: number;
  /** False: it applies to the first payment. */
  is_forever: boolean;
  active: boolean;
}

export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'canceled'
  | 'paused';

export interface SubscriptionRecord {
  id: string;
  customer: string;
  item: string;
  price: string;
  status: SubscriptionStatus;
  created: number;
  current_period_start: number;
  current_period_end: number;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  latest_invoice: string | null;
  /** Start of its months. This field and the next ones are missing in older records. */
  anchor?: number;
  trial_end?: number | null;
  quantity?: number;
  /** The promotion that reduces its next invoices. */
  promotion?: string | null;
}

export interface InvoiceRecord {
  id: string;
  customer: string;
  subscription: string;
  amount_due: number;
  currency: string;
  status: 'open' | 'paid' | 'void' | 'uncollectible';
  created: number;
  attempt_count: number;
  /** When the charge is tried again; null: never. */
  next_payment_attempt: number | null;
}

export interface CheckoutRecord {
  id: string;
  customer: string;
  price: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  trial_days?: number;
  takes_codes?: boolean;
  /** The amount paid; until then the amount without a code. */
  total?: number;
  success_url: string;
  cancel_url: string | null;
  client_reference_id: string | null;
  metadata: Record<string, string>;
  created: number;
  expires_at: number;
  subscription: string | null;
}

export interface PortalRecord {
  id: string;
  customer: string;
  return_url: string | null;
  created: number;
  /** The price change that the person is asked about. */
  change: { subscription: string; item: string; price: string; after_url: string | null } | null;
}

export interface EventRecord {
  id: string;
  type: string;
  created: number;
  /** The event as it is sent. */
  body: string;
  /** Not yet acknowledged with success. */
  isPending: boolean;
}

export interface AccountSettings {
  id: 'account';
  /** How far the clock is ahead of the machine's. */
  clockAheadSeconds: number;
  /** What happens after a renewal's last failed attempt, as set under "Manage failed payments" in Stripe's dashboard. */
  afterFailedRetries: 'canceled' | 'unpaid';
  /** Stripe's `trial_settings.end_behavior.missing_payment_method`. */
  trialEndsWithoutCard: 'create_invoice' | 'cancel' | 'pause';
  /** Events are held back, as if the network were down. */
  isHoldingEvents: boolean;
}

export type AccountRecords = ReturnType<typeof openRecords>;

export function openRecords({ store, now }: SimulatorPorts) {
  const kept = <Item extends { id: string }>(name: string) => store.records<Item>(name, ({ id }) => id);
  const next = store.counter('ids', 1);
  const records = {
    customers: kept<CustomerRecord>('customers'),
    products: kept<ProductRecord>('products'),
    prices: kept<PriceRecord>('prices'),
    promotions: kept<PromotionRecord>('promotion_codes'),
    subscriptions: kept<SubscriptionRecord>('subscriptions'),
    invoices: kept<InvoiceRecord>('invoices'),
    checkouts: kept<CheckoutRecord>('checkout_sessions'),
    portals: kept<PortalRecord>('portal_sessions'),
    events: kept<EventRecord>('events'),
    settings: kept<AccountSettings>('settings'),
    /** `sub_PortageDemo000001`. Ids of checkouts and portals work like a password, so they must be unguessable. */
    newId: (prefix: string) => `${prefix}_${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}${String(next()).padStart(6, '0')}`,
  };
  if (store.isNew) store.together(() => addSamples(records, Math.floor(now() / 1000)));
  const known = records.settings.get('account');
  if (!known?.trialEndsWithoutCard) records.settings.put({ ...FIRST_SETTINGS, ...known });
  return records;
}

const FIRST_SETTINGS: AccountSettings = {
  id: 'account',
  clockAheadSeconds: 0,
  afterFailedRetries: 'canceled',
  trialEndsWithoutCard: 'create_invoice',
  isHoldingEvents: false,
};

function addSamples({ products, prices, promotions }: AccountRecords, created: number): void {
  const plans = [
    { key: 'Starter', amount: 2900, description: 'For the first integrations: 1,000 runs a day.', metadata: { maxRunsPerDay: '1000' } },
    { key: 'Team', amount: 9900, description: 'For daily business: 10,000 runs a day.', metadata: { maxRunsPerDay: '10000' } },
    { key: 'Business', amount: 29900, description: 'No limit on runs.', metadata: { maxRunsPerDay: 'unlimited' } },
  ];
  for (const { key, amount, description, metadata } of plans) {
    const [product, price] = [`prod_Portage${key}`, `price_Portage${key}Monthly`];
    products.put({ id: product, name: key, description, active: true, metadata, created, updated: created, default_price: price });
    prices.put({ id: price, product, active: true, currency: 'usd', unit_amount: amount, interval: 'month', created });
  }
  // Active in Stripe, but not offered: it isn't monthly.
  const yearly = 'price_PortageTeamYearly';
  prices.put({ id: yearly, product: 'prod_PortageTeam', active: true, currency: 'usd', unit_amount: 99_000, interval: 'year', created });
  promotions.put({ id: 'promo_PortageWelcome', code: 'WELCOME20', percent_off: 20, is_forever: false, active: true });
  promotions.put({ id: 'promo_PortageFriends', code: 'FRIENDS', percent_off: 100, is_forever: true, active: true });
}
