import { type History, record, redo, startHistory, undo } from '@portage/primitives/history';
import { createStore } from '@portage/primitives/store';
import {
  hasHidden,
  isReadOnlyFor,
  normalizeSteps,
  pointToRenamed,
  validateWorkflow,
  type WorkflowStep,
  workflowWarnings,
} from '@portage/workflow';
import {
  type CanvasRequest,
  type EditorSettings,
  type EditorState,
  type EditorStep,
  type EditorStore,
  type StepsCheck,
  zoomLimits,
} from './editor-state.ts';

/** Problems are checked once nothing was typed for this long: validating 1,000 steps takes longer than a key may. */
const PROBLEM_DELAY_MS = 150;

const makeId = () => crypto.randomUUID();

export function createEditorStore(settings: EditorSettings): EditorStore {
  let history: History<readonly EditorStep[]> = startHistory(identified(settings.steps));
  let isFlaggedReadOnly = settings.isReadOnly ?? false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const requestListeners = new Set<(request: CanvasRequest) => void>();
  const isImpersonating = settings.isImpersonating ?? false;
  const checks = { problem: new Set<StepsCheck>([validateWorkflow]), warning: new Set<StepsCheck>([workflowWarnings]) };
  let areStepsMissing = settings.hasHiddenSteps ?? false;

  /** Steps are missing for customers if the server omits hidden ones. Admins get them, and the canvas hides them. */
  function lockOf(steps: readonly EditorStep[]): { hasHiddenSteps: boolean; isReadOnly: boolean } {
    const hasHiddenSteps = !isImpersonating && (areStepsMissing || steps.some(hasHidden));
    return { hasHiddenSteps, isReadOnly: isReadOnlyFor({ isReadOnlyFlag: isFlaggedReadOnly, hasHiddenSteps, isImpersonating }) };
  }
  /** Finds nothing if steps are missing here: then only the server can check the workflow. */
  function foundIn(steps: readonly EditorStep[]): Pick<EditorState, 'problems' | 'warnings'> {
    if (areStepsMissing) return { problems: [], warnings: [] };
    const look = (of: Set<StepsCheck>) => [...of].flatMap((check) => check(steps));
    return { problems: look(checks.problem), warnings: look(checks.warning) };
  }

  const {
    get: getState,
    set: replace,
    subscribe,
  } = createStore<EditorState>({
    steps: history.present,
    ...foundIn(history.present),
    selectedId: null,
    openId: null,
    openGroup: null,
    isOpenNew: false,
    canUndo: false,
    canRedo: false,
    ...lockOf(history.present),
    isImpersonating,
    offset: settings.offset ?? { x: 0, y: 0 },
    zoom: clampZoom(settings.zoom ?? zoomLimits.default),
  });

  function set(changes: Partial<EditorState>): void {
    replace({ ...getState(), ...changes });
  }

  function scheduleProblems(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const found = foundIn(getState().steps);
      // Mostly nothing new is found, and then nothing is drawn again.
      if (!isSame(found, getState())) set(found);
    }, PROBLEM_DELAY_MS);
  }

  /** Shows the current version. A step that it doesn't have is deselected and closed. */
  function show(next: History<readonly EditorStep[]>): void {
    history = next;
    const steps = next.present;
    const has = (id: string | null) => id !== null && steps.some((step) => step.clientId === id);
    const isOpen = has(getState().openId);
    set({
      steps,
      ...lockOf(steps),
      canUndo: next.past.length > 0,
      canRedo: next.future.length > 0,
      selectedId: has(getState().selectedId) ? getState().selectedId : null,
      openId: isOpen ? getState().openId : null,
      openGroup: isOpen ? getState().openGroup : null,
    });
    scheduleProblems();
  }

  const store: EditorStore = {
    getState,
    subscribe,
    change(steps, edit) {
      if (getState().isReadOnly || steps === getState().steps) return;
      show(record(history, identified(steps), edit?.field ?? null));
    },
    changeStep(clientId, step, field) {
      const before = getState().steps.find((one) => one.clientId === clientId);
      if (!before) return;
      const named = { ...step, clientId, stepId: freeName(step.stepId, before, getState().steps) };
      const renamed = pointToRenamed(getState().steps, before.stepId, named.stepId);
      store.change(
        renamed.map((one) => (one.clientId === clientId ? named : one)),
        field === undefined ? {} : { field: `${clientId}/${field}` },
      );
    },
    undo() {
      if (!getState().isReadOnly && getState().canUndo) show(undo(history));
    },
    redo() {
      if (!getState().isReadOnly && getState().canRedo) show(redo(history));
    },
    select(clientId) {
      if (clientId !== getState().selectedId) set({ selectedId: clientId });
    },
    open(clientId, groupIndex = null, { isNew = false } = {}) {
      if (clientId === getState().openId && groupIndex === getState().openGroup) return;
      set({
        openId: clientId,
        openGroup: clientId === null ? null : groupIndex,
        isOpenNew: isNew,
        ...(clientId === null ? {} : { selectedId: clientId }),
      });
    },
    replaceAll(steps) {
      show(startHistory(identified(steps)));
    },
    setReadOnly(isReadOnly) {
      isFlaggedReadOnly = isReadOnly;
      const lock = lockOf(getState().steps);
      if (lock.isReadOnly !== getState().isReadOnly) set(lock);
    },
    setHasHiddenSteps(isSo) {
      if (isSo === areStepsMissing) return;
      areStepsMissing = isSo;
      set(lockOf(getState().steps));
      scheduleProblems();
    },
    setViewport(offset, zoom) {
      if (offset.x !== getState().offset.x || offset.y !== getState().offset.y || zoom !== getState().zoom)
        set({ offset, zoom: clampZoom(zoom) });
    },
    request(request) {
      for (const listener of requestListeners) listener(request);
    },
    onRequest(listener) {
      requestListeners.add(listener);
      return () => requestListeners.delete(listener);
    },
    addCheck(check, finds = 'problem') {
      checks[finds].add(check);
      scheduleProblems();
    },
    dispose() {
      clearTimeout(timer);
    },
  };
  return store;
}

function isSame(found: Pick<EditorState, 'problems' | 'warnings'>, { problems, warnings }: EditorState): boolean {
  return JSON.stringify(found) === JSON.stringify({ problems, warnings });
}

/** Gives every step its own id. Steps that have one stay the same object, so that they aren't drawn again. */
function identified(steps: readonly WorkflowStep[]): readonly EditorStep[] {
  const ids = new Set(steps.map((step) => step.clientId));
  if (!ids.has(undefined) && ids.size === steps.length) return steps as readonly EditorStep[];
  return normalizeSteps(steps, { makeId }) as EditorStep[];
}

function clampZoom(zoom: number): number {
  return Math.min(zoomLimits.max, Math.max(zoomLimits.min, zoom));
}

function freeName(wanted: string, before: EditorStep, steps: readonly EditorStep[]): string {
  if (wanted === before.stepId) return wanted;
  return wanted.trim() === '' || steps.some((step) => step.stepId === wanted) ? before.stepId : wanted;
}
