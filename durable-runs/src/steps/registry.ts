import { isStepTypeBuilt, type WorkflowStep } from '@portage/workflow';
import { branchStep } from './branch-step.ts';
import { connectorOperationStep } from './connector-operation-step.ts';
import { customScriptStep } from './custom-script-step.ts';
import { dashboardItemStep } from './dashboard-item-step.ts';
import { dataStorageStep } from './data-storage-step.ts';
import { delayStep } from './delay-step.ts';
import { endStep } from './end-step.ts';
import { httpRequestStep } from './http-request-step.ts';
import { loopStep } from './loop-step.ts';
import { notAvailableStep } from './not-available-step.ts';
import type { StepHandler, StepHandlers } from './step-handler.ts';
import { triggerStep } from './trigger-step.ts';

/** One line a step type that is built (spec STEP-02). Tests put handlers of their own in. */
export const stepHandlers: StepHandlers = {
  Trigger: triggerStep,
  CustomScript: customScriptStep,
  Branch: branchStep,
  Loop: loopStep,
  HttpRequest: httpRequestStep,
  DataStorage: dataStorageStep,
  DelayStep: delayStep,
  EndStep: endStep,
  ConnectorOperation: connectorOperationStep,
  DashboardItemStep: dashboardItemStep,
};

/** The handler of a step's type. TypeScript cannot see that it takes steps of that type only. */
export function handlerOf({ type }: WorkflowStep): StepHandler<WorkflowStep> {
  return isStepTypeBuilt(type) ? (stepHandlers[type] as StepHandler<WorkflowStep>) : notAvailableStep;
}
