import { createStore } from '@portage/primitives/store';
import type { WorkflowStep } from '@portage/workflow';
import type { ReferencedNames } from '../../step-types/step-view.ts';
import type { LaidOutFlow } from '../layout/laid-out-flow.ts';
import { layoutFlow } from '../layout/layout-flow.ts';
import { keyOfStep } from '../layout/node-key.ts';
import { hasSameStructure } from '../layout/same-structure.ts';
import type { AddingPosition, CanvasMode, Carry, MenuPosition, StatusOf } from './canvas-types.ts';
import { isOverviewWanted } from './overview/overview-choice.ts';
import { noSelection, type Selection, stillThere } from './selection/selection.ts';

/** The state of the canvas, without the workflow itself. All keys are layout keys. */
export interface FlowState {
  mode: CanvasMode;
  steps: readonly WorkflowStep[];
  stepByKey: ReadonlyMap<string, WorkflowStep>;
  layout: LaidOutFlow;
  /** The first problem of each step, by its name. */
  problems: ReadonlyMap<string, string>;
  statusOf: StatusOf | null;
  knownNames: ReferencedNames;
  isEditable: boolean;
  showsHidden: boolean;
  /** Keys of folded loops and branches, some of which may no longer exist. */
  folded: ReadonlySet<string>;
  /** The focus of the arrow keys: a step, a pill or the start of a loop. */
  focusKey: string | null;
  /** Increased to move the page's focus to `focusKey`, too. */
  focusRequest: number;
  openKey: string | null;
  openGroup: number | null;
  /** Steps selected together. A single selected step is the focused one. */
  selection: Selection;
  /** Cut steps, until they are pasted. */
  cut: Selection;
  carry: Carry | null;
  menu: MenuPosition | null;
  adding: AddingPosition | null;
  isSearching: boolean;
  isShowingShortcuts: boolean;
  showsOverview: boolean;
  writingNote: string | null;
}

/** Holds the state of one canvas. Each card reads its own part, so that a change redraws one card and not a thousand. */
export interface FlowStore {
  getState(): FlowState;
  subscribe(listener: () => void): () => void;
  set(changes: Partial<FlowState>): void;
  /** Sets new steps; lays them out again only if the flow itself changed. */
  setSteps(steps: readonly WorkflowStep[]): void;
  setShowsHidden(showsHidden: boolean): void;
  setFolded(folded: ReadonlySet<string>): void;
}

export function createFlowStore(mode: CanvasMode, steps: readonly WorkflowStep[], showsHidden: boolean): FlowStore {
  const {
    get: getState,
    set: replace,
    subscribe,
  } = createStore<FlowState>({
    mode,
    steps,
    stepByKey: byKey(steps),
    layout: layoutFlow(steps, { showsHidden }),
    problems: new Map(),
    statusOf: null,
    knownNames: new Map(),
    isEditable: false,
    showsHidden,
    folded: noSelection,
    focusKey: null,
    focusRequest: 0,
    openKey: null,
    openGroup: null,
    selection: noSelection,
    cut: noSelection,
    carry: null,
    menu: null,
    adding: null,
    isSearching: false,
    isShowingShortcuts: false,
    showsOverview: isOverviewWanted(),
    writingNote: null,
  });

  const store: FlowStore = {
    getState,
    subscribe,
    set(changes) {
      const state = getState();
      const isChange = Object.entries(changes).some(([name, value]) => state[name as keyof FlowState] !== value);
      if (isChange) replace({ ...state, ...changes });
    },
    setSteps(next) {
      const state = getState();
      if (next === state.steps) return;
      const isSame = hasSameStructure(state.steps, next);
      const layout = isSame ? state.layout : layoutFlow(next, state);
      const stepByKey = byKey(next);
      store.set({ steps: next, stepByKey, layout, selection: stillThere(state.selection, stepByKey) });
    },
    setShowsHidden(next) {
      const state = getState();
      if (next === state.showsHidden) return;
      store.set({ showsHidden: next, layout: layoutFlow(state.steps, { ...state, showsHidden: next }) });
    },
    setFolded(next) {
      const state = getState();
      if (next === state.folded) return;
      store.set({ folded: next, layout: layoutFlow(state.steps, { ...state, folded: next }) });
    },
  };
  return store;
}

function byKey(steps: readonly WorkflowStep[]): Map<string, WorkflowStep> {
  return new Map(steps.map((step) => [keyOfStep(step), step]));
}
