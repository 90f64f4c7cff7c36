import type { WorkflowStep } from '@portage/workflow';
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

/** One line a step type (spec STEP-02). Tests put handlers of their own in. */
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
  SyncStep: notAvailableStep,
  DashboardStep: notAvailableStep,
  DashboardItemStep: dashboardItemStep,
  GetDataStep: notAvailableStep,
  IntegrationStep: notAvailableStep,
};

/** The handler of a step's type; it takes steps of that type only, which the type system cannot say here. */
export function handlerOf(step: WorkflowStep): StepHandler<WorkflowStep> {
  return stepHandlers[step.type] as StepHandler<WorkflowStep>;
}
