import type { WorkflowProblem, WorkflowStep } from '@portage/workflow';

/** A step as the editor holds it: every one has its `clientId`, which stays when it is renamed. */
export type EditorStep = WorkflowStep & { clientId: string };

export interface Point {
  x: number;
  y: number;
}

/** What the editor of one workflow knows (spec EDIT-43). All ids are `clientId`s. */
export interface EditorState {
  steps: readonly EditorStep[];
  /** The problems that keep the workflow from running; follows the steps a moment after the last change. */
  problems: readonly WorkflowProblem[];
  /** Warnings: the workflow can run, but probably not as it was meant. They follow the steps as the problems do. */
  warnings: readonly WorkflowProblem[];
  selectedId: string | null;
  /** The step whose form is shown at the right. */
  openId: string | null;
  /** Of an open branch: the requested condition group; null: the branch itself. */
  openGroup: number | null;
  /** The open step was just added: its form takes the focus. */
  isOpenNew: boolean;
  canUndo: boolean;
  canRedo: boolean;
  /** Spec EDIT-59: flagged so, or with hidden steps that this person may not see. */
  isReadOnly: boolean;
  /** Some steps are hidden from this person and not here, so what is here cannot be judged alone. */
  hasHiddenSteps: boolean;
  /** Hidden steps are shown and may be toggled (spec EDIT-78). */
  isImpersonating: boolean;
  offset: Point;
  zoom: number;
}

/** Zoom of the canvas (spec EDIT-70). */
export const zoomLimits = { min: 0.3, max: 1, step: 0.1, default: 0.8 } as const;

/** Requests from outside the canvas. */
export type CanvasRequest =
  | { kind: 'zoomIn' }
  | { kind: 'zoomOut' }
  | { kind: 'fit' }
  | { kind: 'search' }
  | { kind: 'shortcuts' }
  | { kind: 'overview' }
  /** Brings the step into view, selects and focuses it. */
  | { kind: 'reveal'; id: string };

export type StepsCheck = (steps: readonly WorkflowStep[]) => readonly WorkflowProblem[];

export interface EditorSettings {
  steps: readonly WorkflowStep[];
  /** Read-only whatever the steps are: the workflow is active, a version is looked at. */
  isReadOnly?: boolean;
  hasHiddenSteps?: boolean;
  isImpersonating?: boolean;
  offset?: Point | undefined;
  zoom?: number | undefined;
}

/** Holds the state of one editor. Knows no React; `useEditor` reads it. */
export interface EditorStore {
  getState(): EditorState;
  /** Gives back the way to stop listening. */
  subscribe(listener: () => void): () => void;
  /**
   * New steps as one version of the history. Consecutive edits with the same `field` replace the last version (spec
   * EDIT-68), and a new edit after an undo drops what could be redone (EDIT-69). Does nothing while read-only.
   */
  change(steps: readonly WorkflowStep[], edit?: { field?: string }): void;
  /**
   * Replaces one step. What points to it follows its new name; a name that is blank or taken is left as it was, and
   * the rest of the step is kept.
   */
  changeStep(clientId: string, step: WorkflowStep, field?: string): void;
  undo(): void;
  redo(): void;
  select(clientId: string | null): void;
  open(clientId: string | null, groupIndex?: number | null, options?: { isNew?: boolean }): void;
  /** Steps from elsewhere (reload, restored version): the history starts again. */
  replaceAll(steps: readonly WorkflowStep[]): void;
  setReadOnly(isReadOnly: boolean): void;
  /** Whether the server keeps steps from this person. */
  setHasHiddenSteps(hasHiddenSteps: boolean): void;
  setViewport(offset: Point, zoom: number): void;
  /** Asks the canvas for something, e.g. from the toolbar. */
  request(request: CanvasRequest): void;
  onRequest(listener: (request: CanvasRequest) => void): () => void;
  /** A further look for problems or warnings, from now on with every look. Given again, it looks again. */
  addCheck(check: StepsCheck, finds?: 'problem' | 'warning'): void;
  /** Stops the timer of the problems. */
  dispose(): void;
}
