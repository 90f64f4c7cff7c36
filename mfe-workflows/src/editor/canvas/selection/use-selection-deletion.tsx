import { useHost } from '@portage/area-kit';
import { useConfirm } from '@portage/ui';
import { collectLanes } from '@portage/workflow';
import type { ReactNode } from 'react';
import { whenDialogsClosed } from '../../focus/when-dialogs-closed.ts';
import { DeletionMessage } from '../../panel/deletion-message.tsx';
import type { CanvasActions } from '../canvas-actions.ts';
import type { FlowStore } from '../flow-store.ts';
import { listSelectedNames } from './selection.ts';
import type { SelectionActions } from './selection-actions.ts';

interface SelectionDeletionSettings {
  flow: FlowStore;
  selecting: SelectionActions;
  actions: CanvasActions;
}

/** Asks before the selected steps are deleted. Render `question` once. */
export function useSelectionDeletion({ flow, selecting, actions }: SelectionDeletionSettings): {
  askToDeleteSelection: () => void;
  selectionQuestion: ReactNode;
} {
  const { notify } = useHost();
  const [confirm, selectionQuestion] = useConfirm();

  function askToDeleteSelection(): void {
    const { steps, selection } = flow.getState();
    const tops = collectLanes(steps, listSelectedNames(steps, selection)).flat();
    if (tops.length === 0) {
      notify.info('These steps cannot be deleted.');
      return;
    }
    confirm({
      message: <DeletionMessage steps={steps} tops={tops} />,
      onConfirm: () => {
        selecting.remove();
        whenDialogsClosed(() => actions.focus(flow.getState().focusKey, { reveal: true }));
      },
    });
  }

  return { askToDeleteSelection, selectionQuestion };
}
