import type { OwnerId } from '@portage/contracts';
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { type BillingMode, subscriptionGrants, subscriptions } from '../../schema/billing.ts';
import { settings } from '../../schema/settings.ts';
import { users, type WorkflowQuotaSettings } from '../../schema/users.ts';

/** How long a subscription still counts when its renewal couldn't be paid. */
export const PAST_DUE_GRACE_DAYS = 7;
/** Stripe repeats events for three days; a paid period without news of its renewal counts that much longer. */
const UNHEARD_DAYS = 3;
const MODE_SETTING = 'billing';
/** With the table's name, which drizzle leaves out in a single-table query; in a subquery that would be another column. */
const USER_ID = sql`"users"."id"`;
const USER_QUOTAS = sql`"users"."workflow_quota_settings"`;

/** A person's subscription according to the last reading of Stripe. Dates are ISO instants. */
export interface StandingSubscription {
  id: string;
  status: string;
  priceId: string;
  productName: string;
  currentPeriodEnd: string;
  /** When it ends or has ended; null: it renews. */
  endsAt: string | null;
  pastDueSince: string | null;
  isValid: boolean;
}

export interface StandingGrant {
  priceId: string | null;
  productName: string | null;
  endsAt: string;
}

/** What a person has: the best of their subscriptions in Portage's mode, and a plan that an admin gave. */
export interface SubscriptionStanding {
  subscription: StandingSubscription | null;
  grant: StandingGrant | null;
}

export const NO_STANDING: SubscriptionStanding = { subscription: null, grant: null };

/** As a column of a query over `users`. */
export function standingColumn(at: Date): SQL<SubscriptionStanding> {
  const now = toTimestamp(at);
  return sql<SubscriptionStanding>`json_build_object('subscription', (
    select to_json(best) from (
      select s.id, s.status, s.price_id as "priceId", s.product_name as "productName", s.current_period_end as "currentPeriodEnd",
        s.ends_at as "endsAt", s.past_due_since as "pastDueSince", ${isValidAt(now)} as "isValid"
      from ${subscriptions} s where s.user_id = ${USER_ID} and s.mode = ${currentMode()} and s.status <> 'incomplete_expired'
      order by ${isValidAt(now)} desc, s.status = 'canceled', s.created_at desc limit 1
    ) best), 'grant', (
    select json_build_object('priceId', g.price_id, 'productName', g.product_name, 'endsAt', g.ends_at)
    from ${subscriptionGrants} g where g.user_id = ${USER_ID} and g.ends_at > ${now}))`;
}

/**
 * The quotas that bound a person's runs, as a column of a query over `users`: a number in the plan replaces the account's own; null in a
 * plan removes a limit. A granted plan applies last. Without a plan that counts, the account keeps the limits of its last one where its own
 * are higher or missing: a person who stops paying never has more than they paid for.
 */
export function effectiveQuotasColumn(at?: Date): SQL<WorkflowQuotaSettings> {
  const now = at ? toTimestamp(at) : sql`now()`;
  return sql<WorkflowQuotaSettings>`(${USER_QUOTAS} || coalesce(
    (select coalesce(paid.quotas, '{}'::jsonb) || coalesce(given.quotas, '{}'::jsonb)
      from (select 1) one
      left join lateral (
        select s.quotas from ${subscriptions} s where s.user_id = ${USER_ID} and s.mode = ${currentMode()} and ${isValidAt(now)}
        order by s.created_at desc limit 1
      ) paid on true
      left join lateral (
        select g.quotas from ${subscriptionGrants} g where g.user_id = ${USER_ID} and g.ends_at > ${now}
      ) given on true
      where paid.quotas is not null or given.quotas is not null),
    ${limitsOfLastPlan(now)}))`;
}

/** The numbers of the plan that ended last, each unless the account's own is lower. A first payment that never arrived made no plan. */
function limitsOfLastPlan(now: SQL): SQL {
  return sql`(select coalesce(jsonb_object_agg(name, to_jsonb(least(most::text::numeric, (${USER_QUOTAS} ->> name)::numeric))), '{}'::jsonb)
    from (
      select last.quotas from (
        select s.quotas, least(coalesce(s.ends_at, s.current_period_end), s.current_period_end) as ended from ${subscriptions} s
        where s.user_id = ${USER_ID} and s.mode = ${currentMode()} and s.status not in ('incomplete', 'incomplete_expired')
        union all
        select g.quotas, g.ends_at from ${subscriptionGrants} g where g.user_id = ${USER_ID} and g.ends_at <= ${now}
      ) last order by last.ended desc limit 1
    ) plan cross join lateral jsonb_each(plan.quotas) as quota (name, most)
    where jsonb_typeof(most) = 'number')`;
}

/** By user id; people without a plan are left out. */
export async function listStandings(db: HttpDatabase, userIds: readonly OwnerId[], at: Date): Promise<Map<string, SubscriptionStanding>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, standing: standingColumn(at) })
    .from(users)
    .where(inArray(users.id, [...userIds]));
  return new Map(rows.map(({ id, standing }) => [id, standing]));
}

export async function findStanding(db: HttpDatabase, userId: OwnerId, at: Date): Promise<SubscriptionStanding> {
  return (await listStandings(db, [userId], at)).get(userId) ?? NO_STANDING;
}

/** Sets which Stripe this Portage uses; subscriptions of another one no longer count. Null: none. */
export async function saveBillingMode(db: HttpDatabase, mode: BillingMode | null, updatedAt: Date): Promise<void> {
  const value = { mode };
  const [known] = await db.select({ value: settings.value }).from(settings).where(eq(settings.name, MODE_SETTING));
  if (known ? known.value.mode === mode : mode === null) return;
  await db
    .insert(settings)
    .values({ name: MODE_SETTING, value, updatedAt })
    .onConflictDoUpdate({ target: settings.name, set: { value, updatedAt } });
}

function isValidAt(now: SQL): SQL {
  return sql`((s.status in ('active', 'trialing') and s.current_period_end + make_interval(days => ${UNHEARD_DAYS}::int) > ${now}
      and (s.ends_at is null or s.ends_at > ${now}))
    or (s.status = 'past_due' and s.past_due_since + make_interval(days => ${PAST_DUE_GRACE_DAYS}::int) > ${now}))`;
}

function currentMode(): SQL {
  return sql`(select value ->> 'mode' from ${settings} where name = ${MODE_SETTING})`;
}

function toTimestamp(at: Date): SQL {
  return sql`${at.toISOString()}::timestamptz`;
}
