import { listNeededAnswers } from '../template/check-questions.ts';
import type { TemplateDefinition } from '../template/template-definition.ts';
import { getStepKind } from './step-kind.ts';
import { getWrittenAnswer, type WizardStep, withAnswer, withChosenNames } from './wizard-step.ts';

/** Removes a replaced connector's answers: an account's ids mean nothing in another. @param connector its key in the template */
export function forgetConnectorAnswers(definition: TemplateDefinition, steps: readonly WizardStep[], connector: string): WizardStep[] {
  return steps.map((step) => {
    const kind = getStepKind(step);
    if (kind === 'setup') return withChosenNames(forgetInSetup(definition, step, connector), step.chosenNames);
    if (kind === 'flow') return withChosenNames(forgetInFlow(definition, step, connector), step.chosenNames);
    if (kind === 'integrations') {
      const { stepIntegrations: _, ...rest } = step;
      return rest;
    }
    return step;
  });
}

function forgetInSetup({ setup }: TemplateDefinition, step: WizardStep, connector: string): WizardStep {
  if (!setup) return step;
  const { netSuiteConnector, salesForceConnector } = setup.priceMapping ?? {};
  const withoutPrices = [netSuiteConnector, salesForceConnector].includes(connector) ? { ...step, priceMapping: null } : step;
  const gone = new Set(setup.questions.filter((question) => question.connector === connector).map(({ name }) => name));
  // Answers that depended on those are removed, too.
  for (let count = -1; count < gone.size; ) {
    count = gone.size;
    for (const question of setup.questions) {
      if (question.lookup && listNeededAnswers(question).some((name) => gone.has(name))) gone.add(question.name);
    }
  }
  return [...gone].reduce((one, name) => (getWrittenAnswer(one, name) === undefined ? one : withAnswer(one, name, null)), withoutPrices);
}

function forgetInFlow({ applications }: TemplateDefinition, step: WizardStep, connector: string): WizardStep {
  const fields = (applications?.pairs ?? []).flatMap(({ additionalFields }) => additionalFields);
  const gone = new Set(fields.filter((field) => field.connector === connector && field.type === 'custom').map(({ name }) => name));
  const values = step.integrationFlowAdditionalData;
  if (!values || gone.size === 0) return step;
  const kept = Object.entries(values).map(([name, value]) => [name, gone.has(name) ? null : value]);
  return { ...step, integrationFlowAdditionalData: Object.fromEntries(kept) };
}
