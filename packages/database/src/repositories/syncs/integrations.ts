import type { OwnerId } from '@portage/contracts';
import { and, asc, eq } from 'drizzle-orm';
import type { Database, HttpDatabase } from '../../connect.ts';
import { type IntegrationRow, integrations } from '../../schema/sync.ts';
import { isUuid } from '../rows/text-search.ts';

export type IntegrationChange = Pick<IntegrationRow, 'directionType' | 'operations' | 'lastUpdatedAt'> &
  Partial<Pick<IntegrationRow, 'lastSyncDate' | 'conflictRule' | 'carriesDeletions' | 'targetExternalIdFields'>>;

/** The workflow's integration of one type; null: its owner hasn't set it up. */
export async function findIntegrationOfWorkflow(
  db: Database,
  ownerUserId: OwnerId,
  workflowId: string,
  integrationType: string,
): Promise<IntegrationRow | null> {
  if (!isUuid(workflowId)) return null;
  const [row] = await db
    .select()
    .from(integrations)
    .where(and(ofWorkflow(ownerUserId, workflowId), eq(integrations.integrationType, integrationType)));
  return row ?? null;
}

const own = (ownerUserId: OwnerId, id: string) => and(eq(integrations.id, id), eq(integrations.ownerUserId, ownerUserId));

export async function findIntegration(db: HttpDatabase, ownerUserId: OwnerId, id: string): Promise<IntegrationRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await db.select().from(integrations).where(own(ownerUserId, id));
  return row ?? null;
}

/** The integrations of one workflow, oldest first (spec INT-02). */
export async function listIntegrations(db: HttpDatabase, ownerUserId: OwnerId, workflowId: string): Promise<IntegrationRow[]> {
  if (!isUuid(workflowId)) return [];
  return db.select().from(integrations).where(ofWorkflow(ownerUserId, workflowId)).orderBy(asc(integrations.createdAt));
}

/** @returns false if the workflow already has an integration of this type */
export async function insertIntegration(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  row: IntegrationChange & Pick<IntegrationRow, 'id' | 'workflowId' | 'integrationType' | 'createdAt'>,
): Promise<boolean> {
  const rows = await db
    .insert(integrations)
    .values({ ...row, ownerUserId })
    .onConflictDoNothing({ target: [integrations.workflowId, integrations.integrationType] })
    .returning({ id: integrations.id });
  return rows.length > 0;
}

/** @returns false if the owner has no such integration */
export async function updateIntegrationRow(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  id: string,
  change: IntegrationChange,
): Promise<boolean> {
  if (!isUuid(id)) return false;
  const rows = await db.update(integrations).set(change).where(own(ownerUserId, id)).returning({ id: integrations.id });
  return rows.length > 0;
}

function ofWorkflow(ownerUserId: OwnerId, workflowId: string) {
  return and(eq(integrations.workflowId, workflowId), eq(integrations.ownerUserId, ownerUserId));
}
