import type { StepValueName } from '../values/scope.ts';
import { branch } from './branch.ts';
import { callWorkflow } from './call-workflow.ts';
import { connectorOperation } from './connector-operation.ts';
import { customScript } from './custom-script.ts';
import { dashboardItemStep } from './dashboard-item-step.ts';
import { dashboardStep } from './dashboard-step.ts';
import { dataStorage } from './data-storage.ts';
import { delayStep } from './delay-step.ts';
import { endStep } from './end-step.ts';
import { hasErrorPath } from './error-path.ts';
import { getDataStep } from './get-data-step.ts';
import { httpRequest } from './http-request.ts';
import { integrationStep } from './integration-step.ts';
import { loop } from './loop.ts';
import type { Report, StepDefinition, VisitText } from './step-definition.ts';
import { syncStep } from './sync-step.ts';
import { trigger } from './trigger.ts';
import { waitForApproval } from './wait-for-approval.ts';
import type { StepOf, StepType, WorkflowStep } from './workflow-step.ts';

/** One line per step type (spec STEP-02). */
const stepDefinitions = {
  Trigger: trigger,
  CustomScript: customScript,
  Branch: branch,
  Loop: loop,
  HttpRequest: httpRequest,
  DataStorage: dataStorage,
  EndStep: endStep,
  DelayStep: delayStep,
  CallWorkflow: callWorkflow,
  WaitForApproval: waitForApproval,
  ConnectorOperation: connectorOperation,
  SyncStep: syncStep,
  DashboardStep: dashboardStep,
  DashboardItemStep: dashboardItemStep,
  GetDataStep: getDataStep,
  IntegrationStep: integrationStep,
} satisfies { readonly [Type in StepType]: StepDefinition<StepOf<Type>> };

/** The same, indexed by any step type. */
const definitions: { readonly [Type in StepType]: StepDefinition<StepOf<Type>> } = stepDefinitions;

export const stepTypes = Object.keys(stepDefinitions) as readonly StepType[];

/** TypeScript can't see that the definition and the step have the same type. */
export function getStepDefinition<Step extends WorkflowStep>({ type }: Pick<Step, 'type'>): StepDefinition<Step> {
  return definitions[type] as unknown as StepDefinition<Step>;
}

/** The name of this step type for people. */
export function stepLabel(type: StepType): string {
  return definitions[type].label;
}

/** Whether a step of this type spends its time waiting for another system's response. */
export function waitsOutside(type: StepType): boolean {
  return definitions[type].waitsOutside;
}

/** Reports what is missing or out of bounds in one step. */
export function checkStep(step: WorkflowStep, report: Report): void {
  getStepDefinition(step).check(step, report);
}

/** A copy of the step with its expressions and scripts passed through `visit`. */
export function mapStepTexts<Step extends WorkflowStep>(step: Step, visit: VisitText): Step {
  return getStepDefinition<Step>(step).mapTexts(step, visit);
}

/** The values that a step offers to later steps, most wanted first. */
export function offeredValues(step: WorkflowStep): readonly StepValueName[] {
  const values = getStepDefinition(step).offers(step);
  return hasErrorPath(step) && !values.includes('Error') ? [...values, 'Error'] : values;
}
