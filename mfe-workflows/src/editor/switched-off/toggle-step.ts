import type { EditorStep, EditorStore } from '../state/editor-state.ts';

/** Switches a step off or on, as one change that Undo reverts. A trigger stays on. */
export function toggleStep(editor: EditorStore, step: EditorStep): void {
  if (step.type === 'Trigger') return;
  editor.changeStep(step.clientId, { ...step, isSwitchedOff: step.isSwitchedOff !== true });
}
