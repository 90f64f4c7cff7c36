import type { HandlerResult } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { WorkflowRecord, WorkflowWithSteps } from '@portage/database';

import { stepsFor } from '../hidden-steps/visible-to.ts';
import type { UserContext } from '../http/context.ts';

type WorkflowSummary = HandlerResult<Calls, 'GET /api/workflows'>['workflows'][number];
type Workflow = HandlerResult<Calls, 'GET /api/workflows/{id}'>['workflow'];

/** A stored workflow as lists send it (spec WFL-37). */
export function presentSummary(record: WorkflowRecord): WorkflowSummary {
  return {
    id: record.id,
    name: record.name,
    description: record.description,
    ownerUserId: record.ownerUserId,
    ownerUserEmail: record.ownerUserEmail,
    createdAt: record.createdAt.toISOString(),
    lastRunAt: record.lastRunAt?.toISOString() ?? null,
    lastUpdatedAt: record.lastUpdatedAt.toISOString(),
    isDeleted: record.isDeleted,
    deletedAt: record.deletedAt?.toISOString() ?? null,
    isActive: record.isActive,
    isDashboard: record.isDashboard,
    dashboardId: record.dashboardId,
    versionId: record.currentVersionId,
    triggerCode: record.triggerCode,
    triggerType: record.triggerType,
    loggingMode: record.loggingMode,
    hasDraft: record.draftVersionId !== null,
    folderId: record.folderId,
  };
}

/** A stored workflow with the steps that the caller sees. */
export function presentWorkflow(workflow: WorkflowWithSteps, { user }: UserContext): Workflow {
  return {
    ...presentSummary(workflow),
    ...stepsFor(user, workflow.steps),
    state: workflow.editorState,
    publishedNumber: workflow.publishedNumber,
  };
}
