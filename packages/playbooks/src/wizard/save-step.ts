import type { TemplateDefinition } from '../template/template-definition.ts';
import { checkStep } from './check-step.ts';
import { forgetConnectorAnswers } from './forget-answers.ts';
import { firstIncomplete } from './is-complete.ts';
import { flowStep, numbered } from './new-wizard.ts';
import { canAddPair } from './pairs-of-applications.ts';
import type { StepFacts } from './step-facts.ts';
import { getStepKind } from './step-kind.ts';
import type { StepAnswers, Wizard, WizardStep } from './wizard-step.ts';

const UNFINISHED = 'Finish the other steps first.';
const OUTDATED = 'This step was changed in another window. Reload the page to see the change, then enter yours again.';

/** Where a person goes when a step is saved (PB-33..36, PB-40). */
export type WizardMove = { kind: 'next' } | { kind: 'previous' } | { kind: 'jump'; index: number } | { kind: 'add' };

/** `isOutdated`: the answers were changed since the page read them. */
export type SavedStep = { ok: true; wizard: Wizard } | { ok: false; message: string; isOutdated?: true };

interface StepToSave {
  stepId: string;
  written: StepAnswers;
  move: WizardMove;
  /** The version of the answers that the person changed; absent: unknown. */
  version?: number | undefined;
}

/**
 * Saves a step and moves (PB-31). An incomplete step isn't saved and the person stays, except on the way back: then its valid answers are
 * stored.
 *
 * @throws UnknownFieldTypeError
 */
export function saveStep(
  definition: TemplateDefinition,
  wizard: Wizard,
  { stepId, written, move, version }: StepToSave,
  facts: StepFacts,
): SavedStep {
  const index = wizard.steps.findIndex(({ id }) => id === stepId);
  const before = wizard.steps[index];
  if (!before) throw new Error(`The wizard has no step ${stepId}`);
  const { step, problem } = checkStep(definition, wizard, before, written, facts);
  const isChanged = JSON.stringify(step) !== JSON.stringify(before);
  if (isChanged && version !== undefined && version !== (before.version ?? 0)) {
    return move.kind === 'previous' ? moved(definition, wizard, index, move) : { ok: false, message: OUTDATED, isOutdated: true };
  }
  if (problem !== null && move.kind !== 'previous') return refused(problem);
  const steps = replaced(definition, wizard.steps, index, isChanged ? { ...step, version: (before.version ?? 0) + 1 } : step);
  return moved(definition, { ...wizard, steps }, index, move);
}

/** Goes to the previous step without saving this one. @param stepId of a step of this wizard */
export function goBack(definition: TemplateDefinition, wizard: Wizard, stepId: string): SavedStep {
  const index = wizard.steps.findIndex(({ id }) => id === stepId);
  return moved(definition, wizard, index, { kind: 'previous' });
}

function replaced(definition: TemplateDefinition, steps: readonly WizardStep[], index: number, step: WizardStep): WizardStep[] {
  const before = steps[index];
  const after = steps.map((one, at) => (at === index ? step : one));
  const hadOther = before && getStepKind(before) === 'connector' && before.connectorId && before.connectorId !== step.connectorId;
  return hadOther ? forgetConnectorAnswers(definition, after, step.id.slice('connector-'.length)) : after;
}

function moved(definition: TemplateDefinition, wizard: Wizard, index: number, move: WizardMove): SavedStep {
  const { steps } = wizard;
  const end = steps.findIndex((step) => getStepKind(step) === 'end');
  const incomplete = firstIncomplete(definition, wizard);
  switch (move.kind) {
    case 'previous':
      return arrived(wizard, Math.max(0, Math.min(index, end + 1) - 1), incomplete);
    case 'jump': {
      const target = steps[move.index];
      if (!target || getStepKind(target) === 'store') return refused('This step does not exist.');
      if (move.index === end && !(wizard.isFinished && incomplete === null)) return refused(UNFINISHED);
      return arrived(wizard, move.index, incomplete);
    }
    case 'add':
      return added(definition, wizard, end);
    case 'next': {
      if (index + 1 < end) return arrived(wizard, index + 1, incomplete);
      if (index >= end && incomplete !== null) return refused(UNFINISHED);
      if (index >= end) return arrived(wizard, Math.min(index, end), incomplete);
      // The last step with answers: the wizard is finished, or goes to an incomplete step.
      if (incomplete !== null) return arrived(wizard, incomplete, incomplete);
      return arrived({ ...wizard, isFinished: true }, end, incomplete);
    }
    default:
      return move satisfies never;
  }
}

/** Spec PB-32: the start page is active until the person leaves it. */
function arrived(wizard: Wizard, activeStep: number, incomplete: number | null): SavedStep {
  const steps = wizard.steps.map((step, at) => {
    if (getStepKind(step) !== 'start') return step;
    const isActive = at === activeStep;
    return step.isActive === isActive ? step : { ...step, isActive };
  });
  return { ok: true, wizard: { ...wizard, steps, activeStep, isFinished: wizard.isFinished && incomplete === null } };
}

function added(definition: TemplateDefinition, wizard: Wizard, end: number): SavedStep {
  if (!canAddStep(definition, wizard)) return refused('Every integration that this template offers has already been added.');
  const numbers = wizard.steps.filter((step) => getStepKind(step) === 'flow').map(({ id }) => Number(id.slice('flow-'.length)));
  const step = flowStep(Math.max(0, ...numbers) + 1);
  const steps = numbered([...wizard.steps.slice(0, end), step, ...wizard.steps.slice(end)]);
  return arrived({ ...wizard, steps }, end, end);
}

/** Whether another integration can be added (spec PB-40, PB-41). */
export function canAddStep({ applications }: TemplateDefinition, { steps }: Pick<Wizard, 'steps'>): boolean {
  return applications !== undefined && canAddPair(applications, steps);
}

function refused(message: string): SavedStep {
  return { ok: false, message };
}
