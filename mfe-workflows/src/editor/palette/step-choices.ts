import { stepLabel, stepTypes, type WorkflowStep } from '@portage/workflow';
import { stepViews } from '../../step-types/step-views.ts';
import type { NewStepChoice } from '../canvas/canvas-types.ts';

/** The entries of the palette below Connectors (spec EDIT-17, EDIT-18). */
export function paletteChoices(isImpersonating: boolean): NewStepChoice[] {
  return offeredAt('palette').flatMap(({ type, isForImpersonating }) =>
    isForImpersonating && !isImpersonating ? [] : [{ type, label: stepLabel(type) }],
  );
}

/** The simple steps of the dialog "New Step" (spec EDIT-37). */
export const dialogChoices: readonly NewStepChoice[] = offeredAt('dialog').map(({ type, dialogLabel }) => ({
  type,
  label: dialogLabel ?? stepLabel(type),
}));

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
