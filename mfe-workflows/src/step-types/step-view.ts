import type { StepOf, StepType } from '@portage/workflow';
import type { LucideIcon } from 'lucide-react';

/** Where a step type is offered. Smaller positions come first; they need not be consecutive. */
export interface StepOffer {
  /** Position in the palette next to the canvas (spec EDIT-17). */
  palette?: number;
  /** Position among the simple steps of the dialog "New Step" (spec EDIT-37). */
  dialog?: number;
  /** The dialog's label, if it differs from the step type's. */
  dialogLabel?: string;
  /** Spec EDIT-18: only while impersonating. */
  isForImpersonating?: true;
}

/** Names of what steps refer to, as far as known: workflows by id, operations by operationNameKey. */
export type ReferencedNames = ReadonlyMap<string, string>;

/** Operations are keyed by connector, because each connector type has its own. */
export function operationNameKey(connectorId: string, operationId: string): string {
  return `${connectorId} ${operationId}`;
}

/** How one step type is shown, except for its form (editor/step-forms), which only the editor loads. */
export interface StepView<Type extends StepType> {
  /** One of the theme's step colors; a new one goes into both palettes of packages/ui/src/theme/palette.ts. */
  color: string;
  icon: LucideIcon;
  /** A short summary of the step for its card: "POST example.com"; empty if there is nothing to say. */
  summary(step: StepOf<Type>, names: ReferencedNames): string;
  /** True if summary and icon are enough without the step type's label. */
  isSummaryEnough: boolean;
  /** Null if it isn't offered by type. */
  offered: StepOffer | null;
  /** A warning before the step is tested by itself, because it has real effects. */
  testEffect?: string;
  /** True if the run pauses during the step, and the timeline draws it as a pause. */
  isPause?: true;
}
