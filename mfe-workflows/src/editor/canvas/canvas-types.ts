import type { RunStatus } from '@portage/contracts';
import type { Place, StepLane, StepType, WorkflowStep } from '@portage/workflow';

/** Design: edited here; run: coloured by what a run did; version: looked at. */
export type CanvasMode = 'design' | 'run' | 'version';

/** The result of a step in a run; shown on its card. */
export interface StepRunState {
  status: RunStatus;
  durationMs?: number | null;
  /** How often it ran, where that is more than once. */
  count?: number;
}

export type StatusOf = (step: WorkflowStep) => StepRunState | undefined;

/** A step that is about to be made, as the palette and the dialog offer it. */
export interface NewStepChoice {
  type: StepType;
  label: string;
  connectorTypeId?: string;
  implementationType?: string;
}

/** Several chosen steps that are carried as one. */
export interface CarriedLane {
  names: StepLane;
  keys: ReadonlySet<string>;
}

/** The step that is being moved to a new place: by pointer, or by keys and the menu. */
export interface Carry {
  what:
    | { kind: 'step'; key: string; stepId: string; isCopy: boolean; lane?: CarriedLane | undefined }
    | { kind: 'new'; choice: NewStepChoice };
  by: 'pointer' | 'keys';
  /** Keys of the pluses where it may come. */
  allowed: ReadonlySet<string>;
  /** The plus that it would come to now. */
  target: string | null;
}

/** Where a menu is open, in pixels of the window. */
export interface MenuPlace {
  key: string;
  x: number;
  y: number;
}

/** A place where a new step was asked for. */
export type AddingPlace = Place;
