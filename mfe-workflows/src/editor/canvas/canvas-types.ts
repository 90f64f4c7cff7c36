import type { OperationChoice } from '@portage/connectors/schema';
import type { RunStatus } from '@portage/contracts';
import type { StepLane, StepPosition, StepType, WorkflowStep } from '@portage/workflow';

/** Design: edited here; run: colored by a run's results; version: read-only. */
export type CanvasMode = 'design' | 'run' | 'version';

export interface StepRunState {
  status: RunStatus;
  durationMs?: number | null;
  /** How many times it ran, if more than once. */
  count?: number;
}

export type StatusOf = (step: WorkflowStep) => StepRunState | undefined;

export interface NewStepChoice {
  type: StepType;
  label: string;
  connectorTypeId?: string;
  connectorId?: string;
  /** The operation of the connector; its name becomes the step's. */
  operation?: OperationChoice;
  implementationType?: string;
}

/** Several selected steps that are carried together, in order. */
export interface CarriedLane {
  names: StepLane;
  keys: ReadonlySet<string>;
}

export interface Carry {
  what:
    | { kind: 'step'; key: string; stepId: string; isCopy: boolean; lane?: CarriedLane | undefined }
    | { kind: 'new'; choice: NewStepChoice };
  by: 'pointer' | 'keys';
  /** Keys of the pluses where it may be dropped. */
  allowed: ReadonlySet<string>;
  target: string | null;
}

/** Where a menu opens, in window pixels. */
export interface MenuPosition {
  key: string;
  x: number;
  y: number;
}

export type AddingPosition = StepPosition;
