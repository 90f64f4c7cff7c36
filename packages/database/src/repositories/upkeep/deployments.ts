import { compareSets, contractVersion } from '@portage/contracts';
import { and, asc, desc, eq, getTableColumns, gt, gte, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { HttpDatabase, PoolDatabase } from '../../connect.ts';
import { auditLog } from '../../schema/audit-log.ts';
import {
  type DeploymentFreezeRow,
  type DeploymentHistoryRow,
  type DeploymentRow,
  type DeploymentSetPart,
  type DeploymentSetRow,
  type DeploymentVersionRow,
  deploymentFreezes,
  deploymentHistory,
  deploymentRegistry,
  deploymentReports,
  deploymentSets,
  deployments,
  deploymentVersions,
} from '../../schema/deployments.ts';
import { metrics } from '../../schema/metrics.ts';
import type { AuditEntry } from './audit-log.ts';
import { addHookMessages } from './deployment-hooks.ts';

/** The one row of `deployment_registry`. */
const REGISTRY_ID = 1;

export type NewDeploymentEvent = Omit<DeploymentHistoryRow, 'id' | 'name'>;

/** One area's deployments, locked until the work is done. */
export interface LockedDeployment {
  /** As last saved. */
  readonly row: DeploymentRow;
  findVersion(version: string): Promise<DeploymentVersionRow | null>;
  /** Newest first, without those whose files were deleted. */
  listVersions(): Promise<DeploymentVersionRow[]>;
  /** Saves this as the state, with its entries in the history and the audit log. */
  save(row: DeploymentRow, event: NewDeploymentEvent, audit: AuditEntry | null): Promise<void>;
  /** Adds an entry to the history and the audit log; what people get is unchanged. */
  note(event: NewDeploymentEvent, audit: AuditEntry): Promise<void>;
  hasEvent(action: string, version: string, since: Date): Promise<boolean>;
  saveVersion(version: DeploymentVersionRow, event: NewDeploymentEvent, audit: AuditEntry | null): Promise<void>;
  /** Notes that its files are deleted, and deletes the counters of its loads. */
  markRemoved(version: string, at: Date): Promise<void>;
  /** A version whose trial restarts is judged from scratch. */
  forgetReports(version: string): Promise<void>;
}

type Transaction = Parameters<Parameters<PoolDatabase['transaction']>[0]>[0];

/** Several areas' deployments, locked until the work is done. */
export interface LockedDeployments {
  /** @throws Error for a name that isn't locked */
  get(name: string): LockedDeployment;
  /** Freezes of all the locked names that haven't ended at that time. */
  listFreezes(at: Date): Promise<DeploymentFreezeRow[]>;
  /** The last set; null before the first change. */
  findLastSet(): Promise<DeploymentSetRow | null>;
}

/**
 * Works on the deployments of some areas in a transaction; others who want to change them wait. A thrown error rolls everything back. However
 * much is saved, what people get changes once, to one new set.
 *
 * @returns with the new set's number; null: what people get is unchanged
 */
export async function lockDeployments<Result>(
  db: PoolDatabase,
  names: readonly string[],
  work: (locked: LockedDeployments) => Promise<Result>,
): Promise<{ result: Result; newSet: number | null }> {
  return db.transaction(async (tx) => {
    const sorted = [...new Set(names)].sort();
    await tx
      .insert(deployments)
      .values(sorted.map((name) => ({ name })))
      .onConflictDoNothing();
    // In the same order for everyone, so that two changes never wait for each other.
    const rows = await tx.select().from(deployments).where(inArray(deployments.name, sorted)).orderBy(asc(deployments.name)).for('update');
    const changes: NewDeploymentEvent[] = [];
    const locked = new Map(rows.map((row) => [row.name, lockedDeployment(tx, row, changes)]));
    const result = await work({
      get(name) {
        const found = locked.get(name);
        if (!found) throw new Error(`The deployments of ${name} aren't locked`);
        return found;
      },
      listFreezes: async (at) => (await listFreezes(tx, at)).filter(({ name }) => name === EVERYTHING || sorted.includes(name)),
      findLastSet: () => findLastSet(tx),
    });
    const [first] = changes;
    return { result, newSet: first ? await addSet(tx, first) : null };
  });
}

/** As `lockDeployments`, for one area. */
export async function lockDeployment<Result>(
  db: PoolDatabase,
  name: string,
  work: (locked: LockedDeployment) => Promise<Result>,
): Promise<Result> {
  const { result } = await lockDeployments(db, [name], ({ get }) => work(get(name)));
  return result;
}

/** The row of the registry stays locked from here on, so sets are added one after the other, each with the changes of the last. */
async function addSet(tx: Transaction, { at, by, action, note }: NewDeploymentEvent): Promise<number> {
  const [registry] = await tx
    .insert(deploymentRegistry)
    .values({ id: REGISTRY_ID, revision: 1, publishedRevision: 0 })
    .onConflictDoUpdate({ target: deploymentRegistry.id, set: { revision: sql`${deploymentRegistry.revision} + 1` } })
    .returning();
  const rows = await tx.select().from(deployments).where(isNotNull(deployments.liveVersion)).orderBy(asc(deployments.name));
  const parts = rows.flatMap(toSetPart);
  const number = registry?.revision ?? 1;
  const changes = compareSets((await findLastSet(tx))?.parts ?? [], parts);
  await addHookMessages(tx, { set: number, by, action, note, changes }, at);
  await tx.insert(deploymentSets).values({ number, at, by, action, note, contractVersion: String(contractVersion), parts });
  return number;
}

function toSetPart({ name, liveVersion, canaryVersion, canaryPercent }: DeploymentRow): DeploymentSetPart[] {
  if (liveVersion === null) return [];
  const hasCanary = canaryVersion !== null && canaryPercent !== null;
  return [{ name, live: liveVersion, canary: hasCanary ? { version: canaryVersion, percent: canaryPercent } : null }];
}

async function findLastSet(tx: Transaction): Promise<DeploymentSetRow | null> {
  const [found] = await tx.select().from(deploymentSets).orderBy(desc(deploymentSets.number)).limit(1);
  return found ?? null;
}

function lockedDeployment(tx: Transaction, start: DeploymentRow, changes: NewDeploymentEvent[]): LockedDeployment {
  const { name } = start;
  let row = start;
  const record = async (event: NewDeploymentEvent, audit: AuditEntry | null) => {
    await tx.insert(deploymentHistory).values({ ...event, name });
    if (audit) await tx.insert(auditLog).values(audit);
  };
  return {
    get row() {
      return row;
    },
    findVersion: (version) => findVersion(tx, name, version),
    listVersions: () =>
      tx
        .select()
        .from(deploymentVersions)
        .where(and(eq(deploymentVersions.name, name), isNull(deploymentVersions.removedAt)))
        .orderBy(desc(deploymentVersions.uploadedAt), desc(deploymentVersions.version)),
    async save(next, event, audit) {
      const { name: _, ...fields } = next;
      await tx.update(deployments).set(fields).where(eq(deployments.name, name));
      await record(event, audit);
      if (JSON.stringify(toSetPart(row)) !== JSON.stringify(toSetPart(next))) {
        changes.push(event);
        const given = [next.liveVersion, next.canaryVersion].filter((version) => version !== null);
        await tx
          .update(deploymentVersions)
          .set({ isPreview: false })
          .where(
            and(eq(deploymentVersions.name, name), inArray(deploymentVersions.version, given), eq(deploymentVersions.isPreview, true)),
          );
      }
      row = next;
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
      await tx
        .delete(metrics)
        .where(
          sql`starts_with(${metrics.name}, 'portage_area_') and ${metrics.labels} @> ${JSON.stringify({ area: name, version })}::jsonb`,
        );
    },
    async forgetReports(version) {
      await tx.delete(deploymentReports).where(and(eq(deploymentReports.name, name), eq(deploymentReports.version, version)));
    },
  };
}

/** In a freeze: every area and Worker. */
export const EVERYTHING = 'all';

/** Freezes that haven't ended, those of everything first. */
export async function listFreezes(db: HttpDatabase | Transaction, at: Date): Promise<DeploymentFreezeRow[]> {
  return db
    .select()
    .from(deploymentFreezes)
    .where(gt(deploymentFreezes.endsAt, at))
    .orderBy(desc(eq(deploymentFreezes.name, EVERYTHING)), asc(deploymentFreezes.name));
}

export async function saveFreeze(db: HttpDatabase, freeze: DeploymentFreezeRow, audit: AuditEntry): Promise<void> {
  const { name: _, ...fields } = freeze;
  await db.batch([
    db.insert(deploymentFreezes).values(freeze).onConflictDoUpdate({ target: deploymentFreezes.name, set: fields }),
    db.insert(auditLog).values(audit),
  ]);
}

/** @returns false if there was none */
export async function deleteFreeze(db: PoolDatabase, name: string, audit: AuditEntry): Promise<boolean> {
  return db.transaction(async (tx) => {
    const deleted = await tx
      .delete(deploymentFreezes)
      .where(and(eq(deploymentFreezes.name, name), gt(deploymentFreezes.endsAt, audit.at)))
      .returning({ name: deploymentFreezes.name });
    if (deleted.length > 0) await tx.insert(auditLog).values(audit);
    return deleted.length > 0;
  });
}

/** The newest sets first. */
export function listSets(db: HttpDatabase, limit: number): Promise<DeploymentSetRow[]> {
  return db.select().from(deploymentSets).orderBy(desc(deploymentSets.number)).limit(limit);
}

export async function findSet(db: HttpDatabase, number: number): Promise<DeploymentSetRow | null> {
  const [found] = await db.select().from(deploymentSets).where(eq(deploymentSets.number, number));
  return found ?? null;
}

/** What sets need to know of versions with these names; several areas may have a version of one name. */
export function listVersionsNamed(db: HttpDatabase, versions: readonly string[]) {
  return db
    .select({
      name: deploymentVersions.name,
      version: deploymentVersions.version,
      removedAt: deploymentVersions.removedAt,
      shared: deploymentVersions.shared,
    })
    .from(deploymentVersions)
    .where(inArray(deploymentVersions.version, [...new Set(versions)]));
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

/** Of every area and Worker that a version was ever registered of. */
export async function listDeploymentNames(db: HttpDatabase): Promise<string[]> {
  const rows = await db.select({ name: deployments.name }).from(deployments).orderBy(asc(deployments.name));
  return rows.map(({ name }) => name);
}

export async function findDeployment(db: HttpDatabase, name: string): Promise<DeploymentRow | null> {
  const [row] = await db.select().from(deployments).where(eq(deployments.name, name));
  return row ?? null;
}

/** The live version of each area and Worker, its canary and the one before. */
export async function listShownVersions(db: HttpDatabase): Promise<{ name: string; version: string }[]> {
  const rows = await db.select().from(deployments);
  return rows.flatMap(({ name, liveVersion, canaryVersion, previousVersion }) =>
    [liveVersion, canaryVersion, previousVersion].filter((version) => version !== null).map((version) => ({ name, version })),
  );
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

export async function findVersion(db: HttpDatabase | Transaction, name: string, version: string): Promise<DeploymentVersionRow | null> {
  const [found] = await db
    .select()
    .from(deploymentVersions)
    .where(and(eq(deploymentVersions.name, name), eq(deploymentVersions.version, version)));
  return found ?? null;
}

export interface DeploymentLists {
  deployments: DeploymentRow[];
  /** Newest first, without what only details show. */
  versions: Omit<DeploymentVersionRow, 'files' | 'integrity' | 'uses'>[];
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
  const { files: _, integrity: __, uses: ___, ...versionColumns } = getTableColumns(deploymentVersions);
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
