import type { TemplateDefinition } from '../template/template-definition.ts';
import { connectorOfStep, isSuitableType } from './check-connector-step.ts';
import { firstIncomplete } from './is-complete.ts';
import { newWizard, numbered, type TemplateNames } from './new-wizard.ts';
import { getStepKind } from './step-kind.ts';
import type { Wizard, WizardStep } from './wizard-step.ts';

/** The wizard for a newer version of its template. Answers stay; if one is missing, it's open at its step. @param typeOf by connector id */
export function takeTemplate(
  definition: TemplateDefinition,
  before: Wizard,
  typeOf: (connectorId: string) => string | undefined,
  templateNames?: TemplateNames,
): Wizard {
  const fresh = newWizard(definition, templateNames);
  const flows = before.steps.filter((step) => getStepKind(step) === 'flow');
  const steps = fresh.steps.flatMap((step): WizardStep[] => {
    if (getStepKind(step) === 'flow') return flows.length > 0 ? flows : [step];
    const old = before.steps.find((one) => one.id === step.id || (getStepKind(one) === 'setup' && getStepKind(step) === 'setup'));
    if (!old) return [step];
    const { id, name, position, type, connectorTypeId, workflowTemplateId } = step;
    return [withoutUnfit({ ...old, id, name, position, type, connectorTypeId, workflowTemplateId })];
  });
  const wizard = { ...fresh, steps: numbered(steps) };
  const incomplete = firstIncomplete(definition, wizard);
  const end = wizard.steps.findIndex((step) => getStepKind(step) === 'end');
  return { ...wizard, activeStep: incomplete ?? (before.isFinished ? end : 0), isFinished: before.isFinished && incomplete === null };

  function withoutUnfit(step: WizardStep): WizardStep {
    const wanted = getStepKind(step) === 'connector' ? connectorOfStep(definition, step.id) : null;
    const typeId = step.connectorId ? typeOf(step.connectorId) : undefined;
    return wanted && typeId !== undefined && !isSuitableType(wanted, typeId) ? { ...step, connectorId: null } : step;
  }
}
