import type { WorkflowProblem, WorkflowStep } from '@portage/workflow';

/** Every step has a `clientId`, which stays the same when the step is renamed. */
export type EditorStep = WorkflowStep & { clientId: string };

export interface Point {
  x: number;
  y: number;
}

/** The state of one workflow's editor (spec EDIT-43). All ids are `clientId`s. */
export interface EditorState {
  steps: readonly EditorStep[];
  /** Problems that keep the workflow from running; updated a moment after the steps change. */
  problems: readonly WorkflowProblem[];
  /** Problems that don't keep the workflow from running, although it may not do what is intended. Updated like `problems`. */
  warnings: readonly WorkflowProblem[];
  selectedId: string | null;
  openId: string | null;
  /** The condition group to open in the form of an open branch; null for the branch itself. */
  openGroup: number | null;
  /** The open step was just added: its form takes the focus. */
  isOpenNew: boolean;
  canUndo: boolean;
  canRedo: boolean;
  /** Spec EDIT-59: the workflow is flagged as read-only, or has hidden steps that this person may not see. */
  isReadOnly: boolean;
  /** Hidden steps are missing here, so the workflow can't be checked as a whole. */
  hasHiddenSteps: boolean;
  /** Hidden steps are shown and may be toggled (spec EDIT-78). */
  isImpersonating: boolean;
  offset: Point;
  zoom: number;
}

/** For the canvas (spec EDIT-70). */
export const zoomLimits = { min: 0.3, max: 1, step: 0.1, default: 0.8 } as const;

export type CanvasRequest =
  | { kind: 'zoomIn' }
  | { kind: 'zoomOut' }
  | { kind: 'fit' }
  | { kind: 'search' }
  | { kind: 'shortcuts' }
  | { kind: 'overview' }
  /** Moves the canvas so that the open step's form doesn't cover its card. */
  | { kind: 'makeRoom' }
  /** Brings the step into view, selects and focuses it. */
  | { kind: 'reveal'; id: string };

export type StepsCheck = (steps: readonly WorkflowStep[]) => readonly WorkflowProblem[];

export interface EditorSettings {
  steps: readonly WorkflowStep[];
  /** The steps can't be changed, whatever they are: the workflow is active, or a version is shown. */
  isReadOnly?: boolean;
  hasHiddenSteps?: boolean;
  isImpersonating?: boolean;
  offset?: Point | undefined;
  zoom?: number | undefined;
}

/** Holds the state of one editor. Doesn't depend on React; `useEditor` reads it. */
export interface EditorStore {
  getState(): EditorState;
  subscribe(listener: () => void): () => void;
  /** Adds a version to the history, unless read-only. Consecutive edits of a `field` are one (spec EDIT-68); undone ones go (EDIT-69). */
  change(steps: readonly WorkflowStep[], edit?: { field?: string }): void;
  /** Replaces one step. Pointers to it follow its new name. A blank or taken name isn't applied, but the rest of the step is. */
  changeStep(clientId: string, step: WorkflowStep, field?: string): void;
  undo(): void;
  redo(): void;
  select(clientId: string | null): void;
  open(clientId: string | null, groupIndex?: number | null, options?: { isNew?: boolean }): void;
  /** Replaces the steps after a reload or a restored version: the history starts again. */
  replaceAll(steps: readonly WorkflowStep[]): void;
  setReadOnly(isReadOnly: boolean): void;
  setHasHiddenSteps(hasHiddenSteps: boolean): void;
  setViewport(offset: Point, zoom: number): void;
  request(request: CanvasRequest): void;
  onRequest(listener: (request: CanvasRequest) => void): () => void;
  /** Adds a check for problems or warnings, which then runs with every check; adding it again also runs the checks. */
  addCheck(check: StepsCheck, finds?: 'problem' | 'warning'): void;
  /** Stops the timer that checks for problems. */
  dispose(): void;
}
