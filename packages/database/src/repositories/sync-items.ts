import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../connect.ts';
import { type SyncItemRow, type SyncItemStatus, syncItems } from '../schema/sync.ts';
import { type Page, rangeOf } from './scope.ts';
import { countsOf, type SyncItemCounts } from './sync-flows.ts';
import { containsText, isUuid } from './text-search.ts';

/** An item without its two records, which may be large. */
export type SyncItemRecord = Omit<SyncItemRow, 'sourceRecord' | 'written'>;

export interface SyncItemFilter extends Page {
  status?: SyncItemStatus | undefined;
  /** Part of the name or of either id. */
  searchTerm?: string | undefined;
}

export type ItemsToSyncAgain = { sourceItemIds: readonly string[] } | { allInError: true };

/** As the index `sync_items_search` has it. */
const searched = sql`(${syncItems.name} || ' ' || ${syncItems.sourceItemId} || ' ' || coalesce(${syncItems.targetItemId}, ''))`;

/** Items of flows as people see them; the owner comes first everywhere. */
export function syncItemRepository(db: HttpDatabase) {
  const { sourceRecord: _record, written: _written, ...columns } = getTableColumns(syncItems);
  const ofFlow = (ownerUserId: string, flowId: string) =>
    and(
      eq(syncItems.flowId, flowId),
      sql`exists (select 1 from sync_flows f where f.id = ${flowId}::uuid and f.owner_user_id = ${ownerUserId}::uuid)`,
    );

  return {
    /** The last changed first. `counts` leave the status out of the filter. */
    async list(
      ownerUserId: string,
      flowId: string,
      filter: SyncItemFilter,
    ): Promise<{ items: SyncItemRecord[]; totalCount: number; counts: SyncItemCounts }> {
      if (!isUuid(flowId)) return { items: [], totalCount: 0, counts: countsOf([]) };
      const found = and(ofFlow(ownerUserId, flowId), containsText(searched, filter.searchTerm));
      const condition = and(found, filter.status === undefined ? undefined : eq(syncItems.status, filter.status));
      const [items, counted] = await db.batch([
        pageOf(condition, filter),
        db.select({ status: syncItems.status, count: sql<number>`count(*)::int` }).from(syncItems).where(found).groupBy(syncItems.status),
      ]);
      const counts = countsOf(counted);
      const totalCount = filter.status === undefined ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[filter.status];
      return { items, totalCount, counts };
    },

    async find(ownerUserId: string, flowId: string, sourceItemId: string): Promise<SyncItemRow | null> {
      if (!isUuid(flowId)) return null;
      const [row] = await db
        .select()
        .from(syncItems)
        .where(and(ofFlow(ownerUserId, flowId), eq(syncItems.sourceItemId, sourceItemId)));
      return row ?? null;
    },

    /**
     * Makes items due at once, as if nothing had been written of them; the record's link to the target stays.
     *
     * @returns how many
     */
    async makeDue(ownerUserId: string, flowId: string, wanted: ItemsToSyncAgain, at: Date): Promise<number> {
      if (!isUuid(flowId)) return 0;
      const which = 'allInError' in wanted ? eq(syncItems.status, 'Error') : inArray(syncItems.sourceItemId, [...wanted.sourceItemIds]);
      const result = await db
        .update(syncItems)
        .set({ status: 'InProgress', error: null, fingerprint: null, attempts: 0, nextAttemptAt: at, writtenAt: null, lastUpdatedAt: at })
        .where(and(ofFlow(ownerUserId, flowId), which));
      return result.rowCount ?? 0;
    },
  };

  /** The keys of a page come from an index alone, so a page far behind reads no rows of those before it. */
  function pageOf(condition: SQL | undefined, page: Page) {
    const { limit, offset } = rangeOf(page);
    const keys = db
      .select({ flowId: syncItems.flowId, sourceItemId: syncItems.sourceItemId })
      .from(syncItems)
      .where(condition)
      .orderBy(sql`${syncItems.lastUpdatedAt} desc, ${syncItems.sourceItemId} desc`)
      .limit(limit)
      .offset(offset)
      .as('keys');
    return db
      .select(columns)
      .from(keys)
      .innerJoin(syncItems, and(eq(syncItems.flowId, keys.flowId), eq(syncItems.sourceItemId, keys.sourceItemId)))
      .orderBy(sql`${syncItems.lastUpdatedAt} desc, ${syncItems.sourceItemId} desc`);
  }
}
