import type {
  ClaimedFlow,
  FlowClaim,
  FlowHold,
  SyncCounts,
  SyncItemState,
  SyncItemWrite,
  SyncPage,
  SyncPageQuestion,
} from '@portage/database';
import type { Integration } from '@portage/sync';

/** What a run reads and writes of its owner's flows; every write is the same however often it is repeated. */
export interface RunSync {
  /** Settings of the run's workflow; null: nobody has saved any. */
  integration(integrationType: string): Promise<(Integration & { lastSyncDate: Date | null }) | null>;
  claim(flow: Omit<FlowClaim, 'newId' | 'workflowId' | 'runId' | 'at' | 'leaseUntil'>): Promise<ClaimedFlow>;
  page(question: Omit<SyncPageQuestion, 'runId'>): Promise<SyncPage>;
  due(flowId: string, beforeMs: number, limit: number): Promise<(SyncItemState & { sourceRecord: unknown })[]>;
  itemsOfTargets(flowId: string, targetItemIds: readonly string[]): Promise<{ sourceItemId: string; targetItemId: string }[]>;
  write(flowId: string, counts: SyncCounts, items: readonly SyncItemWrite[]): Promise<FlowHold>;
  /** Items that turned out to share a record of the target with another one. @param conflicts messages by the items' ids */
  markConflicts(flowId: string, conflicts: ReadonlyMap<string, string>): Promise<void>;
  release(flowId: string, end: { cursor: string | null; isWhole: boolean; error: string | null }): Promise<void>;
  /** Puts what was read of a system on a dashboard of the owner. */
  putDashboardItems(dashboardId: string, items: readonly DashboardRecord[]): Promise<'written' | 'no-dashboard'>;
}

/** A record for a dashboard, known by its type, its source and its id there. */
export interface DashboardRecord {
  type: 'Order' | 'Product' | 'Company' | 'Contact' | 'Event' | 'Registration' | 'Activity';
  source: string;
  externalId: string;
  name: string;
  object: object;
}
