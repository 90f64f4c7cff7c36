import type { RunCause, RunStatus, RunTag, RunWaiting } from '@portage/contracts';
import type { MetricDelta } from '../metrics/shard-metrics.ts';

/** A run as PostgreSQL's index has it: one row of `workflow_instances`. */
export interface InstanceSummary {
  id: string;
  ownerUserId: string;
  workflowId: string;
  workflowVersionId: string;
  name: string;
  status: RunStatus;
  createdAt: number;
  lastUpdatedAt: number;
  continueAt: number | null;
  startedAt: number | null;
  finishedAt: number | null;
  stoodFailedMs: number;
  errorMessage: string | null;
  isTest: boolean;
  stepCount: number;
  failedSteps: number;
  revision: number;
  startedBy: RunCause | null;
  failedStep: string | null;
  tags: RunTag[];
  failureDepth: number;
  parentRunId: string | null;
  waiting: RunWaiting | null;
}

/** Writes summaries of runs, and the counts since the last write. A summary older than the stored one changes nothing. */
export type WriteSummaries = (summaries: readonly InstanceSummary[], deltas?: readonly MetricDelta[]) => Promise<void>;
