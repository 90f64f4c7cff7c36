import type { OwnerId } from '@portage/contracts';
import { eq } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { subscriptionGrants } from '../../schema/billing.ts';

export type SubscriptionGrant = typeof subscriptionGrants.$inferSelect;

/** Gives a person a plan without payment; an earlier gift is replaced. */
export async function saveGrant(db: HttpDatabase, grant: SubscriptionGrant): Promise<void> {
  const { userId: _, ...changes } = grant;
  await db.insert(subscriptionGrants).values(grant).onConflictDoUpdate({ target: subscriptionGrants.userId, set: changes });
}

/** @returns what the person had; null: nothing */
export async function deleteGrant(db: HttpDatabase, userId: OwnerId): Promise<SubscriptionGrant | null> {
  const [row] = await db.delete(subscriptionGrants).where(eq(subscriptionGrants.userId, userId)).returning();
  return row ?? null;
}
