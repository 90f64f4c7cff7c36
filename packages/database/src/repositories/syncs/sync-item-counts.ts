import type { SyncItemStatus } from '@portage/workflow';
import { inArray } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { syncItemCounts } from '../../schema/sync.ts';

export type SyncItemCounts = Record<SyncItemStatus, number>;

/** The statement that counts all items of flows by status, for a batch. */
export function selectItemCounts(db: HttpDatabase, flowIds: readonly string[]) {
  return db
    .select()
    .from(syncItemCounts)
    .where(inArray(syncItemCounts.flowId, [...flowIds]));
}

export function toItemCounts(rows: readonly { status: SyncItemStatus; items: number }[]): SyncItemCounts {
  const counts: SyncItemCounts = { InProgress: 0, Success: 0, Error: 0, Skipped: 0 };
  for (const { status, items } of rows) counts[status] += items;
  return counts;
}

export function sumCounts(counts: SyncItemCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
