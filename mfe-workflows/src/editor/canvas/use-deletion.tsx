import { useHost } from '@portage/area-kit';
import { useConfirm } from '@portage/ui';
import { canDelete, canDeleteConditionGroup, deleteConditionGroup } from '@portage/workflow';
import type { ReactNode } from 'react';
import { whenDialogsClosed } from '../focus/when-dialogs-closed.ts';
import { DeletionMessage } from '../panel/deletion-message.tsx';
import type { EditorStore } from '../state/editor-state.ts';
import type { CanvasActions } from './canvas-actions.ts';
import type { FlowStore } from './flow-store.ts';

interface DeletionSettings {
  flow: FlowStore;
  /** Null if the workflow is read-only. */
  editor: EditorStore | null;
  actions: CanvasActions;
}

interface Deletion {
  askToDelete: (stepId: string) => void;
  askToDeleteGroup: (stepId: string, groupIndex: number) => void;
  /** Render it once. */
  question: ReactNode;
}

/** Asks before a step or a condition group is deleted (spec EDIT-58, STEP-60). */
export function useDeletion({ flow, editor, actions }: DeletionSettings): Deletion {
  const { notify } = useHost();
  const [confirm, question] = useConfirm();

  const refocus = () => whenDialogsClosed(() => actions.focus(flow.getState().focusKey, { reveal: true }));

  function askToDelete(stepId: string): void {
    const { steps } = flow.getState();
    if (!canDelete(steps, stepId)) {
      notify.info('This step cannot be deleted.');
      return;
    }
    confirm({
      message: <DeletionMessage steps={steps} tops={[stepId]} />,
      onConfirm: () => {
        actions.remove(stepId);
        refocus();
      },
    });
  }

  function askToDeleteGroup(stepId: string, groupIndex: number): void {
    const step = flow.getState().steps.find((one) => one.stepId === stepId);
    if (!step || !canDeleteConditionGroup(step)) {
      notify.info('A branch keeps at least two conditions.');
      return;
    }
    confirm({
      message: 'Are you sure to delete this condition?',
      onConfirm: () => {
        editor?.change(deleteConditionGroup(flow.getState().steps, stepId, groupIndex));
        actions.focus(step.clientId ?? null);
        refocus();
      },
    });
  }

  return { askToDelete, askToDeleteGroup, question };
}
