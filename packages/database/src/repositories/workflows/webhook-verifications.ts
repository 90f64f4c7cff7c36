import type { OwnerId } from '@portage/contracts';
import type { WebhookVerification } from '@portage/contracts/calls';
import { and, eq, not, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { type WebhookVerificationRow, webhookVerifications } from '../../schema/webhook-verifications.ts';
import { workflows } from '../../schema/workflows.ts';
import { isUuid } from '../rows/text-search.ts';

export interface OwnWebhook {
  triggerCode: string;
  verification: WebhookVerificationRow | null;
}

/** Null: the owner has no such workflow. */
export async function findWebhookVerification(db: HttpDatabase, ownerUserId: OwnerId, workflowId: string): Promise<OwnWebhook | null> {
  if (!isUuid(workflowId)) return null;
  const [row] = await db
    .select({ triggerCode: workflows.triggerCode, verification: webhookVerifications })
    .from(workflows)
    .leftJoin(webhookVerifications, eq(webhookVerifications.workflowId, workflows.id))
    .where(and(eq(workflows.id, workflowId), eq(workflows.ownerUserId, ownerUserId), not(workflows.isDeleted)));
  return row ?? null;
}

/** The caller has checked its owner. Resets the count of refused calls. */
export async function saveWebhookVerification(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  workflowId: string,
  saved: { settings: WebhookVerification; secret: string },
): Promise<void> {
  const fresh = { ...saved, refusedCount: 0, lastRefusedAt: null, lastRefusal: null };
  await db
    .insert(webhookVerifications)
    .values({ workflowId, ownerUserId, ...fresh })
    .onConflictDoUpdate({ target: webhookVerifications.workflowId, set: fresh });
}

export async function deleteWebhookVerification(db: HttpDatabase, ownerUserId: OwnerId, workflowId: string): Promise<void> {
  await db
    .delete(webhookVerifications)
    .where(and(eq(webhookVerifications.workflowId, workflowId), eq(webhookVerifications.ownerUserId, ownerUserId)));
}

export async function addRefusedCalls(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  workflowId: string,
  refused: { count: number; at: Date; reason: string },
): Promise<void> {
  await db
    .update(webhookVerifications)
    .set({
      refusedCount: sql`least(${webhookVerifications.refusedCount}::bigint + ${refused.count}, 2000000000)::integer`,
      lastRefusedAt: refused.at,
      lastRefusal: refused.reason,
    })
    .where(and(eq(webhookVerifications.workflowId, workflowId), eq(webhookVerifications.ownerUserId, ownerUserId)));
}

const RESEALED_AT_ONCE = 100;

/** At most `RESEALED_AT_ONCE` secrets that another key sealed. */
export async function listVerificationSecretsNotUnder(db: HttpDatabase, prefix: string): Promise<{ workflowId: string; secret: string }[]> {
  return db
    .select({ workflowId: webhookVerifications.workflowId, secret: webhookVerifications.secret })
    .from(webhookVerifications)
    .where(sql`not starts_with(${webhookVerifications.secret}, ${prefix})`)
    .limit(RESEALED_AT_ONCE);
}

/** Leaves a secret unchanged if it was replaced in the meantime. */
export async function replaceVerificationSecret(
  db: HttpDatabase,
  workflowId: string,
  { present, next }: { present: string; next: string },
): Promise<void> {
  await db
    .update(webhookVerifications)
    .set({ secret: next })
    .where(and(eq(webhookVerifications.workflowId, workflowId), eq(webhookVerifications.secret, present)));
}
