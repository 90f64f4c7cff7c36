import type { TemplateDefinition } from '../template/template-definition.ts';
import { offeredExternalIds } from './offered-external-ids.ts';
import { pairOfStep } from './pairs-of-applications.ts';
import { getStepKind } from './step-kind.ts';
import { getWrittenAnswer, type Wizard, type WizardStep } from './wizard-step.ts';

/** Whether a stored step is complete. A save stores nothing invalid, so whatever is stored counts. */
function isComplete(definition: TemplateDefinition, step: WizardStep): boolean {
  const kind = getStepKind(step);
  switch (kind) {
    case 'connector':
      return Boolean(step.connectorId);
    case 'setup':
      return isSetupComplete(definition, step);
    case 'flow':
      return isFlowComplete(definition, step);
    case 'integrations':
      return step.stepIntegrations !== undefined;
    case 'start':
    case 'preview':
    case 'end':
    case 'store':
      return true;
    default:
      return kind satisfies never;
  }
}

/** Index of the first incomplete step; null: all are complete. */
export function firstIncomplete(definition: TemplateDefinition, { steps }: Pick<Wizard, 'steps'>): number | null {
  const index = steps.findIndex((step) => !isComplete(definition, step));
  return index === -1 ? null : index;
}

function isSetupComplete({ setup }: TemplateDefinition, step: WizardStep): boolean {
  if (!setup) return true;
  if (setup.priceMapping && !step.priceMapping) return false;
  return setup.questions.every(({ name, isRequired }) => !isRequired || Boolean(getWrittenAnswer(step, name)));
}

function isFlowComplete({ applications }: TemplateDefinition, step: WizardStep): boolean {
  const pair = applications && pairOfStep(applications, step);
  if (!pair || !step.integrationFlowDirectionType || pair.additionalFields.length === 0) return false;
  const values = step.integrationFlowAdditionalData ?? {};
  const isFilled = pair.additionalFields.every(({ name, isRequired }) => !isRequired || Boolean(values[name]));
  const offered = offeredExternalIds(pair, step.integrationFlowDirectionType);
  return isFilled && (offered.length === 0 || (step.targetEntityExternalIdFields ?? []).length > 0);
}
