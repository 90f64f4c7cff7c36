import type { WorkflowStep } from '@portage/workflow';
import type { StepHandler, StepHandlers } from '../step-context/step-handler.ts';
import { branchStep } from './branch-step.ts';
import { callWorkflowStep } from './call-workflow-step.ts';
import { connectorOperationStep } from './connector-operation-step.ts';
import { customScriptStep } from './custom-script-step.ts';
import { dashboardItemStep } from './dashboard-item-step.ts';
import { dashboardStep } from './dashboard-step.ts';
import { dataStorageStep } from './data-storage-step.ts';
import { delayStep } from './delay-step.ts';
import { endStep } from './end-step.ts';
import { getDataStep } from './get-data-step.ts';
import { httpRequestStep } from './http-request-step.ts';
import { integrationStep } from './integration-step.ts';
import { loopStep } from './loop-step.ts';
import { syncStep } from './sync-step.ts';
import { triggerStep } from './trigger-step.ts';
import { waitForApprovalStep } from './wait-for-approval-step.ts';

/** One line per step type (spec STEP-02). Tests add their own handlers. */
export const stepHandlers: StepHandlers = {
  Trigger: triggerStep,
  CustomScript: customScriptStep,
  Branch: branchStep,
  Loop: loopStep,
  HttpRequest: httpRequestStep,
  DataStorage: dataStorageStep,
  DelayStep: delayStep,
  CallWorkflow: callWorkflowStep,
  WaitForApproval: waitForApprovalStep,
  EndStep: endStep,
  ConnectorOperation: connectorOperationStep,
  SyncStep: syncStep,
  GetDataStep: getDataStep,
  DashboardStep: dashboardStep,
  DashboardItemStep: dashboardItemStep,
  IntegrationStep: integrationStep,
};

/** The handler of a step's type. TypeScript cannot see that it only accepts steps of that type. */
export function getHandler({ type }: WorkflowStep): StepHandler<WorkflowStep> {
  return stepHandlers[type] as StepHandler<WorkflowStep>;
}
