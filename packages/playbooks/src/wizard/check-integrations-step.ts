import { validateWorkflow, type WorkflowStep } from '@portage/workflow';
import type { CheckedStep, StepFacts } from './step-facts.ts';
import type { StepAnswers, StepIntegration, WizardStep } from './wizard-step.ts';

/** What is left to fill in of a workflow template (PB-45, PB-46). */
export function checkIntegrationsStep(before: WizardStep, written: StepAnswers, { workflowSteps }: StepFacts): CheckedStep<WizardStep> {
  if (!workflowSteps) return { step: before, problem: 'The workflow template of this step is gone.' };
  const known = new Set(workflowSteps.map(({ stepId }) => stepId));
  const stepIntegrations = (written.stepIntegrations ?? before.stepIntegrations ?? []).filter(({ stepId }) => known.has(stepId));
  const [flaw] = validateWorkflow(withStepIntegrations(workflowSteps, stepIntegrations));
  if (flaw) {
    const { stepIntegrations: _, ...rest } = before;
    return { step: rest, problem: flaw.stepId ? `Step “${flaw.stepId}”: ${flaw.message}` : flaw.message };
  }
  return { step: { ...before, stepIntegrations }, problem: null };
}

/** Steps with what a person filled in (PB-21). */
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
