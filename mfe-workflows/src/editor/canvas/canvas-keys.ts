import { findStepPosition, type WorkflowStep } from '@portage/workflow';
import { parseKey } from '../layout/node-key.ts';
import { type Direction, walkFlow } from '../layout/walk.ts';
import type { CanvasRequest } from '../state/editor-state.ts';
import type { CanvasActions } from './canvas-actions.ts';
import type { Dragging } from './dragging.ts';
import type { FlowStore } from './flow-store.ts';
import type { FoldActions } from './folding/fold-actions.ts';
import type { Key } from './keys/pressed-key.ts';
import type { NoteActions } from './notes/note-actions.ts';
import { takeNoteKey } from './notes/note-keys.ts';
import type { SelectionActions } from './selection/selection-actions.ts';

export interface KeySettings {
  flow: FlowStore;
  actions: CanvasActions;
  dragging: Dragging;
  selecting: SelectionActions;
  folding: FoldActions;
  noting: NoteActions;
  request: (request: CanvasRequest) => void;
  undo: () => void;
  redo: () => void;
  save: (() => void) | undefined;
  onDelete: (stepId: string) => void;
  /** @returns whether the key was handled */
  onStepKey?: ((key: string, step: WorkflowStep) => boolean) | undefined;
  onDeleteGroup: (stepId: string, groupIndex: number) => void;
  onDeleteSelection: () => void;
}

const ADD_KEYS: readonly string[] = ['a', 'A', 'Insert'];
const arrows: Partial<Record<string, Direction>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };

/** Handles undo, redo and search outside fields, and saving everywhere. @returns whether the key was handled */
export function takeEditorKey(key: Key, isInField: boolean, { flow, selecting, request, undo, redo, save }: KeySettings): boolean {
  if (key.key === 'Escape' && !isInField && flow.getState().selection.size > 0) {
    selecting.clear();
    return true;
  }
  if (!(key.ctrlKey || key.metaKey) || key.altKey) return false;
  const letter = key.key.toLowerCase();
  if (letter === 's' && save) save();
  else if (isInField) return false;
  else if (letter === 'z') key.shiftKey ? redo() : undo();
  else if (letter === 'y') redo();
  else if (letter === 'f') request({ kind: 'search' });
  else return false;
  return true;
}

/** @returns whether the key was handled */
export function takeCanvasKey(key: Key, settings: KeySettings): boolean {
  const { flow, actions, dragging, selecting, folding, noting, request } = settings;
  const { carry, focusKey, isEditable, layout, selection } = flow.getState();
  if (carry) return takeCarryKey(key, dragging);
  if (focusKey !== null && takeNoteKey(key, focusKey, noting)) return true;
  if (selection.size > 1 && takeSelectionKey(key, settings)) return true;
  if (key.ctrlKey || key.metaKey) {
    // Handled in every mode: otherwise the browser would select the whole page's text.
    if (key.key.toLowerCase() === 'a') {
      selecting.selectAll();
      return true;
    }
    if (key.key.toLowerCase() !== 'd' || !focusKey || !isEditable) return false;
    const step = flow.getState().stepByKey.get(focusKey);
    if (step) actions.duplicate(step.stepId);
    return true;
  }
  if (key.altKey) return false;
  const direction = arrows[key.key];
  if (direction && key.shiftKey && isEditable) {
    selecting.extend(direction);
    return true;
  }
  if (direction) {
    selecting.clear();
    const walk = walkFlow(layout);
    const next = focusKey === null ? walk.first() : walk.step(focusKey, direction);
    if (next !== null) actions.focus(next, { reveal: true });
    return true;
  }
  switch (key.key) {
    case 'Home':
      actions.focus(walkFlow(layout).first(), { reveal: true });
      return true;
    case 'End':
      actions.focus(walkFlow(layout).last(), { reveal: true });
      return true;
    case 'f':
    case 'F':
    case '/':
      request({ kind: 'search' });
      return true;
    case '?':
      request({ kind: 'shortcuts' });
      return true;
    case 'o':
    case 'O':
      request({ kind: 'overview' });
      return true;
    case 'c':
    case 'C':
      if (key.shiftKey) folding.toggleAll();
      else if (focusKey !== null) folding.toggle(focusKey);
      return true;
    case '0':
      request({ kind: 'fit' });
      return true;
    case '+':
    case '=':
      request({ kind: 'zoomIn' });
      return true;
    case '-':
      request({ kind: 'zoomOut' });
      return true;
    default:
      if (focusKey !== null) return takeStepKey(key, focusKey, settings);
      if (!isEditable || !ADD_KEYS.includes(key.key)) return false;
      // No step has the focus, so the new one goes to the end.
      flow.set({ adding: actions.placeToAdd() });
      return true;
  }
}

/** @returns whether the key was handled */
function takeSelectionKey(key: Key, { flow, dragging, selecting, onDeleteSelection }: KeySettings): boolean {
  const { focusKey, stepByKey, selection } = flow.getState();
  if (key.ctrlKey || key.metaKey) {
    if (key.key.toLowerCase() !== 'd') return false;
    selecting.duplicate();
    return true;
  }
  const [first = ''] = selection;
  const carried = focusKey !== null && selection.has(focusKey) ? focusKey : first;
  switch (key.key) {
    case 'Escape':
      selecting.clear();
      return true;
    case 'Delete':
    case 'Backspace':
      onDeleteSelection();
      return true;
    case 'm':
    case 'M':
      dragging.takeUp({ kind: 'step', key: carried, stepId: stepByKey.get(carried)?.stepId ?? '', isCopy: false });
      return true;
    default:
      return false;
  }
}

function takeStepKey(
  key: Key,
  focusKey: string,
  { flow, actions, dragging, noting, onDelete, onDeleteGroup, onStepKey }: KeySettings,
): boolean {
  const { stepByKey, steps, isEditable } = flow.getState();
  const node = parseKey(focusKey);
  const step = node.kind === 'end' ? undefined : stepByKey.get(node.stepKey);
  if (!step || node.kind === 'end') return false;
  const isStep = node.kind === 'step';
  if (key.key === 'Enter' || key.key === ' ') {
    if (isStep) actions.open(focusKey);
    else if (node.kind === 'group') actions.open(node.stepKey, step.type === 'Branch' ? node.group : null);
    else if (isEditable) flow.set({ adding: actions.placeToAdd() });
    return true;
  }
  if (isStep && onStepKey?.(key.key, step)) return true;
  if (!isEditable) return false;
  switch (key.key) {
    case 'a':
    case 'A':
    case 'Insert':
      flow.set({ adding: actions.placeToAdd() });
      return true;
    case 'n':
    case 'N':
      noting.goToNotesOf(node.stepKey);
      return true;
    case 'm':
    case 'M':
      if (isStep && (findStepPosition(steps, step.stepId) || step.type !== 'Trigger')) {
        dragging.takeUp({ kind: 'step', key: focusKey, stepId: step.stepId, isCopy: false });
      }
      return true;
    case 'Delete':
    case 'Backspace':
      if (isStep) onDelete(step.stepId);
      else if (node.kind === 'group' && step.type === 'Branch') onDeleteGroup(step.stepId, node.group);
      return true;
    default:
      return false;
  }
}

function takeCarryKey(key: Key, dragging: Dragging): boolean {
  if (key.key === 'ArrowDown' || key.key === 'ArrowRight') dragging.choose(1);
  else if (key.key === 'ArrowUp' || key.key === 'ArrowLeft') dragging.choose(-1);
  else if (key.key === 'Enter' || key.key === ' ') dragging.drop();
  else if (key.key === 'Escape') dragging.cancel();
  else return false;
  return true;
}
