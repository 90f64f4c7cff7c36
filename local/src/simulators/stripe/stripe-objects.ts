import type Stripe from 'stripe';
import type { CheckoutRecord, CustomerRecord, PortalRecord, PriceRecord, ProductRecord, SubscriptionRecord } from './account-records.ts';

/** Records as Stripe's API shows them. Each function returns a whole object of the `stripe` package, so a wrong field doesn't compile. */

export function customerObject({ id, email, name, metadata, created, balance = 0 }: CustomerRecord): Stripe.Customer {
  return {
    id,
    object: 'customer',
    address: null,
    balance,
    created,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    email,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata,
    name,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
}

export function productObject(record: ProductRecord): Stripe.Product {
  const { id, active, created, updated, default_price, description, metadata, name } = record;
  return {
    id,
    object: 'product',
    active,
    created,
    default_price,
    description,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata,
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated,
    url: null,
  };
}

export function priceObject(record: PriceRecord, product: string | Stripe.Product = record.product): Stripe.Price {
  const { id, active, created, currency, unit_amount, interval } = record;
  return {
    id,
    object: 'price',
    active,
    billing_scheme: 'per_unit',
    created,
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product,
    recurring: { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount,
    unit_amount_decimal: decimal(unit_amount),
  };
}

function planObject({ id, active, created, currency, unit_amount, interval, product }: PriceRecord): Stripe.Plan {
  return {
    id,
    object: 'plan',
    active,
    amount: unit_amount,
    amount_decimal: decimal(unit_amount),
    billing_scheme: 'per_unit',
    created,
    currency,
    interval,
    interval_count: 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

export function subscriptionObject(record: SubscriptionRecord, price: PriceRecord): Stripe.Subscription {
  const { id, created, customer, item, status, current_period_start, current_period_end, cancel_at_period_end, canceled_at } = record;
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: record.anchor ?? created,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'classic' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: cancel_at_period_end ? current_period_end : null,
    cancel_at_period_end,
    canceled_at,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: canceled_at === null ? null : 'cancellation_requested',
    },
    collection_method: 'charge_automatically',
    created,
    currency: price.currency,
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    // Ids, as Stripe returns them unless expanded.
    discounts: record.promotion ? [`di_${id.slice(4)}`] : [],
    ended_at: record.ended_at,
    invoice_settings: { account_tax_ids: null, custom_fields: null, description: null, footer: null, issuer: { type: 'self' } },
    items: {
      object: 'list',
      data: [
        {
          id: item,
          object: 'subscription_item',
          billing_thresholds: null,
          created,
          current_period_end,
          current_period_start,
          current_trial: null,
          discounts: [],
          metadata: {},
          plan: planObject(price),
          price: priceObject(price),
          quantity: record.quantity ?? 1,
          subscription: id,
          tax_rates: [],
        },
      ],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: record.latest_invoice,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: created,
    status,
    test_clock: null,
    transfer_data: null,
    trial_end: record.trial_end ?? null,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: record.trial_end ? created : null,
  };
}

export function checkoutObject(record: CheckoutRecord, price: PriceRecord, origin: string): Stripe.Checkout.Session {
  const { id, cancel_url, client_reference_id, created, customer, expires_at, metadata, payment_status, status, subscription } = record;
  const total = record.total ?? (record.trial_days ? 0 : price.unit_amount);
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: record.takes_codes ?? null,
    allowed_payment_method_types: null,
    amount_subtotal: record.trial_days ? 0 : price.unit_amount,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url,
    client_reference_id,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created,
    currency: price.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer,
    customer_account: null,
    customer_creation: null,
    customer_details: null,
    customer_email: null,
    discounts: [],
    expires_at,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata,
    mode: 'subscription',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_status,
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status,
    submit_type: null,
    subscription,
    success_url: record.success_url,
    total_details: { amount_discount: record.trial_days ? 0 : price.unit_amount - total, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    // Null once it's no longer open, as in Stripe.
    url: status === 'open' ? `${origin}/local/simulators/stripe/checkout/${id}` : null,
    wallet_options: null,
  };
}

export function portalObject({ id, created, customer, return_url, change }: PortalRecord, origin: string): Stripe.BillingPortal.Session {
  return {
    id,
    object: 'billing_portal.session',
    configuration: 'bpc_PortageDemo',
    created,
    customer,
    customer_account: null,
    flow: change && {
      after_completion: change.after_url
        ? { hosted_confirmation: null, redirect: { return_url: change.after_url }, type: 'redirect' }
        : { hosted_confirmation: null, redirect: null, type: 'portal_homepage' },
      customer_update: null,
      subscription_cancel: null,
      subscription_pause: null,
      subscription_update: null,
      subscription_update_confirm: {
        discounts: null,
        items: [{ id: change.item, price: change.price, quantity: 1 }],
        subscription: change.subscription,
      },
      type: 'subscription_update_confirm',
    },
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url,
    url: `${origin}/local/simulators/stripe/portal/${id}`,
  };
}

/** The library turns the text that Stripe sends into its own number type. */
function decimal(amount: number): Stripe.Decimal {
  return String(amount) as unknown as Stripe.Decimal;
}
