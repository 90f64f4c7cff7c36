import type {
  ClaimedFlow,
  DueSyncItem,
  FlowClaim,
  FlowHold,
  FlowRelease,
  RecordClaims,
  RecordKind,
  StoredRecord,
  StoredSidesRow,
  SyncCounts,
  SyncItemWrite,
  SyncPage,
  SyncPageQuestion,
  UnheardItems,
  WantedClaim,
} from '@portage/database';
import type { Integration } from '@portage/sync';

/** What a run reads and writes of its owner's flows. Repeating a write changes nothing. */
export interface RunSync {
  /** Settings of the run's workflow; null if none are saved. */
  integration(integrationType: string): Promise<(Integration & { lastSyncDate: Date | null }) | null>;
  claim(flow: Omit<FlowClaim, 'newId' | 'workflowId' | 'runId' | 'at' | 'leaseUntil'>): Promise<ClaimedFlow>;
  /** Shows people why a flow cannot begin. */
  fail(flowKey: string, error: string): Promise<void>;
  /** Some items with their records, most recently changed first. */
  kept(flowId: string, limit: number): Promise<StoredRecord[]>;
  page(question: Omit<SyncPageQuestion, 'runId'>): Promise<SyncPage>;
  /** What both flows stored of records that may have changed on both sides. */
  storedSides(
    question: Pick<SyncPageQuestion, 'flowId' | 'oppositeKey' | 'sourceItemIds'>,
  ): Promise<({ sourceItemId: string } & StoredSidesRow)[]>;
  due(flowId: string, beforeMs: number, limit: number): Promise<DueSyncItem[]>;
  /** Claims keys of records that may be created. A claim older than `heldSinceMs` is void. */
  claimRecords(
    flow: { flowId: string; sourceKind: string; source: RecordKind; target: RecordKind; heldSinceMs: number },
    claims: readonly WantedClaim[],
  ): Promise<RecordClaims>;
  itemsOfTargets(flowId: string, targetItemIds: readonly string[]): Promise<{ sourceItemId: string; targetItemId: string }[]>;
  /** What the flow last wrote of records, by the names of the target's fields. Omits those without anything stored. */
  lastWritten(flowId: string, sourceItemIds: readonly string[]): Promise<ReadonlyMap<string, Record<string, unknown>>>;
  write(flowId: string, counts: SyncCounts, items: readonly SyncItemWrite[]): Promise<FlowHold>;
  /** Marks items that turned out to share a target record with another item. @param conflicts messages by the items' ids */
  markConflicts(flowId: string, conflicts: ReadonlyMap<string, string>): Promise<void>;
  /** One of the records that shared this conflict message has changed, so the next sync tries the others again. */
  endConflicts(flowId: string, messages: readonly string[]): Promise<void>;
  /** Some items that share a target record with another item. */
  conflicts(flowId: string, limit: number): Promise<{ sourceItemId: string }[]>;
  /**
   * The source no longer has these items' records: they leave the target record to the others, which are due from then
   * on. @param reason of the items
   */
  dropFromConflicts(flowId: string, sourceItemIds: readonly string[], reason: string, atMs: number): Promise<void>;
  markHeard(flowId: string, sourceItemIds: readonly string[]): Promise<void>;
  /** Synchronised records that the source has not shown since `sinceMs`. */
  unheard(flowId: string, sinceMs: number, limit: number): Promise<UnheardItems>;
  release(flowId: string, end: FlowRelease): Promise<void>;
  /** Whether a person asked for more of a flow while this run held it, from `sinceMs` until its release. @param cursor where it was left */
  isAskedAgain(flowId: string, cursor: string | null, sinceMs: number): Promise<boolean>;
  /** Puts records of a system on a dashboard of the owner. Null if there is no such dashboard. */
  putDashboardItems(dashboardId: string, items: readonly DashboardRecord[]): Promise<Pick<SyncCounts, 'created' | 'updated'> | null>;
}

/** A record for a dashboard, identified by its type, its source and its id there. */
export interface DashboardRecord {
  type: 'Order' | 'Product' | 'Company' | 'Contact' | 'Event' | 'Registration' | 'Activity';
  source: string;
  externalId: string;
  name: string;
  object: object;
}
