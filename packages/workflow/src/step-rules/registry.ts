import type { StepType } from '../model/values.ts';
import type { WorkflowStep } from '../steps/registry.ts';
import { branchRule } from './branch.ts';
import { connectorOperationRule } from './connector-operation.ts';
import { customScriptRule } from './custom-script.ts';
import { dashboardItemStepRule } from './dashboard-item-step.ts';
import { dashboardStepRule } from './dashboard-step.ts';
import { dataStorageRule } from './data-storage.ts';
import { delayStepRule } from './delay-step.ts';
import { endStepRule } from './end-step.ts';
import { getDataStepRule } from './get-data-step.ts';
import { httpRequestRule } from './http-request.ts';
import { integrationStepRule } from './integration-step.ts';
import { loopRule } from './loop.ts';
import { notBuilt } from './not-built.ts';
import type { Report, StepRule, VisitText } from './step-rule.ts';
import { syncStepRule } from './sync-step.ts';
import { triggerRule } from './trigger.ts';

/** One line a step type; taking `notBuilt` away is part of building one. */
const stepRules: { [Type in StepType]: StepRule<Type> } = {
  Trigger: triggerRule,
  CustomScript: customScriptRule,
  Branch: branchRule,
  Loop: loopRule,
  HttpRequest: httpRequestRule,
  DataStorage: dataStorageRule,
  EndStep: endStepRule,
  DelayStep: delayStepRule,
  ConnectorOperation: connectorOperationRule,
  SyncStep: notBuilt('SyncStep', syncStepRule),
  DashboardStep: notBuilt('DashboardStep', dashboardStepRule),
  DashboardItemStep: dashboardItemStepRule,
  GetDataStep: notBuilt('GetDataStep', getDataStepRule),
  IntegrationStep: notBuilt('IntegrationStep', integrationStepRule),
};

/** The rule of the step's own type; TypeScript cannot see that both sides of the union match. */
function ruleOf<Step extends WorkflowStep>(step: Step) {
  return stepRules[step.type] as unknown as { check(step: Step, report: Report): void; mapTexts(step: Step, visit: VisitText): Step };
}

/** Reports what is missing or out of bounds in one step. */
export function checkStep(step: WorkflowStep, report: Report): void {
  ruleOf(step).check(step, report);
}

/** A copy of the step whose expressions and scripts went through `visit`. */
export function mapStepTexts<Step extends WorkflowStep>(step: Step, visit: VisitText): Step {
  return ruleOf(step).mapTexts(step, visit);
}

/** Whether runs can carry out steps of this type. */
export function isStepTypeBuilt(type: StepType): boolean {
  return stepRules[type].isNotBuilt !== true;
}
