import type { TemplateDefinition } from '../template/template-definition.ts';
import { connectorOfStep } from './check-connector-step.ts';
import { getStepKind } from './step-kind.ts';
import { getWrittenAnswer, type StepSchedule, type Wizard, type WizardStep } from './wizard-step.ts';

/** The answers in a wizard's setup step; questions without an answer are left out. */
export function collectAnswers({ setup }: TemplateDefinition, wizard: Pick<Wizard, 'steps'>): Map<string, string> {
  const step = findSetupStep(wizard);
  const answers = new Map<string, string>();
  for (const { name } of setup?.questions ?? []) {
    const value = step ? getWrittenAnswer(step, name) : null;
    if (value) answers.set(name, value);
  }
  return answers;
}

/** Ids of the chosen connectors by the key of the template's connector. */
export function collectConnectorIds(definition: TemplateDefinition, { steps }: Pick<Wizard, 'steps'>): Map<string, string> {
  const chosen = new Map<string, string>();
  for (const step of steps) {
    const connector = getStepKind(step) === 'connector' ? connectorOfStep(definition, step.id) : null;
    if (connector && step.connectorId) chosen.set(connector.key, step.connectorId);
  }
  return chosen;
}

export function findSetupStep({ steps }: Pick<Wizard, 'steps'>): WizardStep | null {
  return steps.find((step) => getStepKind(step) === 'setup') ?? null;
}

/** The schedule of the whole playbook: that of the first step without its own workflow. */
export function findSchedule({ steps }: Pick<Wizard, 'steps'>): StepSchedule | null {
  const common = steps.filter((step) => !['flow', 'integrations'].includes(getStepKind(step)));
  return common.find(({ schedule }) => schedule)?.schedule ?? null;
}
