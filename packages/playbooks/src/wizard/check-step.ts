import { scheduleProblems } from '@portage/workflow';
import type { TemplateDefinition } from '../template/template-definition.ts';
import { checkConnectorStep } from './check-connector-step.ts';
import { checkFlowStep } from './check-flow-step.ts';
import { checkIntegrationsStep } from './check-integrations-step.ts';
import { checkSetupStep } from './check-setup-step.ts';
import type { CheckedStep, StepFacts } from './step-facts.ts';
import { getStepKind } from './step-kind.ts';
import { type StepAnswers, type StepSchedule, type Wizard, type WizardStep, withChosenNames } from './wizard-step.ts';

/** Merges a written step into the stored one, and checks whether it is complete. @throws UnknownFieldTypeError */
export function checkStep(
  definition: TemplateDefinition,
  { steps }: Wizard,
  before: WizardStep,
  written: StepAnswers,
  facts: StepFacts,
): CheckedStep<WizardStep> {
  const found = checkKind(definition, steps, before, written, facts);
  const checked = { ...found, step: withChosenNames(found.step, written.chosenNames ?? before.chosenNames) };
  if (written.schedule === undefined) return checked;
  const problem = written.schedule === null ? null : scheduleProblem(written.schedule);
  if (problem !== null) return { step: checked.step, problem: checked.problem ?? problem };
  const timeZone = written.schedule?.timeZone ?? (before.schedule ? before.schedule.timeZone : facts.timeZone);
  const schedule = written.schedule && { ...written.schedule, ...(timeZone === undefined ? {} : { timeZone }) };
  return { ...checked, step: { ...checked.step, schedule } };
}

function checkKind(
  definition: TemplateDefinition,
  steps: readonly WizardStep[],
  before: WizardStep,
  written: StepAnswers,
  facts: StepFacts,
): CheckedStep<WizardStep> {
  const kind = getStepKind(before);
  switch (kind) {
    case 'connector':
      return checkConnectorStep(definition, before, written, facts);
    case 'setup':
      return checkSetupStep(definition, before, written, facts);
    case 'flow':
      return definition.applications
        ? checkFlowStep(definition.applications, steps, before, written, facts)
        : { step: before, problem: 'This template has no integration applications any more.' };
    case 'integrations':
      return checkIntegrationsStep(before, written, facts);
    case 'start':
    case 'preview':
    case 'end':
    case 'store':
      return { step: before, problem: null };
    default:
      return kind satisfies never;
  }
}

function scheduleProblem({ frequency, period, startAt, timeZone = 'UTC' }: StepSchedule): string | null {
  const [problem] = scheduleProblems({ period: period ?? 'Minute', startAt, timeZone, ...(frequency === null ? {} : { frequency }) });
  return problem?.message ?? null;
}
