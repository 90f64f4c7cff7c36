import type { OwnerId, RunTag, RunWaiting } from '@portage/contracts';
import type { MetricRecord, RunContent } from '@portage/database';
import type { RunRow } from '../storage/run-store.ts';

/** Columns that only the shard has, or that PostgreSQL has under another name. */
type OwnColumns =
  | 'runKey'
  | 'runId'
  | 'versionId'
  | 'updatedAt'
  | 'continuedAt'
  | 'startedByHand'
  | 'callDepth'
  | 'tagsJson'
  | 'contentJson'
  | 'waitingJson';

/** A run as PostgreSQL's index has it: one row of `workflow_instances`. */
export interface InstanceSummary extends Omit<RunRow, OwnColumns> {
  id: string;
  ownerUserId: OwnerId;
  workflowId: string;
  workflowVersionId: string;
  name: string;
  lastUpdatedAt: number;
  stoodFailedMs: number;
  tags: RunTag[];
  /** Null: none, and PostgreSQL forgets what it had. */
  content: RunContent | null;
  waiting: RunWaiting | null;
}

/** Writes summaries of runs, and the counts since the last write. A summary older than the stored one changes nothing. */
export type WriteSummaries = (summaries: readonly InstanceSummary[], deltas?: readonly MetricRecord[]) => Promise<void>;
