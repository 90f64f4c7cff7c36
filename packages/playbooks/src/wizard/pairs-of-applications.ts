import { type SyncDirection, syncDirections } from '@portage/workflow';
import type { TemplateApplications } from '../template/template-definition.ts';
import { getStepKind } from './step-kind.ts';
import type { WizardStep } from './wizard-step.ts';

export type ApplicationPair = TemplateApplications['pairs'][number];

/** Spec PB-42: pairs that no other step uses. @param ownStepId the choosing step; its own pair is included */
export function availablePairs(
  { pairs }: TemplateApplications,
  steps: readonly WizardStep[],
  direction: SyncDirection,
  ownStepId: string | null,
): ApplicationPair[] {
  const others = listFlows(steps).filter(({ id }) => id !== ownStepId);
  return pairs.filter((pair) => pair.directions.includes(direction) && !others.some((step) => hasPair(step, pair)));
}

/** Spec PB-41: another integration can be added. */
export function canAddPair(applications: TemplateApplications, steps: readonly WizardStep[]): boolean {
  const flows = listFlows(steps);
  const isUnused = applications.pairs.some(
    ({ sourceEntity, targetEntity }) =>
      !flows.some((step) => step.flowEntitiesToSync?.source === sourceEntity) ||
      !flows.some((step) => step.flowEntitiesToSync?.target === targetEntity),
  );
  return isUnused && syncDirections.some((direction) => availablePairs(applications, steps, direction, null).length > 0);
}

/** The pair chosen in a step; null: none yet, or one that the template no longer has. */
export function pairOfStep({ pairs }: TemplateApplications, step: WizardStep): ApplicationPair | null {
  return pairs.find((pair) => hasPair(step, pair)) ?? null;
}

function listFlows(steps: readonly WizardStep[]): WizardStep[] {
  return steps.filter((step) => getStepKind(step) === 'flow');
}

function hasPair({ flowEntitiesToSync }: WizardStep, { sourceEntity, targetEntity }: ApplicationPair): boolean {
  return flowEntitiesToSync?.source === sourceEntity && flowEntitiesToSync.target === targetEntity;
}
