import { canBePinned, type WorkflowStep } from '@portage/workflow';
import { useContext } from 'react';
import { useDesignData } from '../state/design-data-context.ts';
import { EditorContext } from '../state/editor-context.tsx';
import type { EditorStep } from '../state/editor-state.ts';
import { toggleStep } from '../switched-off/toggle-step.ts';
import { useOpenPin } from './pin-dialog-context.ts';

/** Handles the keys that test the focused step on the canvas. */
export function useStepKey(): (key: string, step: WorkflowStep) => boolean {
  const editor = useContext(EditorContext);
  const hasData = useDesignData() !== null;
  const openPin = useOpenPin();
  return (key, step) => {
    if (!editor || !hasData) return false;
    const { clientId } = step as EditorStep;
    switch (key.toLowerCase()) {
      case 'd':
        if (editor.getState().isReadOnly || step.type === 'Trigger') return false;
        toggleStep(editor, step as EditorStep);
        return true;
      case 'p':
        if (!canBePinned(step)) return false;
        openPin(clientId);
        return true;
      default:
        return false;
    }
  };
}
