import { type BillingCustomer, findBillingCustomer, forgetBillingCustomer, keepBillingCustomer } from '@portage/database';
import type { UserContext } from '../http/context.ts';
import type { Billing } from './stripe-client.ts';
import { isUnknownToStripe } from './stripe-problem.ts';

/** The caller's Stripe customer, created when first needed. Two calls at once create one customer: the idempotency key is the person's. */
export async function findOrCreateCustomer(context: UserContext, billing: Billing): Promise<BillingCustomer> {
  const { db, user, now } = context;
  const known = await findBillingCustomer(db, user.id, billing.mode);
  if (known) {
    if (await existsAtStripe(billing, known.customerId)) return known;
    await forgetBillingCustomer(db, user.id, known, now());
  }
  const found = await findAtStripe(billing, user);
  if (found) return keepBillingCustomer(db, user.id, { mode: billing.mode, customerId: found, createdAt: now() });
  const name = `${user.firstName} ${user.lastName}`.trim();
  const made = await billing.stripe.customers.create(
    { email: user.email, ...(name ? { name } : {}), metadata: { portageUserId: user.id } },
    { idempotencyKey: `portage-customer-${user.id}${known ? `-${known.customerId}` : ''}` },
  );
  return keepBillingCustomer(db, user.id, { mode: billing.mode, customerId: made.id, createdAt: now() });
}

/** A customer that an older database knew: a restored database must not make a person pay twice. */
async function findAtStripe({ stripe }: Billing, { id, email }: UserContext['user']): Promise<string | null> {
  const { data } = await stripe.customers.list({ email, limit: 100 });
  return data.find(({ metadata }) => metadata.portageUserId === id)?.id ?? null;
}

/** False if the customer was deleted in Stripe's dashboard: no checkout accepts such a customer. */
async function existsAtStripe({ stripe }: Billing, customerId: string): Promise<boolean> {
  try {
    return !(await stripe.customers.retrieve(customerId)).deleted;
  } catch (error) {
    if (isUnknownToStripe(error)) return false;
    throw error;
  }
}
