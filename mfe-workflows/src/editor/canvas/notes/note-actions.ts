import type { Notify } from '@portage/ui';
import { canAddNote, noteColors, type StepNote, withNote, withNoteChanged, withoutNote, workflowLimits } from '@portage/workflow';
import type { ReactFlowInstance } from '@xyflow/react';
import { findFreeBox } from '../../layout/free-place.ts';
import { getStepKey, makeKey, parseKey } from '../../layout/node-key.ts';
import { noteBox } from '../../layout/note-box.ts';
import type { EditorStep, EditorStore } from '../../state/editor-state.ts';
import type { CanvasActions } from '../canvas-actions.ts';
import type { FlowNode } from '../flow-nodes.ts';
import type { FlowStore } from '../flow-store.ts';

const TOO_MANY = `A step has at most ${workflowLimits.stepNotes} notes, and a workflow ${workflowLimits.notes}.`;

/** People's actions on notes. Each change is one version of the history; typing and repeated arrow keys extend the same version. */
export interface NoteActions {
  /** Adds a note next to a step, ready for typing. */
  add(stepKey: string): void;
  /** Adds a free note in the middle of the view, or next to the steps there. */
  addHere(): void;
  /** Focuses the first note of a step; adds one if the step has none. */
  goToNotesOf(stepKey: string): void;
  /** Moves to the next note of the same step, or from the last one to the step itself. */
  goOn(key: string): void;
  leave(key: string): void;
  write(key: string | null): void;
  setText(key: string, text: string): void;
  nextColor(key: string): void;
  change(key: string, changes: Partial<StepNote>): void;
  /** By arrow keys. */
  moveBy(key: string, x: number, y: number): void;
  growBy(key: string, width: number, height: number): void;
  remove(key: string): void;
}

interface NoteSettings {
  flow: FlowStore;
  /** Null if the workflow is read-only. */
  editor: EditorStore | null;
  actions: CanvasActions;
  notify: Pick<Notify, 'info'>;
  chart: () => ReactFlowInstance<FlowNode> | null;
  area: () => HTMLElement | null;
}

export function createNoteActions({ flow, editor, actions, notify, chart, area }: NoteSettings): NoteActions {
  function noteAt(key: string): { step: EditorStep; note: StepNote; index: number } | null {
    const node = parseKey(key);
    const step = node.kind === 'note' ? editor?.getState().steps.find(({ clientId }) => clientId === node.stepKey) : undefined;
    const note = node.kind === 'note' ? step?.notes?.[node.note] : undefined;
    return step && note && node.kind === 'note' ? { step, note, index: node.note } : null;
  }

  function change(key: string, changes: Partial<StepNote>, field?: string): void {
    const at = flow.getState().isEditable ? noteAt(key) : null;
    if (at) editor?.changeStep(at.step.clientId, withNoteChanged(at.step, at.index, changes), field && `note ${at.index} ${field}`);
  }

  function addTo(stepKey: string, note: StepNote): void {
    const step = editor?.getState().steps.find(({ clientId }) => clientId === stepKey);
    if (!step || !flow.getState().isEditable) return;
    if (!canAddNote(flow.getState().steps, step)) {
      notify.info(TOO_MANY);
      return;
    }
    editor?.changeStep(stepKey, withNote(step, note));
    const key = makeKey({ kind: 'note', stepKey, note: step.notes?.length ?? 0 });
    actions.focus(key, { reveal: true });
    noting.write(key);
  }

  const noting: NoteActions = {
    add(stepKey) {
      // Below the step's existing notes.
      const boxes = (flow.getState().stepByKey.get(stepKey)?.notes ?? []).map(noteBox);
      const below = boxes.length === 0 ? 0 : Math.max(...boxes.map((box) => box.y + box.height)) + 12;
      addTo(stepKey, { text: '', color: 'Yellow', x: noteBox({ text: '' }).x, y: below });
    },
    addHere() {
      const { layout } = flow.getState();
      const trigger = layout.cards.find(({ step }) => step.type === 'Trigger');
      const box = area()?.getBoundingClientRect();
      const instance = chart();
      if (!trigger || !box || !instance) return;
      const middle = instance.screenToFlowPosition({ x: box.left + box.width / 2, y: box.top + box.height / 2 }, { snapToGrid: false });
      const { noteWidth, noteHeight } = workflowLimits;
      const [width, height] = [noteWidth.default, noteHeight.default];
      const place = findFreeBox({ x: middle.x - width / 2, y: middle.y - height / 2, width, height }, layout);
      addTo(trigger.key, { text: '', color: 'Yellow', x: Math.round(place.x - trigger.x), y: Math.round(place.y - trigger.y) });
    },
    goToNotesOf(stepKey) {
      const notes = flow.getState().stepByKey.get(stepKey)?.notes ?? [];
      if (notes.length > 0) actions.focus(makeKey({ kind: 'note', stepKey, note: 0 }), { reveal: true });
      else noting.add(stepKey);
    },
    goOn(key) {
      const at = noteAt(key);
      if (!at) return;
      const isLast = at.index + 1 >= (at.step.notes?.length ?? 0);
      actions.focus(isLast ? at.step.clientId : makeKey({ kind: 'note', stepKey: at.step.clientId, note: at.index + 1 }), { reveal: true });
    },
    leave(key) {
      actions.focus(getStepKey(key), { reveal: true });
    },
    write(key) {
      flow.set({ writingNote: flow.getState().isEditable ? key : null });
    },
    setText: (key, text) => change(key, { text }, 'text'),
    nextColor(key) {
      const color = noteAt(key)?.note.color ?? 'Yellow';
      change(key, { color: noteColors[(noteColors.indexOf(color) + 1) % noteColors.length] ?? 'Yellow' }, 'color');
    },
    change: (key, changes) => change(key, changes),
    moveBy(key, x, y) {
      const at = noteAt(key);
      if (!at) return;
      const box = noteBox(at.note);
      change(key, { x: box.x + x, y: box.y + y }, 'place');
      actions.focus(key, { reveal: true });
    },
    growBy(key, width, height) {
      const at = noteAt(key);
      if (!at) return;
      const box = noteBox(at.note);
      change(key, { x: box.x, width: box.width + width, height: box.height + height }, 'size');
    },
    remove(key) {
      const at = flow.getState().isEditable ? noteAt(key) : null;
      if (!at) return;
      flow.set({ writingNote: null });
      editor?.changeStep(at.step.clientId, withoutNote(at.step, at.index));
      actions.focus(at.step.clientId, { reveal: true });
    },
  };
  return noting;
}
