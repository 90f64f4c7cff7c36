import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant, ownerId } from './columns.ts';
import type { WorkflowQuotaSettings } from './users.ts';

/** Which Stripe a row comes from. Only rows of the mode that Portage runs in count (`settings`, row `billing`). */
export type BillingMode = 'simulated' | 'test' | 'live';

/** A person at Stripe: one customer for each mode. */
export const billingCustomers = pgTable(
  'billing_customers',
  {
    userId: ownerId('user_id').notNull(),
    mode: text('mode').$type<BillingMode>().notNull(),
    customerId: text('customer_id').notNull(),
    /** Grows with each stored reading of the customer's subscriptions, so that an older reading never replaces a newer one. */
    version: integer('version').notNull().default(0),
    /** The checkout opened last; a second one for the same price reuses it. */
    checkoutSessionId: text('checkout_session_id'),
    syncedAt: instant('synced_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.mode] }), uniqueIndex('billing_customers_customer').on(table.customerId)],
);

/** A copy of a subscription as last read from Stripe. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: text('id').primaryKey(),
    userId: ownerId('user_id').notNull(),
    mode: text('mode').$type<BillingMode>().notNull(),
    customerId: text('customer_id').notNull(),
    /** Stripe's status: `trialing`, `active`, `past_due`, `unpaid`, `canceled`, `paused`, `incomplete`, `incomplete_expired`. */
    status: text('status').notNull(),
    priceId: text('price_id').notNull(),
    productId: text('product_id').notNull(),
    productName: text('product_name').notNull(),
    /** From the product's metadata. */
    quotas: jsonb('quotas').$type<WorkflowQuotaSettings>().notNull().default({}),
    currentPeriodEnd: instant('current_period_end').notNull(),
    /** When it ends by itself, or has ended; null: it renews. */
    endsAt: instant('ends_at'),
    /** When Portage first saw it past due; null while it isn't. */
    pastDueSince: instant('past_due_since'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('subscriptions_user').on(table.userId), index('subscriptions_period_end').on(table.status, table.currentPeriodEnd)],
);

/** A plan that an admin gave without payment, until a date. */
export const subscriptionGrants = pgTable('subscription_grants', {
  userId: ownerId('user_id').primaryKey(),
  /** The plan's price, as offered when it was granted; null: a subscription without a plan's limits. */
  priceId: text('price_id'),
  productName: text('product_name'),
  quotas: jsonb('quotas').$type<WorkflowQuotaSettings>().notNull().default({}),
  endsAt: instant('ends_at').notNull(),
  grantedByUserId: uuid('granted_by_user_id').notNull(),
  grantedAt: instant('granted_at').notNull(),
});

/** Stripe events that were processed, so that each is processed once. */
export const billingEvents = pgTable(
  'billing_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    /** `synced`, `ignored` */
    outcome: text('outcome').notNull(),
    createdAt: instant('created_at').notNull(),
    takenAt: instant('taken_at').notNull(),
  },
  (table) => [index('billing_events_taken').on(table.takenAt)],
);
