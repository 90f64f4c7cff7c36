import type { Notify } from '@portage/ui';
import {
  collectLanes,
  deleteSteps,
  findStepPosition,
  getPositionAfter,
  laneToCopy,
  moveLane,
  pasteSteps,
  type StepLane,
  type StepPosition,
  type WorkflowStep,
} from '@portage/workflow';
import { keyOfStep } from '../../layout/node-key.ts';
import type { Direction } from '../../layout/walk.ts';
import type { EditorStore } from '../../state/editor-state.ts';
import type { CanvasActions } from '../canvas-actions.ts';
import { type CopiedSteps, keepCopied } from '../clipboard.ts';
import type { FlowStore } from '../flow-store.ts';
import { everyStep, extended, listSelectedNames, noSelection, type Selection, selectedLane, toggled } from './selection.ts';

const APART = 'These steps aren’t consecutive. Choose steps on one line to copy or move them together.';

/** People's actions on several selected steps. Each change is one version, so one Undo reverts it. */
export interface SelectionActions {
  toggle(key: string): void;
  extend(direction: Direction): void;
  selectAll(): void;
  choose(selection: Selection): void;
  clear(): void;
  /** The selected steps as a lane; null, with a message to the person, if they aren't consecutive. */
  lane(): StepLane | null;
  /** The clipboard content for the selected steps; null if they aren't consecutive. */
  copied(): CopiedSteps | null;
  duplicate(): void;
  paste(place: StepPosition, copied: CopiedSteps): void;
  move(lane: StepLane, place: StepPosition): void;
  copyTo(lane: StepLane, place: StepPosition): void;
  remove(): void;
}

interface SelectionSettings {
  flow: FlowStore;
  /** Null if the workflow is read-only. */
  editor: EditorStore | null;
  actions: CanvasActions;
  notify: Pick<Notify, 'info'>;
}

const makeId = () => crypto.randomUUID();

export function createSelectionActions({ flow, editor, actions, notify }: SelectionSettings): SelectionActions {
  const stepsNow = () => flow.getState().steps;
  const isEditable = () => editor !== null && flow.getState().isEditable;

  /** Changes the steps, then selects the steps with these names; without names, the new ones. */
  function change(next: WorkflowStep[], names?: ReadonlySet<string>): void {
    if (!editor || !isEditable()) return;
    const before = new Set(stepsNow().map(({ stepId }) => stepId));
    editor.change(next);
    const isChosen = ({ stepId }: WorkflowStep) => (names ? names.has(stepId) : !before.has(stepId));
    const chosen = editor.getState().steps.filter(isChosen);
    // Steps inside a selected step belong to it.
    const tops = new Set(collectLanes(stepsNow(), new Set(chosen.map(({ stepId }) => stepId))).flat());
    const keys = chosen.filter(({ stepId }) => tops.has(stepId)).map(keyOfStep);
    flow.set({ selection: keys.length > 1 ? new Set(keys) : noSelection });
    if (keys[0] !== undefined) actions.focus(keys[0], { reveal: true });
  }

  const selecting: SelectionActions = {
    toggle(key) {
      const { selection, openKey, stepByKey } = flow.getState();
      // The step whose form is open looks selected, so it becomes the first of a new selection.
      const isFirst = selection.size === 0 && openKey !== null && openKey !== key && stepByKey.has(openKey);
      flow.set({ selection: toggled(isFirst ? new Set([openKey]) : selection, key) });
      actions.focus(key);
    },
    extend(direction) {
      const { layout, selection, focusKey } = flow.getState();
      const further = focusKey === null ? null : extended(layout, selection, focusKey, direction);
      if (!further) return;
      flow.set({ selection: further.selection });
      actions.focus(further.to, { reveal: true });
    },
    selectAll() {
      const { layout, isEditable } = flow.getState();
      if (isEditable) flow.set({ selection: everyStep(layout) });
    },
    choose: (selection) => flow.set({ selection }),
    clear: () => flow.set({ selection: noSelection }),
    lane() {
      const lane = selectedLane(stepsNow(), flow.getState().selection);
      if (!lane) notify.info(APART);
      return lane;
    },
    copied() {
      const lane = isEditable() ? selecting.lane() : null;
      if (!lane) return null;
      const copied = copiedSteps(stepsNow(), lane);
      keepCopied(copied);
      return copied;
    },
    duplicate() {
      const lane = selecting.lane();
      const last = lane?.at(-1);
      if (lane && last !== undefined) selecting.copyTo(lane, getPositionAfter(stepsNow(), last));
    },
    paste(place, { steps, triggerName }) {
      change(pasteSteps(stepsNow(), place, steps, { makeId, triggerName }));
    },
    move(lane, place) {
      change(moveLane(stepsNow(), lane, place), new Set(lane));
    },
    copyTo(lane, place) {
      selecting.paste(place, copiedSteps(stepsNow(), lane));
    },
    remove() {
      const steps = stepsNow();
      const chosen = listSelectedNames(steps, flow.getState().selection);
      const [first] = collectLanes(steps, chosen);
      if (!editor || !isEditable() || !first) return;
      const before = findStepPosition(steps, first[0]);
      editor.change(deleteSteps(steps, chosen));
      const next = before && stepsNow().find(({ stepId }) => stepId === before.stepId);
      flow.set({ selection: noSelection });
      actions.focus(next ? keyOfStep(next) : null);
    },
  };
  return selecting;
}

/** Steps for the clipboard, with the name of the trigger that they refer to. */
function copiedSteps(steps: readonly WorkflowStep[], lane: StepLane): CopiedSteps {
  return { steps: laneToCopy(steps, lane), triggerName: steps.find(({ type }) => type === 'Trigger')?.stepId };
}
