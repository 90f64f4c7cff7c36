import { z } from 'zod';
import { workflowLimits } from '../model/values.ts';
import { branchStepSchema } from './branch-schema.ts';
import { callWorkflowStepSchema } from './call-workflow-schema.ts';
import { connectorOperationStepSchema } from './connector-operation-schema.ts';
import { customScriptStepSchema } from './custom-script-schema.ts';
import { dashboardItemStepSchema } from './dashboard-item-step-schema.ts';
import { dashboardStepSchema } from './dashboard-step-schema.ts';
import { dataStorageStepSchema } from './data-storage-schema.ts';
import { delayStepSchema } from './delay-step-schema.ts';
import { endStepSchema } from './end-step-schema.ts';
import { getDataStepSchema } from './get-data-step-schema.ts';
import { httpRequestStepSchema } from './http-request-schema.ts';
import { integrationStepSchema } from './integration-step-schema.ts';
import { loopStepSchema } from './loop-schema.ts';
import { syncStepSchema } from './sync-step-schema.ts';
import { triggerStepSchema } from './trigger-schema.ts';
import { waitForApprovalStepSchema } from './wait-for-approval-schema.ts';

/** Any step, discriminated by `type`: one line per step type, as in registry.ts. Unknown fields are refused. */
export const workflowStepSchema = z.discriminatedUnion('type', [
  triggerStepSchema,
  customScriptStepSchema,
  branchStepSchema,
  loopStepSchema,
  httpRequestStepSchema,
  dataStorageStepSchema,
  endStepSchema,
  delayStepSchema,
  callWorkflowStepSchema,
  waitForApprovalStepSchema,
  connectorOperationStepSchema,
  syncStepSchema,
  dashboardStepSchema,
  dashboardItemStepSchema,
  getDataStepSchema,
  integrationStepSchema,
]);
export type WorkflowStep = z.output<typeof workflowStepSchema>;
export type StepType = WorkflowStep['type'];

/** The step of one type, e.g. `StepOf<'Loop'>`. */
export type StepOf<Type extends StepType> = Extract<WorkflowStep, { type: Type }>;

/** The flat list of a workflow's steps (docs/workflow-format.md). Drafts are stored unchanged; validateWorkflow checks them. */
export const workflowStepsSchema = z
  .array(workflowStepSchema)
  .max(workflowLimits.steps, `A workflow has at most ${workflowLimits.steps.toLocaleString('en')} steps.`)
  .refine(hasFewNotes, `A workflow has at most ${workflowLimits.notes} notes.`);

function hasFewNotes(steps: readonly WorkflowStep[]): boolean {
  return steps.reduce((count, { notes = [] }) => count + notes.length, 0) <= workflowLimits.notes;
}
