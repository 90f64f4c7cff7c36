import { numbered } from './new-wizard.ts';
import type { SavedStep } from './save-step.ts';
import { getStepKind } from './step-kind.ts';
import type { Wizard } from './wizard-step.ts';

/** Removes an added integration; the first one stays. */
export function removeStep(wizard: Wizard, stepId: string): SavedStep {
  const index = wizard.steps.findIndex(({ id }) => id === stepId);
  const step = wizard.steps[index];
  const first = wizard.steps.findIndex((one) => getStepKind(one) === 'flow');
  if (!step || getStepKind(step) !== 'flow' || index === first)
    return { ok: false, message: 'Only an integration that was added can be removed.' };
  const steps = numbered(wizard.steps.filter((_, at) => at !== index));
  const activeStep = wizard.activeStep >= index ? wizard.activeStep - 1 : wizard.activeStep;
  return { ok: true, wizard: { ...wizard, steps, activeStep, isFinished: false } };
}
