import { eq } from 'drizzle-orm';
import type { Database } from '../../connect.ts';
import { settings } from '../../schema/settings.ts';
import type { WorkflowQuotaSettings } from '../../schema/users.ts';

const NAME = 'default-workflow-quotas';

/** The quotas of new accounts; empty until an admin sets some. */
export async function findDefaultQuotas(db: Database): Promise<WorkflowQuotaSettings> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.name, NAME)).limit(1);
  return row?.value ?? {};
}

/** Replaces the quotas of new accounts. Existing accounts keep theirs. */
export async function saveDefaultQuotas(db: Database, quotas: WorkflowQuotaSettings, updatedAt: Date): Promise<void> {
  const value = { ...quotas };
  await db
    .insert(settings)
    .values({ name: NAME, value, updatedAt })
    .onConflictDoUpdate({ target: settings.name, set: { value, updatedAt } });
}
