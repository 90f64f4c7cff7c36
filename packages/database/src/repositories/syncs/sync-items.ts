import type { OwnerId } from '@portage/contracts';
import type { SyncItemStatus } from '@portage/workflow';
import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { type SyncItemRow, syncItems } from '../../schema/sync.ts';
import { type Page, toLimitOffset } from '../rows/scope.ts';
import { containsText, isUuid } from '../rows/text-search.ts';
import { type SyncItemCounts, selectItemCounts, sumCounts, toItemCounts } from './sync-item-counts.ts';

/** An item without its records, which may be large. */
export type SyncItemRecord = Omit<SyncItemRow, 'sourceRecord' | 'written' | 'refusal'>;

export interface SyncItemFilter extends Page {
  status?: SyncItemStatus | undefined;
  searchTerm?: string | undefined;
}

export interface SyncItemPage {
  items: SyncItemRecord[];
  totalCount: number;
  counts: SyncItemCounts;
}

export type ItemsToSyncAgain = { sourceItemIds: readonly string[] } | { allIn: SyncItemStatus };

/** Search results are counted up to here: people narrow a larger search instead of paging through it. */
export const MOST_FOUND_ITEMS = 10_000;
/** Pages further back than this are read from the nearer end. */
const NEAR = 5_000;

/** Must match the index `sync_items_search`. */
const searched = sql`(${syncItems.name} || ' ' || ${syncItems.sourceItemId} || ' ' || coalesce(${syncItems.targetItemId}, ''))`;
const newestFirst = sql`${syncItems.lastUpdatedAt} desc, ${syncItems.sourceItemId} desc`;
const oldestFirst = sql`${syncItems.lastUpdatedAt}, ${syncItems.sourceItemId}`;

const { sourceRecord: _record, written: _written, refusal: _refusal, ...columns } = getTableColumns(syncItems);

const ofFlow = (ownerUserId: OwnerId, flowId: string) =>
  and(
    eq(syncItems.flowId, flowId),
    sql`exists (select 1 from sync_flows f where f.id = ${flowId}::uuid and f.owner_user_id = ${ownerUserId}::uuid)`,
  );

/** Last changed first. `counts` ignore the filter's status. */
export async function listSyncItems(db: HttpDatabase, ownerUserId: OwnerId, flowId: string, filter: SyncItemFilter): Promise<SyncItemPage> {
  if (!isUuid(flowId)) return { items: [], totalCount: 0, counts: toItemCounts([]) };
  const { status, searchTerm } = filter;
  const found = and(ofFlow(ownerUserId, flowId), containsText(searched, searchTerm));
  const condition = and(found, status === undefined ? undefined : eq(syncItems.status, status));
  const { limit, offset } = toLimitOffset(filter);
  const totalOf = (counts: SyncItemCounts) => (status === undefined ? sumCounts(counts) : counts[status]);
  if (searchTerm) {
    // The chosen status is counted separately: among many results it may have few.
    const [items, counted, chosen] = await db.batch([
      pageOf(db, condition, newestFirst, limit, offset),
      countFound(db, found),
      countFound(db, status === undefined ? sql`false` : condition),
    ]);
    const counts = { ...toItemCounts(counted), ...(status === undefined ? {} : { [status]: toItemCounts(chosen)[status] }) };
    return { items, totalCount: totalOf(counts), counts };
  }
  if (offset <= NEAR) {
    const [, items, counted] = await db.batch([
      unsorted(db),
      pageOf(db, condition, newestFirst, limit, offset),
      selectItemCounts(db, [flowId]),
    ]);
    const counts = toItemCounts(counted);
    return { items, totalCount: totalOf(counts), counts };
  }
  const counts = toItemCounts(await selectItemCounts(db, [flowId]));
  const totalCount = totalOf(counts);
  const rest = totalCount - offset;
  if (rest <= 0) return { items: [], totalCount, counts };
  const isNearTheStart = rest > offset;
  const page = isNearTheStart
    ? pageOf(db, condition, newestFirst, limit, offset)
    : pageOf(db, condition, oldestFirst, Math.min(limit, rest), Math.max(0, rest - limit));
  const [, items] = await db.batch([unsorted(db), page]);
  return { items: isNearTheStart ? items : items.reverse(), totalCount, counts };
}

export async function findSyncItem(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  flowId: string,
  sourceItemId: string,
): Promise<SyncItemRow | null> {
  if (!isUuid(flowId)) return null;
  const [row] = await db
    .select()
    .from(syncItems)
    .where(and(ofFlow(ownerUserId, flowId), eq(syncItems.sourceItemId, sourceItemId)));
  return row ?? null;
}

/**
 * Makes items due at once, as if none of them had been written; the record's link to the target stays.
 *
 * @returns how many
 */
export async function makeSyncItemsDue(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  flowId: string,
  wanted: ItemsToSyncAgain,
  at: Date,
): Promise<number> {
  if (!isUuid(flowId)) return 0;
  const which = 'allIn' in wanted ? eq(syncItems.status, wanted.allIn) : inArray(syncItems.sourceItemId, [...wanted.sourceItemIds]);
  const result = await db
    .update(syncItems)
    .set({
      status: 'InProgress',
      error: null,
      refusal: null,
      fingerprint: null,
      attempts: 0,
      nextAttemptAt: at,
      writtenAt: null,
      lastUpdatedAt: at,
    })
    .where(and(ofFlow(ownerUserId, flowId), which));
  return result.rowCount ?? 0;
}

/**
 * Turns sorting off for the other statements of a batch. Otherwise PostgreSQL sorts all items of a flow that has grown since the table
 * was last analyzed, because it takes the flow for a small one; the indexes provide the order.
 */
function unsorted(db: HttpDatabase) {
  return db.execute(sql`set local enable_sort = off`);
}

/** Keys first: of the rows before the page, only keys are read. */
function pageOf(db: HttpDatabase, condition: SQL | undefined, order: SQL, limit: number, offset: number) {
  const keys = db
    .select({ flowId: syncItems.flowId, sourceItemId: syncItems.sourceItemId })
    .from(syncItems)
    .where(condition)
    .orderBy(order)
    .limit(limit)
    .offset(offset)
    .as('keys');
  return db
    .select(columns)
    .from(keys)
    .innerJoin(syncItems, and(eq(syncItems.flowId, keys.flowId), eq(syncItems.sourceItemId, keys.sourceItemId)))
    .orderBy(order);
}

function countFound(db: HttpDatabase, condition: SQL | undefined) {
  const found = db.select({ status: syncItems.status }).from(syncItems).where(condition).limit(MOST_FOUND_ITEMS).as('found');
  return db.select({ status: found.status, items: sql<number>`count(*)::int` }).from(found).groupBy(found.status);
}
