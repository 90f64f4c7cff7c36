import type { WorkflowInstance } from '@portage/contracts';
import type { WorkflowInstanceRecord } from '@portage/database';

/** A row of the run index as the API sends it (spec ENG-06). */
export function presentInstance(record: WorkflowInstanceRecord): WorkflowInstance {
  return {
    id: record.id,
    name: record.name,
    ownerUserId: record.ownerUserId,
    ...(record.ownerUserEmail === null ? {} : { ownerUserEmail: record.ownerUserEmail }),
    workflowId: record.workflowId,
    workflowVersionId: record.workflowVersionId,
    status: record.status,
    createdAt: record.createdAt.toISOString(),
    lastUpdatedAt: record.lastUpdatedAt.toISOString(),
    continueAt: record.continueAt?.toISOString() ?? null,
    startedAt: record.startedAt?.toISOString() ?? null,
    finishedAt: record.finishedAt?.toISOString() ?? null,
    ...(record.stoodFailedMs > 0 ? { stoodFailedMs: record.stoodFailedMs } : {}),
    errorMessage: record.errorMessage,
    isTest: record.isTest,
    ...(record.isOfDraft ? { isOfDraft: true } : {}),
    stepCount: record.stepCount,
    failedSteps: record.failedSteps,
    ...(record.status === 'Succeeded' && record.failedSteps > 0 ? { finishedWithErrors: true } : {}),
    startedBy: record.startedBy,
    failedStep: record.failedStep,
    ...(record.parentRunId === null ? {} : { parentRunId: record.parentRunId }),
    ...(record.waiting === null ? {} : { waiting: record.waiting }),
    ...(record.tags.length > 0 ? { tags: record.tags } : {}),
    ...(record.identity === null ? {} : { identity: record.identity }),
  };
}
