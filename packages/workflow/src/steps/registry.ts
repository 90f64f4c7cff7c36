import { z } from 'zod';
import { type StepType, workflowLimits } from '../model/values.ts';
import { branchStepSchema } from './branch.ts';
import { connectorOperationStepSchema } from './connector-operation.ts';
import { customScriptStepSchema } from './custom-script.ts';
import { dashboardItemStepSchema } from './dashboard-item-step.ts';
import { dashboardStepSchema } from './dashboard-step.ts';
import { dataStorageStepSchema } from './data-storage.ts';
import { delayStepSchema } from './delay-step.ts';
import { endStepSchema } from './end-step.ts';
import { getDataStepSchema } from './get-data-step.ts';
import { httpRequestStepSchema } from './http-request.ts';
import { integrationStepSchema } from './integration-step.ts';
import { loopStepSchema } from './loop.ts';
import { syncStepSchema } from './sync-step.ts';
import { triggerStepSchema } from './trigger.ts';

/** Any step, told apart by `type`: one line a step type. Unknown fields are refused. */
export const workflowStepSchema = z.discriminatedUnion('type', [
  triggerStepSchema,
  customScriptStepSchema,
  branchStepSchema,
  loopStepSchema,
  httpRequestStepSchema,
  dataStorageStepSchema,
  endStepSchema,
  delayStepSchema,
  connectorOperationStepSchema,
  syncStepSchema,
  dashboardStepSchema,
  dashboardItemStepSchema,
  getDataStepSchema,
  integrationStepSchema,
]);
export type WorkflowStep = z.output<typeof workflowStepSchema>;

/** The step of one type, e.g. `StepOf<'Loop'>`. */
export type StepOf<Type extends StepType> = Extract<WorkflowStep, { type: Type }>;

/** The flat list of steps of a workflow (docs/workflow-format.md). Whether it can run is for validateWorkflow to say: drafts are kept as they are. */
export const workflowStepsSchema = z
  .array(workflowStepSchema)
  .max(workflowLimits.steps, `A workflow has at most ${workflowLimits.steps.toLocaleString('en')} steps.`);
