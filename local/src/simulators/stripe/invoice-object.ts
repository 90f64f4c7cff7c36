import type Stripe from 'stripe';
import { nullFields } from '../null-fields.ts';
import type { InvoiceRecord, SubscriptionRecord } from './account-records.ts';

/** The whole invoice of the `stripe` package, without its lines: Portage only reads an invoice's customer. */
export function invoiceObject(record: InvoiceRecord, subscription: SubscriptionRecord): Stripe.Invoice {
  const { id, customer, amount_due, currency, status, created, attempt_count, next_payment_attempt } = record;
  const isPaid = status === 'paid';
  return {
    id,
    object: 'invoice',
    ...nullFields(
      'account_tax_ids application automatically_finalizes_at custom_fields customer_account customer_address customer_email',
      'customer_name customer_phone customer_shipping default_payment_method default_source description due_date footer',
      'from_invoice last_finalization_error latest_revision number on_behalf_of receipt_number rendering shipping_cost',
      'shipping_details statement_descriptor test_clock webhooks_delivered_at',
    ),
    account_country: 'US',
    account_name: 'Portage demo',
    amount_due,
    amount_overpaid: 0,
    amount_paid: isPaid ? amount_due : 0,
    amount_remaining: isPaid ? 0 : amount_due,
    amount_shipping: 0,
    attempt_count,
    attempted: attempt_count > 0,
    auto_advance: next_payment_attempt !== null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    billing_reason: created === subscription.created ? 'subscription_create' : 'subscription_cycle',
    collection_method: 'charge_automatically',
    created,
    currency,
    customer,
    customer_tax_exempt: 'none',
    default_tax_rates: [],
    discounts: [],
    effective_at: created,
    ending_balance: 0,
    issuer: { type: 'self' },
    lines: { object: 'list', data: [], has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt,
    parent: {
      quote_details: null,
      subscription_details: { metadata: {}, subscription: record.subscription },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: created,
    period_start: created,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: 0,
    status,
    status_transitions: {
      finalized_at: created,
      marked_uncollectible_at: null,
      paid_at: isPaid ? created : null,
      voided_at: null,
    },
    subtotal: amount_due,
    subtotal_excluding_tax: amount_due,
    total: amount_due,
    total_discount_amounts: [],
    total_excluding_tax: amount_due,
    total_pretax_credit_amounts: [],
    total_taxes: [],
  };
}
