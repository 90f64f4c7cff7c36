import type { StepOf, StepType } from '@portage/workflow';
import type { LucideIcon } from 'lucide-react';

/** Where a step type is offered by itself. Smaller places come first; they need not be consecutive. */
export interface StepOffer {
  /** In the palette beside the canvas (spec EDIT-17). */
  palette?: number;
  /** Among the simple steps of the dialog "New Step" (spec EDIT-37). */
  dialog?: number;
  /** The words of the dialog, if they differ from the step type's label. */
  dialogLabel?: string;
  /** Spec EDIT-18: only while impersonating. */
  isForImpersonating?: true;
}

/** Names of what steps refer to, as far as they are known: workflows by their ids, operations by operationNameKey. */
export type KnownNames = ReadonlyMap<string, string>;

/** An operation is known to a connector, because each connector type has its own. */
export function operationNameKey(connectorId: string, operationId: string): string {
  return `${connectorId} ${operationId}`;
}

/** How one step type is shown, apart from its form (editor/step-forms), which only the editor loads. */
export interface StepView<Type extends StepType> {
  /** One of the theme's step colours; a new one goes into both palettes of packages/ui/src/theme/palette.ts. */
  color: string;
  icon: LucideIcon;
  /** A short summary of the step for its card: "POST example.com"; empty while there is nothing to say. */
  summary(step: StepOf<Type>, names: KnownNames): string;
  /** True when the summary and the icon say enough without the label of the step type. */
  isSummaryEnough: boolean;
  /** Null if it is not offered by its type. */
  offered: StepOffer | null;
  /** A warning before the step is tested alone, because it has real effects. */
  testEffect?: string;
  /** True when the step's time is a pause of the run, and the timeline draws it as one. */
  isPause?: true;
}
