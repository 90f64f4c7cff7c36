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

/** Names of workflows by their ids, as far as they are known. */
export type WorkflowNames = ReadonlyMap<string, string>;

/** How one step type is shown, apart from its form (editor/step-forms), which only the editor loads. */
export interface StepView<Type extends StepType> {
  /** One of the theme's step colours; a new one goes into both palettes of packages/ui/src/theme/palette.ts. */
  color: string;
  icon: LucideIcon;
  /** A short summary of the step for its card: "POST example.com"; empty while there is nothing to say. */
  summary(step: StepOf<Type>, names: WorkflowNames): string;
  /** True when the summary and the icon say enough without the label of the step type. */
  isSummaryEnough: boolean;
  /** Null if it is not offered by its type. */
  offered: StepOffer | null;
  /** A warning before the step is tested alone, because it has real effects. */
  testEffect?: string;
  /** True when the step's time is a pause of the run, and the timeline draws it as one. */
  isPause?: true;
}
