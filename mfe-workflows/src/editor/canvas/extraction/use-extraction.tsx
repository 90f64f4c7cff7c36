import { useHost } from '@portage/area-kit';
import { extractSteps } from '@portage/workflow';
import { type ReactNode, useState } from 'react';
import { whenDialogsClosed } from '../../focus/when-dialogs-closed.ts';
import type { EditorStore } from '../../state/editor-state.ts';
import type { CanvasActions } from '../canvas-actions.ts';
import type { FlowStore } from '../flow-store.ts';
import { listSelectedNames, noSelection } from '../selection/selection.ts';
import { ExtractDialog } from './extract-dialog.tsx';

interface ExtractionSettings {
  flow: FlowStore;
  /** Null if the workflow is read-only. */
  editor: EditorStore | null;
  actions: CanvasActions;
}

/** Moves the selected steps into a new workflow that this one calls, after asking for its name. */
export function useExtraction({ flow, editor, actions }: ExtractionSettings): { askToExtract: () => void; extractionDialog: ReactNode } {
  const { notify } = useHost();
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const refocus = () => whenDialogsClosed(() => actions.focus(flow.getState().focusKey, { reveal: true }));
  const extract = (name: string, names: ReadonlySet<string>) =>
    extractSteps(flow.getState().steps, names, { name, makeId: () => crypto.randomUUID() });

  function askToExtract(): void {
    const { steps, selection, isEditable } = flow.getState();
    if (!isEditable) return;
    const names = listSelectedNames(steps, selection);
    const result = extract('', names);
    if (result.ok) setChosen(names);
    else notify.info(result.message);
  }

  const extractionDialog =
    editor && chosen ? (
      <ExtractDialog
        chosen={chosen}
        extract={(name) => extract(name, chosen)}
        onExtracted={({ rest, callName }, workflowId) => {
          editor.change(rest(workflowId));
          flow.set({ selection: noSelection });
          setChosen(null);
          const call = editor.getState().steps.find(({ stepId }) => stepId === callName);
          actions.focus(call?.clientId ?? null);
          refocus();
        }}
        onClose={() => {
          setChosen(null);
          refocus();
        }}
      />
    ) : null;
  return { askToExtract, extractionDialog };
}
