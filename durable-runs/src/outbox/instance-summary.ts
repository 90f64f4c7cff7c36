import type { RunStatus } from '@portage/contracts';
import type { MetricDelta } from '../metrics/shard-metrics.ts';

/** A run as the index in PostgreSQL has it: one row of `workflow_instances`. */
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
  errorMessage: string | null;
  isTest: boolean;
  stepCount: number;
  /** Steps that failed although the run went on. */
  failedSteps: number;
  revision: number;
}

/** Writes summaries of runs, one that is older than what is there changes nothing, and what was counted meanwhile. */
export type WriteSummaries = (summaries: readonly InstanceSummary[], deltas?: readonly MetricDelta[]) => Promise<void>;
