import { DAY_MS } from '@portage/primitives/durations';
import { and, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { apiKeys } from '../../schema/api-keys.ts';
import { billingEvents } from '../../schema/billing.ts';
import { rateLimits } from '../../schema/rate-limits.ts';
import { passwordResetTokens, sessions } from '../../schema/sessions.ts';
import { syncClaims } from '../../schema/sync.ts';
import { workflowData, workflowVersions } from '../../schema/workflows.ts';
import { deleteOldRunDays, deleteOldRunHours } from '../runs/run-stats.ts';
import { deleteOldWorkflowFolders } from '../workflows/workflow-folders.ts';

/** How long finished rows are stored, so that a reused token is still recognised. */
const KEPT_MS = 7 * DAY_MS;

const EVENTS_KEPT_MS = 35 * DAY_MS;
/** Long enough for the owner to see why their program is refused. */
const EXPIRED_KEY_KEPT_MS = 30 * DAY_MS;

/** By then no start that read such a version is still in progress; runs keep their pinned versions. */
const SUPERSEDED_KEPT_MS = DAY_MS;

/** A draft that was tested and then published is stored as long as the steps of its test runs. */
const TESTED_DRAFTS_KEPT_MS = 30 * DAY_MS;
/** Longer than any creation takes, and longer than most searches lag. */
const CLAIMS_KEPT_MS = DAY_MS;
/** Longer than a deletion can be undone. */
const DELETED_FOLDER_KEPT_MS = 2 * DAY_MS;

/**
 * Deletes rows that are no longer used: sessions with their tokens, reset links, expired API keys, counters, expired workflow data, drafts
 * that later autosaves replaced, deleted workflow folders, claims on records of syncs.
 */
export async function deleteExpired(db: HttpDatabase, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - KEPT_MS);
  await db.batch([
    db.delete(sessions).where(or(lt(sessions.expiresAt, longAgo), lt(sessions.endedAt, longAgo))),
    db.delete(passwordResetTokens).where(lt(passwordResetTokens.expiresAt, longAgo)),
    // Stripe repeats an event for three days, and a person may resend one for 30.
    db.delete(billingEvents).where(lt(billingEvents.takenAt, new Date(now.getTime() - EVENTS_KEPT_MS))),
    db.delete(apiKeys).where(lt(apiKeys.expiresAt, new Date(now.getTime() - EXPIRED_KEY_KEPT_MS))),
    deleteOldRunHours(db, now),
    deleteOldRunDays(db, now),
    db.delete(syncClaims).where(lt(syncClaims.claimedAt, new Date(now.getTime() - CLAIMS_KEPT_MS))),
    db.delete(rateLimits).where(lt(rateLimits.windowEndsAt, now)),
    db
      .delete(workflowVersions)
      .where(
        and(
          lt(workflowVersions.supersededAt, new Date(now.getTime() - SUPERSEDED_KEPT_MS)),
          or(
            isNull(workflowVersions.draftOfVersionId),
            isNotNull(workflowVersions.autosaveSessionId),
            lt(workflowVersions.supersededAt, new Date(now.getTime() - TESTED_DRAFTS_KEPT_MS)),
          ),
        ),
      ),
    deleteOldWorkflowFolders(db, new Date(now.getTime() - DELETED_FOLDER_KEPT_MS)),
    db
      .delete(workflowData)
      .where(sql`${workflowData.expiresAt} is not null and ${workflowData.expiresAt} < ${now.toISOString()}::timestamptz`),
  ]);
}
