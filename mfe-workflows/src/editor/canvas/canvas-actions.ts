import {
  canCopy,
  canMove,
  collectDescendantNames,
  copyStep,
  deleteStep,
  findStepPosition,
  getPositionAfter,
  insertStep,
  moveStep,
  newStep,
  pasteSteps,
  type StepPosition,
  stepsToCopy,
  type WorkflowStep,
} from '@portage/workflow';
import { getStepKey, keyOfStep, makeKey, parseKey } from '../layout/node-key.ts';
import type { EditorStep, EditorStore } from '../state/editor-state.ts';
import { withOperation } from '../step-forms/connector/operation-changes.ts';
import type { NewStepChoice } from './canvas-types.ts';
import { type CopiedSteps, keepCopied } from './clipboard.ts';
import type { FlowStore } from './flow-store.ts';
import { unfoldAround } from './folding/fold-actions.ts';
import { rememberChoice } from './recent-choices.ts';
import { noSelection } from './selection/selection.ts';

/** People's actions on the canvas. Every change of the workflow goes through the editor's store, as one version. */
export interface CanvasActions {
  open(key: string, groupIndex?: number | null): void;
  /** Moves the arrow-key focus; `reveal` also brings the element into view and focuses it. */
  focus(key: string | null, options?: { reveal?: boolean }): void;
  /** Opens the form of the new step, which takes the focus; after a drag the focus stays on the canvas. */
  add(place: StepPosition, choice: NewStepChoice, options?: { isDragged?: boolean }): void;
  /** Where to add a step that was chosen without a place: at the focus, otherwise at the end of the flow. */
  placeToAdd(): StepPosition | null;
  move(stepId: string, place: StepPosition): void;
  copyTo(stepId: string, place: StepPosition): void;
  duplicate(stepId: string): void;
  paste(place: StepPosition, copied: CopiedSteps): void;
  remove(stepId: string): void;
  toggleHidden(key: string): void;
  /** The text that copying a step puts on the clipboard; null if copying is forbidden. */
  copied(key: string): CopiedSteps | null;
}

const makeId = () => crypto.randomUUID();
const now = () => new Date();

export interface ActionSettings {
  flow: FlowStore;
  /** Null if the workflow is read-only. */
  editor: EditorStore | null;
  onOpen: (step: WorkflowStep, groupIndex: number | null, isNew: boolean) => void;
}

export function createCanvasActions({ flow, editor, onOpen }: ActionSettings): CanvasActions {
  const isEditable = () => editor !== null && flow.getState().isEditable;
  const stepsNow = () => flow.getState().steps;

  /** Changes the steps. @returns the step with that name; undefined if there is none */
  function change(steps: WorkflowStep[], stepId: string | null): EditorStep | undefined {
    if (!editor || !isEditable()) return undefined;
    editor.change(steps);
    return editor.getState().steps.find((one) => one.stepId === stepId);
  }

  function changeAndGoTo(steps: WorkflowStep[], stepId: string | null): void {
    const step = change(steps, stepId);
    if (step) actions.focus(step.clientId, { reveal: true });
  }

  function addedName(before: readonly WorkflowStep[], after: readonly WorkflowStep[]): string | null {
    const names = new Set(before.map((step) => step.stepId));
    return after.find((step) => !names.has(step.stepId))?.stepId ?? null;
  }

  const actions: CanvasActions = {
    open(key, groupIndex = null) {
      const step = flow.getState().stepByKey.get(key);
      if (step) onOpen(step, groupIndex, false);
    },
    focus(key, { reveal = false } = {}) {
      if (key !== null && reveal) unfoldAround(flow, getStepKey(key));
      const { focusRequest } = flow.getState();
      flow.set({ focusKey: key, ...(reveal ? { focusRequest: focusRequest + 1 } : {}) });
      if (editor) editor.select(key === null ? null : getStepKey(key));
    },
    add(place, choice, { isDragged = false } = {}) {
      const steps = stepsNow();
      const { type, label: _label, operation, ...options } = choice;
      const names = steps.map(({ stepId }) => stepId);
      const step = newStep(type, names, { makeId, now }, { ...options, ...(operation ? { action: operation.name } : {}) });
      const inserted = insertStep(steps, place, step);
      const added = change(operation ? withOperation(inserted, step.stepId, operation, makeId) : inserted, step.stepId);
      if (!added) return;
      rememberChoice(choice);
      // If the card took the focus, the form that opens would lose it.
      actions.focus(added.clientId, { reveal: isDragged });
      onOpen(added, null, !isDragged);
    },
    placeToAdd() {
      const { focusKey, layout, stepByKey, steps } = flow.getState();
      const plus = focusKey === null ? undefined : layout.pluses.find(({ key }) => key === toPlusKey(focusKey));
      if (plus) return plus.place;
      const focused = focusKey === null ? undefined : stepByKey.get(focusKey);
      if (focused && layout.chainOf.has(keyOfStep(focused)) && !(focused.type === 'EndStep' && !focused.nextStepId)) {
        return getPositionAfter(steps, focused.stepId);
      }
      return findEndPosition(flow);
    },
    move(stepId, place) {
      if (canMove(stepsNow(), stepId, place)) changeAndGoTo(moveStep(stepsNow(), stepId, place), stepId);
      flow.set({ cut: noSelection });
    },
    copyTo(stepId, place) {
      const steps = stepsNow();
      if (!canCopy(steps, stepId, place)) return;
      const copied = copyStep(steps, stepId, place, { makeId });
      changeAndGoTo(copied, addedName(steps, copied));
    },
    duplicate(stepId) {
      const steps = stepsNow();
      const unit = stepUnit(steps, stepId);
      if (!unit) return;
      const pasted = pasteSteps(steps, getPositionAfter(steps, stepId), unit, { makeId });
      changeAndGoTo(pasted, addedName(steps, pasted));
    },
    paste(place, copied) {
      const steps = stepsNow();
      const pasted = pasteSteps(steps, place, copied.steps, { makeId, triggerName: copied.triggerName });
      changeAndGoTo(pasted, addedName(steps, pasted));
    },
    remove(stepId) {
      const steps = stepsNow();
      const at = findStepPosition(steps, stepId);
      const gone = collectDescendantNames(steps, stepId);
      if (!isEditable()) return;
      editor?.change(deleteStep(steps, stepId));
      const next = at && !gone.has(at.stepId) ? stepsNow().find((step) => step.stepId === at.stepId) : undefined;
      actions.focus(next ? keyOfStep(next) : null);
    },
    toggleHidden(key) {
      const step = flow.getState().stepByKey.get(key);
      if (step && isEditable()) editor?.changeStep(key, { ...step, isHiddenFromCustomer: !step.isHiddenFromCustomer });
    },
    copied(key) {
      const step = flow.getState().stepByKey.get(key);
      const unit = step && isEditable() ? stepUnit(stepsNow(), step.stepId) : null;
      if (!unit) return null;
      const copied = { steps: unit, triggerName: stepsNow().find(({ type }) => type === 'Trigger')?.stepId };
      keepCopied(copied);
      return copied;
    },
  };
  return actions;
}

function stepUnit(steps: readonly WorkflowStep[], stepId: string): WorkflowStep[] | null {
  return canCopy(steps, stepId) ? stepsToCopy(steps, stepId) : null;
}

/** Converts the key of a group's pill to the key of the plus at the group's start; a plus keeps its key. */
function toPlusKey(key: string): string {
  const node = parseKey(key);
  return node.kind === 'group' ? makeKey({ ...node, kind: 'groupStart' }) : key;
}

/** The end of the main chain, or the place before its end step. */
function findEndPosition(flow: FlowStore): StepPosition | null {
  const { layout, stepByKey, steps } = flow.getState();
  const main = layout.chains[0]?.keys ?? [];
  for (let at = main.length - 1; at >= 0; at -= 1) {
    const step = stepByKey.get(main[at] ?? '');
    if (step && !(step.type === 'EndStep' && !step.nextStepId)) return getPositionAfter(steps, step.stepId);
  }
  return null;
}
