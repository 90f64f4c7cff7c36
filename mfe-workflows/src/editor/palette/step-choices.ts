import { isStepTypeBuilt, type StepType, type WorkflowStep } from '@portage/workflow';
import type { NewStepChoice } from '../canvas/canvas-types.ts';

/** Spec EDIT-17; Connectors are not a step type and stand first. */
const paletteTypes = [
  ['CustomScript', 'JavaScript'],
  ['Branch', 'Branch'],
  ['Loop', 'Loop'],
  ['HttpRequest', 'HTTP Request'],
  ['DataStorage', 'Data Storage'],
  ['EndStep', 'End Step'],
  ['DelayStep', 'Delay Step'],
  ['SyncStep', 'Sync Step'],
  ['GetDataStep', 'Get Data Step'],
] as const satisfies readonly (readonly [StepType, string])[];

/** Spec EDIT-18: only while impersonating. */
const dashboardTypes = [
  ['DashboardStep', 'Dashboard Step'],
  ['DashboardItemStep', 'Dashboard Item Step'],
] as const satisfies readonly (readonly [StepType, string])[];

/** Spec EDIT-37, in its words and its order. */
const dialogTypes = [
  ['CustomScript', 'JavaScript'],
  ['Branch', 'Branch'],
  ['Loop', 'Loop'],
  ['DataStorage', 'Data Storage'],
  ['HttpRequest', 'Http Request'],
  ['EndStep', 'End Step'],
  ['DelayStep', 'Delay Step'],
  ['SyncStep', 'Sync Step'],
] as const satisfies readonly (readonly [StepType, string])[];

const choiceOf = ([type, label]: readonly [StepType, string]): NewStepChoice => ({ type, label });

/** What the palette offers below Connectors. */
export function paletteChoices(isImpersonating: boolean): NewStepChoice[] {
  return [...paletteTypes, ...(isImpersonating ? dashboardTypes : [])].map(choiceOf);
}

/** The simple steps of the dialog "New Step". */
export const dialogChoices: readonly NewStepChoice[] = dialogTypes.map(choiceOf);

/** Spec EDIT-16: hidden when read-only, or when any step is an integration. */
export function showsPalette(isReadOnly: boolean, steps: readonly WorkflowStep[]): boolean {
  return !isReadOnly && !steps.some((step) => step.type === 'IntegrationStep');
}

/** What to say of a step that can be placed and kept, but not run yet. */
export function choiceHint({ type }: NewStepChoice): string | undefined {
  return isStepTypeBuilt(type) ? undefined : 'Can be designed; it cannot run in this version yet';
}

/** Whether a name has every word of a filter in it, in any order and case. */
export function hasWords(name: string, filter: string): boolean {
  const lower = name.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
