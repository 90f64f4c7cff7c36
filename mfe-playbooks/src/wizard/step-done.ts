import { getStepKind } from '@portage/playbooks/wizard';
import type { Playbook, Template, WizardStep } from '../playbooks/api-types.ts';
import { getAnswer, getAnswers } from './step-answers.ts';

/** Whether a saved step has everything it asks for. Pages without questions are done once the wizard is past them. */
export function isDone({ wizard, isConverted }: Playbook, { setup, applications }: Template, step: WizardStep): boolean {
  const kind = getStepKind(step);
  switch (kind) {
    case 'connector':
      return Boolean(step.connectorId);
    case 'setup': {
      const isAnswered = setup?.questions.every(({ name, isRequired }) => !isRequired || getAnswer(getAnswers(step), name) !== '') ?? true;
      return isAnswered && (!setup?.priceMapping || Boolean(step.priceMapping)) && isPast(wizard, step, isConverted);
    }
    case 'flow':
      return Boolean(
        applications && step.flowEntitiesToSync?.source && step.flowEntitiesToSync.target && step.integrationFlowAdditionalData,
      );
    case 'integrations':
      return step.stepIntegrations !== undefined;
    case 'start':
      return !step.isActive;
    case 'preview':
      return isPast(wizard, step, isConverted);
    case 'end':
      return isConverted;
    case 'store':
      return false;
    default:
      return kind satisfies never;
  }
}

function isPast({ steps, activeStep, isFinished }: Playbook['wizard'], step: WizardStep, isConverted: boolean): boolean {
  return isConverted || isFinished || steps.findIndex(({ id }) => id === step.id) < activeStep;
}
