import { placeOf } from '@portage/workflow';
import { parseKey } from '../layout/node-key.ts';
import { type Direction, walkFlow } from '../layout/walk.ts';
import type { CanvasRequest } from '../state/editor-state.ts';
import type { CanvasActions } from './canvas-actions.ts';
import type { Dragging } from './dragging.ts';
import type { FlowStore } from './flow-store.ts';

export interface KeySettings {
  flow: FlowStore;
  actions: CanvasActions;
  dragging: Dragging;
  request: (request: CanvasRequest) => void;
  undo: () => void;
  redo: () => void;
  save: (() => void) | undefined;
  onDelete: (stepId: string) => void;
  onDeleteGroup: (stepId: string, groupIndex: number) => void;
}

const ADD_KEYS: readonly string[] = ['a', 'A', 'Insert'];
const arrows: Partial<Record<string, Direction>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };

/** The parts of a key event that decide what the key does. */
export type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * Keys that work everywhere in the editor: undo, redo and search outside fields, saving also inside them.
 *
 * @returns whether the key was taken.
 */
export function takeEditorKey(key: Key, isInField: boolean, { request, undo, redo, save }: KeySettings): boolean {
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

/** Keys of the canvas itself. @returns whether the key was taken. */
export function takeCanvasKey(key: Key, settings: KeySettings): boolean {
  const { flow, actions, dragging, request } = settings;
  const { carry, focusKey, isEditable, layout } = flow.getState();
  if (carry) return takeCarryKey(key, dragging);
  if (key.ctrlKey || key.metaKey) {
    // Handled here: the browser would select the text of the whole page.
    if (key.key.toLowerCase() === 'a') return true;
    if (key.key.toLowerCase() !== 'd' || !focusKey || !isEditable) return false;
    const step = flow.getState().stepByKey.get(focusKey);
    if (step) actions.duplicate(step.stepId);
    return true;
  }
  if (key.altKey) return false;
  const direction = arrows[key.key];
  if (direction) {
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

function takeStepKey(key: Key, focusKey: string, { flow, actions, dragging, onDelete, onDeleteGroup }: KeySettings): boolean {
  const { stepByKey, steps, isEditable } = flow.getState();
  const node = parseKey(focusKey);
  const step = node.kind === 'end' ? undefined : stepByKey.get(node.stepKey);
  if (!step || node.kind === 'end') return false;
  const isStep = node.kind === 'step';
  if (key.key === 'Enter' || key.key === ' ') {
    if (isStep) actions.open(focusKey);
    else if (node.kind === 'group') actions.open(node.stepKey, node.group);
    else if (isEditable) flow.set({ adding: actions.placeToAdd() });
    return true;
  }
  if (!isEditable) return false;
  switch (key.key) {
    case 'a':
    case 'A':
    case 'Insert':
      flow.set({ adding: actions.placeToAdd() });
      return true;
    case 'm':
    case 'M':
      if (isStep && (placeOf(steps, step.stepId) || step.type !== 'Trigger')) {
        dragging.takeUp({ kind: 'step', key: focusKey, stepId: step.stepId, isCopy: false });
      }
      return true;
    case 'Delete':
    case 'Backspace':
      if (isStep) onDelete(step.stepId);
      else if (node.kind === 'group') onDeleteGroup(step.stepId, node.group);
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
