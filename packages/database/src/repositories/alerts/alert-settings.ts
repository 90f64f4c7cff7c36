import type { OwnerId } from '@portage/contracts';
import { alertDefaults } from '@portage/contracts';
import { and, eq, not, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { type AlertSettingsRow, alertSettings, workflowAlertSettings } from '../../schema/alerts.ts';
import { workflows } from '../../schema/workflows.ts';
import { isUuid } from '../rows/text-search.ts';

export interface AlertSettingsChange extends Partial<Omit<AlertSettingsRow, 'userId' | 'webhookError'>> {
  /** Stored only if the person has no secret yet. When two calls save a first address at the same time, both get the same secret. */
  firstWebhookSecret?: string;
}

export interface WorkflowAlerts {
  isEnabled: boolean;
  mutedUntil: Date | null;
}

const findOwn = async (db: HttpDatabase, ownerUserId: OwnerId, workflowId: string) => {
  if (!isUuid(workflowId)) return undefined;
  const [row] = await db
    .select({ isEnabled: workflowAlertSettings.isEnabled, mutedUntil: workflowAlertSettings.mutedUntil })
    .from(workflows)
    .leftJoin(workflowAlertSettings, eq(workflowAlertSettings.workflowId, workflows.id))
    .where(and(eq(workflows.id, workflowId), eq(workflows.ownerUserId, ownerUserId), not(workflows.isDeleted)));
  return row;
};

export async function findAlertSettings(db: HttpDatabase, userId: OwnerId): Promise<AlertSettingsRow> {
  const [row] = await db.select().from(alertSettings).where(eq(alertSettings.userId, userId));
  return row ?? { userId, ...DEFAULTS };
}

/** A new address or secret hasn't failed yet. */
export async function saveAlertSettings(
  db: HttpDatabase,
  userId: OwnerId,
  { firstWebhookSecret: first, ...change }: AlertSettingsChange,
): Promise<AlertSettingsRow> {
  const isOther = change.webhookUrl !== undefined || change.webhookSecret !== undefined;
  const values = { ...change, ...(isOther ? { webhookError: null } : {}) };
  const kept = first === undefined ? {} : { webhookSecret: sql`coalesce(${alertSettings.webhookSecret}, ${first})` };
  const [row] = await db
    .insert(alertSettings)
    .values({ userId, ...values, ...(first === undefined ? {} : { webhookSecret: first }) })
    .onConflictDoUpdate({ target: alertSettings.userId, set: { userId, ...values, ...kept } })
    .returning();
  if (!row) throw new Error('The settings were not saved');
  return row;
}

/** Null: the owner has no such workflow. */
export async function findWorkflowAlerts(db: HttpDatabase, ownerUserId: OwnerId, workflowId: string): Promise<WorkflowAlerts | null> {
  const row = await findOwn(db, ownerUserId, workflowId);
  return row ? { isEnabled: row.isEnabled ?? true, mutedUntil: row.mutedUntil } : null;
}

/** @returns false if the owner has no such workflow */
export async function saveWorkflowAlerts(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  workflowId: string,
  settings: WorkflowAlerts,
): Promise<boolean> {
  if (!(await findOwn(db, ownerUserId, workflowId))) return false;
  await db
    .insert(workflowAlertSettings)
    .values({ workflowId, ownerUserId, ...settings })
    .onConflictDoUpdate({ target: workflowAlertSettings.workflowId, set: settings });
  return true;
}

const DEFAULTS: Omit<AlertSettingsRow, 'userId'> = {
  silentKinds: [],
  sendsEmail: true,
  sendsEnds: true,
  webhookUrl: null,
  webhookSecret: null,
  webhookError: null,
  ...alertDefaults,
  mutedUntil: null,
  isForEveryone: false,
};

const RESEALED_AT_ONCE = 100;

/** At most `RESEALED_AT_ONCE` webhook secrets that another key sealed. */
export async function listWebhookSecretsNotUnder(db: HttpDatabase, prefix: string): Promise<{ userId: OwnerId; webhookSecret: string }[]> {
  const rows = await db
    .select({ userId: alertSettings.userId, webhookSecret: alertSettings.webhookSecret })
    .from(alertSettings)
    .where(sql`${alertSettings.webhookSecret} is not null and not starts_with(${alertSettings.webhookSecret}, ${prefix})`)
    .limit(RESEALED_AT_ONCE);
  return rows.map(({ userId, webhookSecret }) => ({ userId, webhookSecret: webhookSecret ?? '' }));
}

/** Leaves a secret unchanged if it was replaced in the meantime. */
export async function replaceWebhookSecret(
  db: HttpDatabase,
  userId: OwnerId,
  { present, next }: { present: string; next: string },
): Promise<void> {
  await db
    .update(alertSettings)
    .set({ webhookSecret: next })
    .where(and(eq(alertSettings.userId, userId), eq(alertSettings.webhookSecret, present)));
}
