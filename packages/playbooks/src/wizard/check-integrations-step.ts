import { validateWorkflow, type WorkflowStep } from '@portage/workflow';
import { valuesToFill } from './left-to-fill.ts';
import type { CheckedStep, StepFacts } from './step-facts.ts';
import type { StepAnswers, StepIntegration, WizardStep } from './wizard-step.ts';

/** Checks the remaining fields of a workflow template (PB-45, PB-46). */
export function checkIntegrationsStep(
  before: WizardStep,
  written: StepAnswers,
  { workflowSteps, shownSteps = workflowSteps, stepProblems = [] }: StepFacts,
): CheckedStep<WizardStep> {
  if (!workflowSteps) return { step: before, problem: 'The workflow template of this step is gone.' };
  const known = new Set(workflowSteps.map(({ stepId }) => stepId));
  const stepIntegrations = (written.stepIntegrations ?? before.stepIntegrations ?? []).filter(({ stepId }) => known.has(stepId));
  const [flaw] = [
    ...missingValues(shownSteps ?? [], stepIntegrations),
    ...validateWorkflow(withStepIntegrations(workflowSteps, stepIntegrations)),
    ...stepProblems,
  ];
  if (flaw) {
    const { stepIntegrations: _, ...rest } = before;
    return { step: rest, problem: flaw.stepId ? `Step “${flaw.stepId}”: ${flaw.message}` : flaw.message };
  }
  return { step: { ...before, stepIntegrations: stepIntegrations.map(withoutEmpty) }, problem: null };
}

/** Leaves out optional values that are empty. */
function withoutEmpty({ parameterMappings, ...own }: StepIntegration): StepIntegration {
  return { ...own, parameterMappings: parameterMappings.filter(({ fromParameterExpression }) => fromParameterExpression.trim() !== '') };
}

function missingValues(steps: readonly WorkflowStep[], filled: readonly StepIntegration[]) {
  return valuesToFill(steps).flatMap(({ stepId, path, usual, isRequired }) => {
    if (!isRequired) return [];
    const own = filled.find((one) => one.stepId === stepId)?.parameterMappings.find(({ toParameterPath }) => toParameterPath === path);
    const value = own ? own.fromParameterExpression : usual;
    return value.trim() === '' ? [{ stepId, message: `Please enter ${path.replace(/^(?:body|query|path|header)\./, '')}` }] : [];
  });
}

/** Steps with the values that a person filled in (PB-21). */
export function withStepIntegrations(steps: readonly WorkflowStep[], filled: readonly StepIntegration[]): WorkflowStep[] {
  return steps.map((step) => {
    const own = filled.find(({ stepId }) => stepId === step.stepId);
    if (!own) return step;
    const { connectorId, operationId, parameterMappings } = own;
    const paths = new Set(parameterMappings.map(({ toParameterPath }) => toParameterPath));
    const kept = ('requestParameterMappings' in step ? (step.requestParameterMappings ?? []) : []).filter(
      ({ toParameterPath }) => !paths.has(toParameterPath),
    );
    return {
      ...step,
      ...(connectorId === null ? {} : { connectorId }),
      ...(operationId === null ? {} : { operationId }),
      ...(parameterMappings.length === 0 ? {} : { requestParameterMappings: [...kept, ...parameterMappings] }),
    } as WorkflowStep;
  });
}
