import type { TemplateDefinition } from '../template/template-definition.ts';
import { connectorOfStep, isTypeOf } from './check-connector-step.ts';
import { firstIncomplete } from './is-complete.ts';
import { newWizard, numbered, type TemplateNames } from './new-wizard.ts';
import { kindOf } from './step-kind.ts';
import type { Wizard, WizardStep } from './wizard-step.ts';

/**
 * The wizard for a newer version of its template. Answers stay; if one is missing, the wizard is open again at its step.
 *
 * @param typeOf the type of a connector by id
 */
export function takeTemplate(
  definition: TemplateDefinition,
  before: Wizard,
  typeOf: (connectorId: string) => string | undefined,
  templateNames?: TemplateNames,
): Wizard {
  const fresh = newWizard(definition, templateNames);
  const flows = before.steps.filter((step) => kindOf(step) === 'flow');
  const steps = fresh.steps.flatMap((step): WizardStep[] => {
    if (kindOf(step) === 'flow') return flows.length > 0 ? flows : [step];
    const old = before.steps.find((one) => one.id === step.id || (kindOf(one) === 'setup' && kindOf(step) === 'setup'));
    if (!old) return [step];
    const { id, name, position, type, connectorTypeId, workflowTemplateId } = step;
    return [withoutUnfit({ ...old, id, name, position, type, connectorTypeId, workflowTemplateId })];
  });
  const wizard = { ...fresh, steps: numbered(steps) };
  const incomplete = firstIncomplete(definition, wizard);
  const end = wizard.steps.findIndex((step) => kindOf(step) === 'end');
  return { ...wizard, activeStep: incomplete ?? (before.isFinished ? end : 0), isFinished: before.isFinished && incomplete === null };

  function withoutUnfit(step: WizardStep): WizardStep {
    const wanted = kindOf(step) === 'connector' ? connectorOfStep(definition, step.id) : null;
    const typeId = step.connectorId ? typeOf(step.connectorId) : undefined;
    return wanted && typeId !== undefined && !isTypeOf(wanted, typeId) ? { ...step, connectorId: null } : step;
  }
}
