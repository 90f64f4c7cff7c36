import type { StepOf, StepType, WorkflowStep } from '@portage/workflow';
import type { ComponentType } from 'react';

/** A step of one type in the editor, with the id that survives renames. */
export type FormStep<Step extends WorkflowStep> = Step & { clientId: string };

export interface StepFormProps<Step extends WorkflowStep> {
  step: FormStep<Step>;
  /** Consecutive edits of the same `field` are one version of the history (spec EDIT-68); without a field, each is its own. */
  onChange(step: Step, field?: string): void;
  isReadOnly: boolean;
  /** A field's problem, if it may be shown already: once touched, or if the validity indicator opened the step. */
  problemOf(field: string): string | undefined;
}

export type StepForm<Type extends StepType> = ComponentType<StepFormProps<StepOf<Type>>>;
