import type Stripe from 'stripe';
import { nullFields } from '../null-fields.ts';
import type { CheckoutRecord, CustomerRecord, PortalRecord, PriceRecord, ProductRecord, SubscriptionRecord } from './account-records.ts';

/** Records as Stripe's API shows them. Each function returns a whole object of the `stripe` package, so a missing field doesn't compile. */

export function customerObject({ id, email, name, metadata, created, balance = 0 }: CustomerRecord): Stripe.Customer {
  return {
    id,
    object: 'customer',
    ...nullFields('address currency customer_account default_source description phone shipping test_clock'),
    balance,
    created,
    delinquent: false,
    email,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata,
    name,
    preferred_locales: [],
    tax_exempt: 'none',
  };
}

export function productObject(record: ProductRecord): Stripe.Product {
  const { id, active, created, updated, default_price, description, metadata, name } = record;
  return {
    id,
    object: 'product',
    ...nullFields('package_dimensions shippable statement_descriptor tax_code tax_details unit_label url'),
    active,
    created,
    default_price,
    description,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata,
    name,
    type: 'service',
    updated,
  };
}

export function priceObject(record: PriceRecord, product: string | Stripe.Product = record.product): Stripe.Price {
  const { id, active, created, currency, unit_amount, interval } = record;
  return {
    id,
    object: 'price',
    ...nullFields('custom_unit_amount lookup_key nickname tiers_mode transform_quantity'),
    active,
    billing_scheme: 'per_unit',
    created,
    currency,
    livemode: false,
    metadata: {},
    product,
    recurring: { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
    tax_behavior: 'unspecified',
    type: 'recurring',
    unit_amount,
    unit_amount_decimal: decimal(unit_amount),
  };
}

function planObject({ id, active, created, currency, unit_amount, interval, product }: PriceRecord): Stripe.Plan {
  return {
    id,
    object: 'plan',
    ...nullFields('meter nickname tiers_mode transform_usage trial_period_days'),
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
    product,
    usage_type: 'licensed',
  };
}

export function subscriptionObject(record: SubscriptionRecord, price: PriceRecord): Stripe.Subscription {
  const { id, created, customer, item, status, current_period_start, current_period_end, cancel_at_period_end, canceled_at } = record;
  return {
    id,
    object: 'subscription',
    ...nullFields(
      'application application_fee_percent billing_cycle_anchor_config billing_thresholds customer_account days_until_due',
      'default_payment_method default_source description managed_payments next_pending_invoice_item_invoice on_behalf_of',
      'pause_collection pending_invoice_item_interval pending_setup_intent pending_update schedule test_clock transfer_data',
    ),
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: record.anchor ?? created,
    billing_mode: { flexible: null, type: 'classic' },
    billing_schedules: [],
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
    default_tax_rates: [],
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
    metadata: {},
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
    start_date: created,
    status,
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
    ...nullFields(
      'adaptive_pricing after_expiration allowed_payment_method_types billing_address_collection client_secret',
      'collected_information consent consent_collection currency_conversion customer_account customer_creation',
      'customer_details customer_email integration_identifier invoice invoice_creation locale managed_payments origin_context',
      'payment_intent payment_link payment_method_configuration_details payment_method_options permissions recovered_from',
      'saved_payment_method_options setup_intent shipping_address_collection shipping_cost submit_type wallet_options',
    ),
    allow_promotion_codes: record.takes_codes ?? null,
    amount_subtotal: record.trial_days ? 0 : price.unit_amount,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    cancel_url,
    client_reference_id,
    created,
    currency: price.currency,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer,
    discounts: [],
    expires_at,
    livemode: false,
    metadata,
    mode: 'subscription',
    payment_method_collection: 'always',
    payment_method_types: ['card'],
    payment_status,
    shipping_options: [],
    status,
    subscription,
    success_url: record.success_url,
    total_details: { amount_discount: record.trial_days ? 0 : price.unit_amount - total, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    // Null once it's no longer open, as in Stripe.
    url: status === 'open' ? `${origin}/local/simulators/stripe/checkout/${id}` : null,
  };
}

export function portalObject({ id, created, customer, return_url, change }: PortalRecord, origin: string): Stripe.BillingPortal.Session {
  return {
    id,
    object: 'billing_portal.session',
    ...nullFields('customer_account locale on_behalf_of'),
    configuration: 'bpc_PortageDemo',
    created,
    customer,
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
    return_url,
    url: `${origin}/local/simulators/stripe/portal/${id}`,
  };
}

/** The library turns the text that Stripe sends into its own number type. */
function decimal(amount: number): Stripe.Decimal {
  return String(amount) as unknown as Stripe.Decimal;
}
