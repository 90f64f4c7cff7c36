import type {
  RunAttempt,
  RunTag,
  RunWaiting,
  StepAttempt,
  StepInstanceSummary,
  StepRetry,
  WorkflowInstance,
  WorkflowVersionSnapshot,
} from '@portage/contracts';
import { HIDDEN_STEP_FAILED } from '@portage/workflow';
import type { FailedAttempt, StepRecord } from '../core/run-event.ts';
import { syncedItemId } from '../core/step-path.ts';
import type { NumberedFailure } from '../storage/run-attempt-store.ts';
import type { RunRow } from '../storage/run-store.ts';

/** A run as the API shows it (spec ENG-06). */
export function instanceView(row: RunRow, version: WorkflowVersionSnapshot | null): WorkflowInstance {
  return {
    id: row.runId,
    name: version?.name ?? '',
    ownerUserId: version?.ownerUserId ?? '',
    workflowId: version?.workflowId ?? '',
    workflowVersionId: row.versionId,
    status: row.status,
    createdAt: instant(row.createdAt),
    lastUpdatedAt: instant(row.updatedAt),
    continueAt: row.continueAt === null ? null : instant(row.continueAt),
    startedAt: row.startedAt === null ? null : instant(row.startedAt),
    finishedAt: row.finishedAt === null ? null : instant(row.finishedAt),
    errorMessage: row.errorMessage,
    isTest: row.isTest,
    stepCount: row.stepCount,
    failedSteps: row.failedSteps,
    continuedAt: row.continuedAt === null ? null : instant(row.continuedAt),
    startedBy: row.startedBy,
    failedStep: row.failedStep,
    ...(row.parentRunId === null ? {} : { parentRunId: row.parentRunId }),
    ...(row.waitingJson === null ? {} : { waiting: JSON.parse(row.waitingJson) as RunWaiting }),
    ...(row.tagsJson === null ? {} : { tags: JSON.parse(row.tagsJson) as RunTag[] }),
  };
}

/** A step as lists show it (spec ENG-07); its id is its number in the run. */
export function stepSummary(record: StepRecord, hasContextData: boolean): StepInstanceSummary {
  return {
    id: String(record.ordinal),
    name: record.name,
    path: record.path,
    stepType: record.stepType,
    status: record.status,
    lastUpdatedAt: instant(record.finishedAt ?? record.startedAt),
    startedAt: instant(record.startedAt),
    finishedAt: record.finishedAt === null ? null : instant(record.finishedAt),
    errorMessage: record.errorMessage,
    hasContextData,
    ...buildSyncRecord(record),
    ...(record.retries ? { retries: record.retries.map(retryView) } : {}),
  };
}

function retryView({ startedAt, failedAt, message, nextAt }: FailedAttempt): StepRetry {
  return { startedAt: instant(startedAt), failedAt: instant(failedAt), errorMessage: message, nextAt: instant(nextAt) };
}

function buildSyncRecord(record: StepRecord): Pick<StepInstanceSummary, 'syncRecord'> {
  const sourceItemId = syncedItemId(record);
  if (sourceItemId === null) return {};
  const { name, flowId } = record.syncRecord ?? {};
  return { syncRecord: { name: name || sourceItemId, sourceItemId, ...(flowId ? { flowId } : {}) } };
}

/** One of the earlier attempts of a step whose run was continued. */
export function attemptSummary({ number, record }: { number: number; record: StepRecord }): StepAttempt {
  const { startedAt, finishedAt, errorMessage } = record;
  return { number, startedAt: instant(startedAt), finishedAt: finishedAt === null ? null : instant(finishedAt), errorMessage };
}

/** How the run failed before it was continued. @param hidden names of steps that the reader doesn't see */
export function runAttemptView(failure: NumberedFailure, hidden: ReadonlySet<string> | null): RunAttempt {
  const { number, versionId, startedAt, finishedAt, errorMessage, step, continuedAt, by } = failure;
  const isHidden = step !== null && hidden?.has(step.name) === true;
  return {
    number,
    startedAt: instant(startedAt),
    finishedAt: instant(finishedAt),
    errorMessage: isHidden ? HIDDEN_STEP_FAILED : errorMessage,
    step: step && !isHidden ? { id: String(step.ordinal), name: step.name } : null,
    versionId,
    continuedAt: instant(continuedAt),
    continuedBy: by,
  };
}

function instant(atMs: number): string {
  return new Date(atMs).toISOString();
}
