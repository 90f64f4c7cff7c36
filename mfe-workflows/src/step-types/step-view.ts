import type { StepOf, StepType } from '@portage/workflow';
import type { LucideIcon } from 'lucide-react';

/** Where a step type is offered. Smaller positions come first; they need not be consecutive. */
export interface StepOffer {
  /** Position in the palette next to the canvas (spec EDIT-17). */
  palette?: number;
  /** Position among the simple steps of the dialog "New Step" (spec EDIT-37). */
  dialog?: number;
  /** The label in the dialog, if it differs from the step type's. */
  dialogLabel?: string;
  /** Offered only while impersonating (spec EDIT-18). */
  isForImpersonating?: true;
}

/** Names of what steps refer to, as far as known: workflows and connectors by id, operations by operationNameKey. */
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
  /** One line for people who choose a step. */
  line: string;
  /** More words that find the type, separated by blanks. */
  synonyms: string;
  /** What the step does, in a sentence without code: "POST example.com/orders"; empty if there is nothing to say. */
  describe(step: StepOf<Type>, names: ReferencedNames): string;
  /** The card needs the step type's label before the sentence. */
  isLabelNeeded?: true;
  /** Null if it isn't offered by its type. */
  offered: StepOffer | null;
  /**
   * What a test of this step changes outside its run; null: nothing. Without it, a test has no effect.
   *
   * @param operation the connector's, once it is known
   */
  testEffect?(step: StepOf<Type>, operation: { httpMethod?: string; graphQlQuery?: string } | undefined): string | null;
  /** The run pauses during the step, and the timeline draws it as a pause. */
  isPause?: true;
}
