import { stepLabel, stepTypes, type WorkflowStep } from '@portage/workflow';
import { stepViews } from '../../step-types/step-views.ts';
import type { NewStepChoice } from '../canvas/canvas-types.ts';

/** The entries of the palette below Connectors (spec EDIT-17, EDIT-18). */
export function paletteChoices(isImpersonating: boolean): StepChoice[] {
  return offeredAt('palette').flatMap(({ type, isForImpersonating }) =>
    isForImpersonating && !isImpersonating ? [] : [{ type, label: stepLabel(type), line: stepViews[type].line }],
  );
}

/** The simple steps of the dialog "New Step" (spec EDIT-37). */
export const dialogChoices: readonly StepChoice[] = offeredAt('dialog').map(({ type, dialogLabel }) => ({
  type,
  label: dialogLabel ?? stepLabel(type),
  line: stepViews[type].line,
}));

export interface StepChoice extends NewStepChoice {
  /** What the step is for. */
  line: string;
}

/** The simple steps that a filter finds by label, synonyms or line; labels first, then recent ones. @param recent types, newest first */
export function findStepChoices(filter: string, recent: readonly string[]): StepChoice[] {
  const isLabelMatch = ({ label }: StepChoice) => hasWords(label, filter);
  const rank = ({ type }: StepChoice) => (recent.includes(type) ? recent.indexOf(type) : recent.length);
  return dialogChoices
    .filter(({ type, label, line }) => hasWords(`${label} ${stepViews[type].synonyms} ${line}`, filter))
    .sort((one, other) => Number(isLabelMatch(other)) - Number(isLabelMatch(one)) || rank(one) - rank(other));
}

/** The step types offered in the palette or the dialog, in order. */
function offeredAt(where: 'palette' | 'dialog') {
  return stepTypes
    .flatMap((type) => {
      const { offered } = stepViews[type];
      const place = offered?.[where];
      return place === undefined ? [] : [{ ...offered, type, place }];
    })
    .sort((one, other) => one.place - other.place);
}

/** Spec EDIT-16: hidden when read-only, or when any step is an integration. */
export function showsPalette(isReadOnly: boolean, steps: readonly WorkflowStep[]): boolean {
  return !isReadOnly && !steps.some((step) => step.type === 'IntegrationStep');
}

/** Whether a name contains every word of a filter, in any order and case. */
export function hasWords(name: string, filter: string): boolean {
  const lower = name.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
