import type { HandlerResult } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { deleteGrant, findStanding, findUser, saveGrant, type UserRow } from '@portage/database';
import { auditChange } from '../audit/record-audit.ts';
import { invalid, notFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { getBillingSettings } from './billing-settings.ts';
import { presentStanding } from './present-standing.ts';
import { findOffered, type OfferedProduct, offeredProducts } from './products.ts';
import { getBilling } from './stripe-client.ts';
import { withStripe } from './stripe-problem.ts';

const LONGEST_YEARS = 10;

export async function showSubscription(
  context: UserContext,
  userId: string,
): Promise<HandlerResult<Calls, 'GET /api/users/{id}/subscription'>> {
  const { db, env, now } = context;
  const row = await loadUser(context, userId);
  const standing = presentStanding(await findStanding(db, row.id, now()));
  // A granted plan can be revoked while Stripe is down.
  const products = getBillingSettings(env) ? await offeredProducts(getBilling(env), now()).catch(() => []) : [];
  return { ...standing, products: [...products] };
}

/** @throws ApiProblem 400 for a date that is past or too far away, or a price that isn't offered; 404 */
export async function saveSubscriptionGrant(
  context: UserContext,
  userId: string,
  { priceId, endsAt }: { priceId: string | null; endsAt: string },
): Promise<HandlerResult<Calls, 'PUT /api/users/{id}/subscription-grant'>> {
  const { db, user: admin, now } = context;
  const row = await loadUser(context, userId);
  const end = new Date(endsAt);
  if (end <= now()) throw invalid('Please choose a date in the future', 'endsAt');
  if (end.getTime() > now().getTime() + LONGEST_YEARS * 366 * 86_400_000) {
    throw invalid(`Please choose a date within ${LONGEST_YEARS} years`, 'endsAt');
  }
  const product = priceId === null ? null : await offered(context, priceId);
  const productName = product?.name ?? null;
  await saveGrant(db, {
    userId: row.id,
    priceId,
    productName,
    quotas: product?.quotas ?? {},
    endsAt: end,
    grantedByUserId: admin.id,
    grantedAt: now(),
  });
  await auditChange(context, 'subscription.granted', { email: row.email, plan: productName, until: end.toISOString() }, row.id);
  return { grant: { priceId, productName, endsAt: end.toISOString() } };
}

/** @throws ApiProblem 404 */
export async function deleteSubscriptionGrant(context: UserContext, userId: string) {
  const row = await loadUser(context, userId);
  const taken = await deleteGrant(context.db, row.id);
  if (taken) await auditChange(context, 'subscription.grant-ended', { email: row.email, plan: taken.productName }, row.id);
  return { isSuccess: true, warnings: [] };
}

async function loadUser({ db }: UserContext, userId: string): Promise<UserRow> {
  const row = await findUser(db, userId);
  if (!row) throw notFound('This user');
  return row;
}

function offered({ env, now }: UserContext, priceId: string): Promise<OfferedProduct> {
  return withStripe(async () => {
    const product = await findOffered(getBilling(env), priceId, now());
    if (!product) throw invalid('This product is not offered.', 'priceId');
    return product;
  });
}
