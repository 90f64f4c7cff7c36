import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import type { HttpDatabase, PoolDatabase } from '../../connect.ts';
import { auditLog } from '../../schema/audit-log.ts';
import { type DeploymentPreviewRow, deploymentPreviews, openedPreviews } from '../../schema/deployment-previews.ts';
import { type DeployedSource, type DeploymentVersionRow, deployments, deploymentVersions } from '../../schema/deployments.ts';
import type { AuditEntry } from './audit-log.ts';
import { findVersion } from './deployments.ts';

/** A preview that hasn't ended, by its id. */
export async function findPreview(db: HttpDatabase, id: string, at: Date): Promise<DeploymentPreviewRow | null> {
  const [found] = await db
    .select()
    .from(deploymentPreviews)
    .where(and(eq(deploymentPreviews.id, id), gt(deploymentPreviews.endsAt, at)));
  return found ?? null;
}

/** A preview that is deployed again and again keeps its link for this long. */
export const MAX_PREVIEW_DAYS = 90;

export interface PreviewWithSource {
  preview: DeploymentPreviewRow;
  /** What its version was built from; null: not known. */
  source: DeployedSource | null;
}

const ofVersion = and(eq(deploymentVersions.name, deploymentPreviews.area), eq(deploymentVersions.version, deploymentPreviews.version));

/** Previews that haven't ended. */
export async function listPreviews(db: HttpDatabase, at: Date): Promise<PreviewWithSource[]> {
  return db
    .select({ preview: deploymentPreviews, source: deploymentVersions.source })
    .from(deploymentPreviews)
    .innerJoin(deploymentVersions, ofVersion)
    .where(gt(deploymentPreviews.endsAt, at))
    .orderBy(asc(deploymentPreviews.area), asc(deploymentPreviews.name));
}

/**
 * Saves a preview while its area is locked, so that nothing deletes the version's files meanwhile. One of the same area and name is replaced,
 * and keeps its id unless it has ended; then it ends within `MAX_PREVIEW_DAYS` of its first deployment.
 *
 * @param check gets the version; null: it isn't registered
 * @throws what `check` throws
 */
export function savePreview(
  db: PoolDatabase,
  preview: DeploymentPreviewRow,
  check: (version: DeploymentVersionRow | null) => void,
  audit: AuditEntry,
): Promise<PreviewWithSource> {
  return db.transaction(async (tx) => {
    const { area, name, version, by } = preview;
    const endsAt = sql`least(excluded.ends_at, ${deploymentPreviews.createdAt} + make_interval(days => ${MAX_PREVIEW_DAYS}))`;
    await tx.select().from(deployments).where(eq(deployments.name, area)).for('update');
    const found = await findVersion(tx, area, version);
    check(found);
    const isNamed = and(eq(deploymentPreviews.area, area), eq(deploymentPreviews.name, name));
    await tx.delete(deploymentPreviews).where(and(isNamed, lte(deploymentPreviews.endsAt, audit.at)));
    const [saved = preview] = await tx
      .insert(deploymentPreviews)
      .values(preview)
      .onConflictDoUpdate({ target: [deploymentPreviews.area, deploymentPreviews.name], set: { version, endsAt, by } })
      .returning();
    await tx.insert(auditLog).values(audit);
    return { preview: saved, source: found?.source ?? null };
  });
}

/** Everybody who has opened it gets the live version again. @returns false if there was none */
export async function deletePreview(db: PoolDatabase, id: string, audit: AuditEntry): Promise<boolean> {
  return db.transaction(async (tx) => {
    const deleted = await tx
      .delete(deploymentPreviews)
      .where(and(eq(deploymentPreviews.id, id), gt(deploymentPreviews.endsAt, audit.at)))
      .returning({ id: deploymentPreviews.id });
    if (deleted.length > 0) await tx.insert(auditLog).values(audit);
    return deleted.length > 0;
  });
}

export async function deletePreviewsBefore(db: HttpDatabase, at: Date): Promise<void> {
  await db.delete(deploymentPreviews).where(lte(deploymentPreviews.endsAt, at));
}

/** Replaces another preview of the same area. @returns false if the preview was deleted meanwhile */
export async function openPreview(
  db: HttpDatabase,
  sessionId: string,
  { id, area }: Pick<DeploymentPreviewRow, 'id' | 'area'>,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    insert into ${openedPreviews} (session_id, area, preview_id)
    select ${sessionId}::uuid, area, id from ${deploymentPreviews} where id = ${id}::uuid and area = ${area}
    on conflict (session_id, area) do update set preview_id = excluded.preview_id returning 1`);
  return rows.length > 0;
}

/** The previews that a session has opened and that haven't ended, with versions whose files still exist. */
export async function listOpenedPreviews(
  db: HttpDatabase,
  sessionId: string,
  at: Date,
): Promise<(Pick<DeploymentVersionRow, 'integrity' | 'menuLabel'> & { preview: DeploymentPreviewRow })[]> {
  return db
    .select({ preview: deploymentPreviews, integrity: deploymentVersions.integrity, menuLabel: deploymentVersions.menuLabel })
    .from(openedPreviews)
    .innerJoin(deploymentPreviews, eq(deploymentPreviews.id, openedPreviews.previewId))
    .innerJoin(deploymentVersions, ofVersion)
    .where(and(eq(openedPreviews.sessionId, sessionId), gt(deploymentPreviews.endsAt, at), sql`${deploymentVersions.removedAt} is null`))
    .orderBy(asc(deploymentPreviews.area));
}

export async function closePreview(db: HttpDatabase, sessionId: string, area: string): Promise<void> {
  await db.delete(openedPreviews).where(and(eq(openedPreviews.sessionId, sessionId), eq(openedPreviews.area, area)));
}
