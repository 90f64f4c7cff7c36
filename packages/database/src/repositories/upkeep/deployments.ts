import { and, desc, eq, getTableColumns, gte, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { HttpDatabase, PoolDatabase } from '../../connect.ts';
import { auditLog } from '../../schema/audit-log.ts';
import {
  type DeployedFile,
  type DeploymentHistoryRow,
  type DeploymentRow,
  type DeploymentVersionRow,
  deploymentHistory,
  deploymentRegistry,
  deploymentReports,
  deployments,
  deploymentVersions,
} from '../../schema/deployments.ts';
import type { AuditEntry } from './audit-log.ts';

/** The one row of `deployment_registry`. */
const REGISTRY_ID = 1;

export type NewDeploymentEvent = Omit<DeploymentHistoryRow, 'id' | 'name'>;

/** One area's deployments, locked until the work is done. */
export interface LockedDeployment {
  row: DeploymentRow;
  findVersion(version: string): Promise<DeploymentVersionRow | null>;
  /** Newest first, without those whose files were deleted. */
  listVersions(): Promise<DeploymentVersionRow[]>;
  /** Saves this as the state, with its entries in the history and the audit log. */
  save(row: DeploymentRow, event: NewDeploymentEvent, audit: AuditEntry | null): Promise<void>;
  /** Adds an entry to the history and the audit log; what people get is unchanged. */
  note(event: NewDeploymentEvent, audit: AuditEntry): Promise<void>;
  hasEvent(action: string, version: string, since: Date): Promise<boolean>;
  saveVersion(version: DeploymentVersionRow, event: NewDeploymentEvent, audit: AuditEntry | null): Promise<void>;
  markRemoved(version: string, at: Date): Promise<void>;
  /** A version whose trial restarts is judged from scratch. */
  forgetReports(version: string): Promise<void>;
}

type Transaction = Parameters<Parameters<PoolDatabase['transaction']>[0]>[0];

/** Works on one area's deployments in a transaction; others who want to change them wait. A thrown error rolls everything back. */
export async function lockDeployment<Result>(
  db: PoolDatabase,
  name: string,
  work: (locked: LockedDeployment) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.insert(deployments).values({ name }).onConflictDoNothing();
    const [row] = await tx.select().from(deployments).where(eq(deployments.name, name)).for('update');
    if (!row) throw new Error(`The deployments of ${name} are gone`);
    return work(lockedDeployment(tx, row));
  });
}

function lockedDeployment(tx: Transaction, row: DeploymentRow): LockedDeployment {
  const { name } = row;
  const record = async (event: NewDeploymentEvent, audit: AuditEntry | null) => {
    await tx.insert(deploymentHistory).values({ ...event, name });
    if (audit) await tx.insert(auditLog).values(audit);
  };
  return {
    row,
    async findVersion(version) {
      const [found] = await tx
        .select()
        .from(deploymentVersions)
        .where(and(eq(deploymentVersions.name, name), eq(deploymentVersions.version, version)));
      return found ?? null;
    },
    listVersions: () =>
      tx
        .select()
        .from(deploymentVersions)
        .where(and(eq(deploymentVersions.name, name), isNull(deploymentVersions.removedAt)))
        .orderBy(desc(deploymentVersions.uploadedAt), desc(deploymentVersions.version)),
    async save({ name: _, ...fields }, event, audit) {
      await tx.update(deployments).set(fields).where(eq(deployments.name, name));
      await record(event, audit);
      await tx
        .insert(deploymentRegistry)
        .values({ id: REGISTRY_ID, revision: 1, publishedRevision: 0 })
        .onConflictDoUpdate({ target: deploymentRegistry.id, set: { revision: sql`${deploymentRegistry.revision} + 1` } });
    },
    note: record,
    async hasEvent(action, version, since) {
      const [found] = await tx
        .select({ id: deploymentHistory.id })
        .from(deploymentHistory)
        .where(
          and(
            eq(deploymentHistory.name, name),
            eq(deploymentHistory.action, action),
            eq(deploymentHistory.version, version),
            gte(deploymentHistory.at, since),
          ),
        )
        .limit(1);
      return found !== undefined;
    },
    async saveVersion(version, event, audit) {
      const { name: _, version: __, ...fields } = version;
      const target = [deploymentVersions.name, deploymentVersions.version];
      await tx.insert(deploymentVersions).values(version).onConflictDoUpdate({ target, set: fields });
      await record(event, audit);
    },
    async markRemoved(version, at) {
      await tx
        .update(deploymentVersions)
        .set({ removedAt: at })
        .where(and(eq(deploymentVersions.name, name), eq(deploymentVersions.version, version)));
    },
    async forgetReports(version) {
      await tx.delete(deploymentReports).where(and(eq(deploymentReports.name, name), eq(deploymentReports.version, version)));
    },
  };
}

export interface RegistrySnapshot {
  revision: number;
  publishedRevision: number;
  entries: { deployment: DeploymentRow; versions: DeploymentVersionRow[] }[];
}

/**
 * Publishes the stored state, one publisher at a time, so that what is published never returns to an earlier revision. When `publish`
 * throws, nothing counts as published.
 *
 * @returns false when there is nothing to publish yet
 */
export async function publishUnderLock(db: PoolDatabase, publish: (snapshot: RegistrySnapshot) => Promise<void>): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [registry] = await tx.select().from(deploymentRegistry).where(eq(deploymentRegistry.id, REGISTRY_ID)).for('update');
    if (!registry) return false;
    const rows = await tx.select().from(deployments);
    const shown = rows.flatMap(({ liveVersion, canaryVersion }) => [liveVersion, canaryVersion]).filter((version) => version !== null);
    const versions = await tx.select().from(deploymentVersions).where(inArray(deploymentVersions.version, shown));
    await publish({
      revision: registry.revision,
      publishedRevision: registry.publishedRevision,
      entries: rows.map((deployment) => ({ deployment, versions: versions.filter(({ name }) => name === deployment.name) })),
    });
    await tx.update(deploymentRegistry).set({ publishedRevision: registry.revision }).where(eq(deploymentRegistry.id, REGISTRY_ID));
    return true;
  });
}

export async function findDeployment(db: HttpDatabase, name: string): Promise<DeploymentRow | null> {
  const [row] = await db.select().from(deployments).where(eq(deployments.name, name));
  return row ?? null;
}

export async function findLiveVersion(db: HttpDatabase, name: string): Promise<DeploymentVersionRow | null> {
  const [found] = await db
    .select({ version: deploymentVersions })
    .from(deployments)
    .innerJoin(
      deploymentVersions,
      and(eq(deploymentVersions.name, deployments.name), eq(deploymentVersions.version, deployments.liveVersion)),
    )
    .where(eq(deployments.name, name));
  return found?.version ?? null;
}

/** The files of a registered version; null if it isn't registered or its files were deleted. */
export async function findRegisteredFiles(db: HttpDatabase, name: string, version: string): Promise<DeployedFile[] | null> {
  const [found] = await db
    .select({ files: deploymentVersions.files })
    .from(deploymentVersions)
    .where(and(eq(deploymentVersions.name, name), eq(deploymentVersions.version, version), isNull(deploymentVersions.removedAt)));
  return found?.files ?? null;
}

export interface DeploymentLists {
  deployments: DeploymentRow[];
  /** Newest first, without their files. */
  versions: Omit<DeploymentVersionRow, 'files' | 'integrity'>[];
  /** Newest first. */
  history: DeploymentHistoryRow[];
  registry: { revision: number; published: number };
}

/** Everything about deployments, at most `limit` versions and history entries per name; only of `name` if given. */
export async function listDeployments(db: HttpDatabase, limit: number, name?: string): Promise<DeploymentLists> {
  const ranked = db
    .select({
      id: deploymentHistory.id,
      place: sql<number>`row_number() over (partition by ${deploymentHistory.name} order by ${deploymentHistory.id} desc)`.as('place'),
    })
    .from(deploymentHistory)
    .where(name === undefined ? undefined : eq(deploymentHistory.name, name))
    .as('ranked');
  const { files: _, integrity: __, ...versionColumns } = getTableColumns(deploymentVersions);
  const rankedVersions = db
    .select({
      ...versionColumns,
      place: sql<number>`row_number() over (partition by ${deploymentVersions.name} order by ${deploymentVersions.uploadedAt} desc)`.as(
        'place',
      ),
    })
    .from(deploymentVersions)
    .where(name === undefined ? undefined : eq(deploymentVersions.name, name))
    .as('ranked_versions');
  const [rows, versions, history, registry] = await db.batch([
    db
      .select()
      .from(deployments)
      .where(name === undefined ? undefined : eq(deployments.name, name)),
    db
      .select()
      .from(rankedVersions)
      .where(lte(rankedVersions.place, limit))
      .orderBy(desc(rankedVersions.uploadedAt), desc(rankedVersions.version)),
    db
      .select({ line: deploymentHistory })
      .from(deploymentHistory)
      .innerJoin(ranked, eq(ranked.id, deploymentHistory.id))
      .where(lte(ranked.place, limit))
      .orderBy(desc(deploymentHistory.id)),
    db.select().from(deploymentRegistry).where(eq(deploymentRegistry.id, REGISTRY_ID)),
  ]);
  const [{ revision, publishedRevision } = { revision: 0, publishedRevision: 0 }] = registry;
  return {
    deployments: rows,
    versions: versions.map(({ place: _place, ...version }) => version),
    history: history.map(({ line }) => line),
    registry: { revision, published: publishedRevision },
  };
}
