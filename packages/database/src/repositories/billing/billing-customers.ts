import type { OwnerId } from '@portage/contracts';
import { MINUTE_MS } from '@portage/primitives/durations';
import { and, desc, eq, inArray, isNull, lt, not, or, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { type BillingMode, billingCustomers, billingEvents, subscriptions } from '../../schema/billing.ts';
import { users, type WorkflowQuotaSettings } from '../../schema/users.ts';

export type BillingCustomer = typeof billingCustomers.$inferSelect;

export interface ReadSubscription {
  id: string;
  status: string;
  priceId: string;
  productId: string;
  productName: string;
  quotas: WorkflowQuotaSettings;
  currentPeriodEnd: Date;
  endsAt: Date | null;
  createdAt: Date;
}

export async function findBillingCustomer(db: HttpDatabase, userId: OwnerId, mode: BillingMode): Promise<BillingCustomer | null> {
  const [row] = await db
    .select()
    .from(billingCustomers)
    .where(and(eq(billingCustomers.userId, userId), eq(billingCustomers.mode, mode)));
  return row ?? null;
}

/** The person behind a Stripe customer. */
export async function findCustomerOwner(
  db: HttpDatabase,
  customerId: string,
  mode: BillingMode,
): Promise<{ customer: BillingCustomer; isDeleted: boolean } | null> {
  const [row] = await db
    .select({ customer: billingCustomers, isDeleted: users.isDeleted })
    .from(billingCustomers)
    .innerJoin(users, eq(users.id, billingCustomers.userId))
    .where(and(eq(billingCustomers.customerId, customerId), eq(billingCustomers.mode, mode)));
  return row ?? null;
}

/** Stores a person's first customer and drops a second one. @returns the stored one */
export async function keepBillingCustomer(
  db: HttpDatabase,
  userId: OwnerId,
  { mode, customerId, createdAt }: Pick<BillingCustomer, 'mode' | 'customerId' | 'createdAt'>,
): Promise<BillingCustomer> {
  await db.insert(billingCustomers).values({ userId, mode, customerId, createdAt }).onConflictDoNothing();
  const kept = await findBillingCustomer(db, userId, mode);
  if (!kept) throw new Error('The customer was not stored');
  return kept;
}

/** Removes a customer that Stripe no longer knows; their subscriptions have ended. */
export async function forgetBillingCustomer(
  db: HttpDatabase,
  userId: OwnerId,
  { mode, customerId }: BillingCustomer,
  now: Date,
): Promise<void> {
  await db
    .update(subscriptions)
    .set({ status: 'canceled', endsAt: sql`coalesce(${subscriptions.endsAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.customerId, customerId), not(eq(subscriptions.status, 'canceled'))));
  await db
    .delete(billingCustomers)
    .where(and(eq(billingCustomers.userId, userId), eq(billingCustomers.mode, mode), eq(billingCustomers.customerId, customerId)));
}

/** Records the open checkout, unless another one was recorded in the meantime. @returns whether it did */
export async function swapCheckout(db: HttpDatabase, userId: OwnerId, customer: BillingCustomer, sessionId: string): Promise<boolean> {
  const before = customer.checkoutSessionId;
  const rows = await db
    .update(billingCustomers)
    .set({ checkoutSessionId: sessionId })
    .where(
      and(
        eq(billingCustomers.userId, userId),
        eq(billingCustomers.mode, customer.mode),
        before === null ? isNull(billingCustomers.checkoutSessionId) : eq(billingCustomers.checkoutSessionId, before),
      ),
    )
    .returning({ userId: billingCustomers.userId });
  return rows.length > 0;
}

/**
 * Stores all subscriptions of a customer as read from Stripe, unless another reading was stored since `customer` was read here: then this
 * reading may be older, and the caller reads again. Subscriptions that Stripe no longer lists have ended.
 *
 * @returns whether they were stored
 */
export async function storeSubscriptions(
  db: HttpDatabase,
  customer: BillingCustomer,
  read: readonly ReadSubscription[],
  now: Date,
): Promise<boolean> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ stored: number }>(sql`
    with taken as (
      update ${billingCustomers} c set version = c.version + 1, synced_at = ${at}
      where c.user_id = ${customer.userId}::uuid and c.mode = ${customer.mode} and c.customer_id = ${customer.customerId}
        and c.version = ${customer.version}
      returning c.user_id, c.mode, c.customer_id
    ), given as (
      select * from jsonb_to_recordset(${JSON.stringify(read)}::jsonb) as r(
        id text, status text, "priceId" text, "productId" text, "productName" text, quotas jsonb,
        "currentPeriodEnd" timestamptz, "endsAt" timestamptz, "createdAt" timestamptz)
    ), kept as (
      insert into ${subscriptions} as s (id, user_id, mode, customer_id, status, price_id, product_id, product_name, quotas,
        current_period_end, ends_at, past_due_since, created_at)
      select g.id, t.user_id, t.mode, t.customer_id, g.status, g."priceId", g."productId", g."productName", g.quotas,
        g."currentPeriodEnd", g."endsAt", case when g.status = 'past_due' then ${at} end, g."createdAt"
      from given g cross join taken t
      on conflict (id) do update set status = excluded.status, price_id = excluded.price_id, product_id = excluded.product_id,
        product_name = excluded.product_name, quotas = excluded.quotas, current_period_end = excluded.current_period_end,
        ends_at = excluded.ends_at,
        past_due_since = case when s.status = 'past_due' and excluded.status = 'past_due' then s.past_due_since
          else excluded.past_due_since end
      where s.customer_id = excluded.customer_id
    ), gone as (
      update ${subscriptions} s set status = 'canceled', ends_at = coalesce(s.ends_at, ${at}) from taken t
      where s.user_id = t.user_id and s.mode = t.mode and s.customer_id = t.customer_id and s.status <> 'canceled'
        and not exists (select 1 from given g where g.id = s.id)
    )
    select count(*)::int as stored from taken`);
  return (rows[0]?.stored ?? 0) > 0;
}

/** Keeps hourly sweeps from reading a customer twice. */
const READ_LATELY_MS = 50 * MINUTE_MS;

const LIVE = ['trialing', 'active', 'past_due', 'unpaid', 'paused', 'incomplete'];

/**
 * Customers whose paid period is over without news of a renewal or end, and deleted people's customers who still have a subscription; those
 * not read for the longest time come first.
 */
export async function listOverdueCustomers(
  db: HttpDatabase,
  mode: BillingMode,
  now: Date,
  limit: number,
): Promise<{ customer: BillingCustomer; isDeleted: boolean }[]> {
  return db
    .selectDistinct({ customer: billingCustomers, isDeleted: users.isDeleted })
    .from(billingCustomers)
    .innerJoin(users, eq(users.id, billingCustomers.userId))
    .innerJoin(subscriptions, and(eq(subscriptions.userId, billingCustomers.userId), eq(subscriptions.mode, billingCustomers.mode)))
    .where(
      and(
        eq(billingCustomers.mode, mode),
        inArray(subscriptions.status, LIVE),
        or(lt(subscriptions.currentPeriodEnd, now), users.isDeleted),
        or(isNull(billingCustomers.syncedAt), lt(billingCustomers.syncedAt, new Date(now.getTime() - READ_LATELY_MS))),
      ),
    )
    .orderBy(billingCustomers.syncedAt)
    .limit(limit);
}

/** A person's subscriptions that haven't ended, newest first. */
export async function listLiveSubscriptions(
  db: HttpDatabase,
  userId: OwnerId,
  mode: BillingMode,
): Promise<{ id: string; status: string; priceId: string }[]> {
  return db
    .select({ id: subscriptions.id, status: subscriptions.status, priceId: subscriptions.priceId })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.mode, mode), inArray(subscriptions.status, LIVE)))
    .orderBy(desc(subscriptions.createdAt));
}

/** Whether a person has or had any subscription. */
export async function hasHadSubscription(db: HttpDatabase, userId: OwnerId, mode: BillingMode): Promise<boolean> {
  const rows = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.mode, mode)))
    .limit(1);
  return rows.length > 0;
}

/** Passes a product's new name and quotas on to its subscribers. */
export async function renameProduct(
  db: HttpDatabase,
  mode: BillingMode,
  { productId, productName, quotas }: Pick<ReadSubscription, 'productId' | 'productName' | 'quotas'>,
): Promise<void> {
  await db
    .update(subscriptions)
    .set({ productName, quotas })
    .where(and(eq(subscriptions.productId, productId), eq(subscriptions.mode, mode), not(eq(subscriptions.status, 'canceled'))));
}

export async function isEventTaken(db: HttpDatabase, eventId: string): Promise<boolean> {
  const rows = await db.select({ id: billingEvents.id }).from(billingEvents).where(eq(billingEvents.id, eventId));
  return rows.length > 0;
}

export async function insertBillingEvent(db: HttpDatabase, event: typeof billingEvents.$inferInsert): Promise<void> {
  await db.insert(billingEvents).values(event).onConflictDoNothing();
}
