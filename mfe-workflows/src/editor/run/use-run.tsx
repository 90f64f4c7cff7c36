import { useHost } from '@portage/ui';
import { type ReactNode, useCallback, useState } from 'react';
import { startWorkflow } from '../../workflow-list/workflow-queries.ts';
import { useOpenWorkflow, useSaving } from '../save/saving-context.tsx';
import { useEditorStore } from '../state/editor-context.tsx';
import { WaitDialog } from './wait-dialog.tsx';
import { waitsForCall } from './waits-for-call.ts';

interface Wait {
  lastRunId: string | null;
  isTest: boolean;
}

/**
 * Run of the editor (spec EDIT-72..77): saves the draft, then starts a run, or waits for a call to start one. Render
 * `dialog` once.
 *
 * @param onRun gets the new run, to show it on Last Run.
 */
export function useRun(onRun: (runId: string) => void): { run: () => Promise<void>; dialog: ReactNode } {
  const { api, notify } = useHost();
  const { id, isActive } = useOpenWorkflow();
  const { flush } = useSaving();
  const store = useEditorStore();
  const [wait, setWait] = useState<Wait | null>(null);
  const params = { id };

  async function run() {
    if (!isActive && !(await flush())) return;
    if (!waitsForCall(store.getState().steps)) {
      onRun(await startWorkflow(api, { id, isActive }));
      return;
    }
    const { workflowInstance } = await api('GET /api/workflows/{id}/last-instance', { params });
    if (!isActive) {
      // Spec EDIT-73, EDIT-75: shows the obstacle of a test that cannot start, and does not wait. An error becomes a toast.
      const { testUntil, warnings } = await api('POST /api/workflows/{id}/start-testing', { params });
      for (const { userMessage } of warnings) notify.warning(userMessage);
      if (testUntil === null) return;
    }
    setWait({ lastRunId: workflowInstance?.id ?? null, isTest: !isActive });
  }

  const end = useCallback(
    (isTest: boolean) => {
      setWait(null);
      // Ends by itself after ten minutes, should this not reach the server.
      if (!isTest) return;
      api('POST /api/workflows/{id}/stop-testing', { params: { id } }).then(
        ({ warnings }) => {
          for (const { userMessage } of warnings) notify.warning(userMessage);
        },
        () => undefined,
      );
    },
    [api, id, notify],
  );
  const isTest = wait?.isTest ?? false;
  const take = useCallback(
    (runId: string) => {
      end(isTest);
      onRun(runId);
    },
    [end, isTest, onRun],
  );

  const dialog = wait ? (
    <WaitDialog
      workflowId={id}
      steps={store.getState().steps}
      lastRunId={wait.lastRunId}
      isTest={wait.isTest}
      onRun={take}
      onCancel={() => end(wait.isTest)}
    />
  ) : null;
  return { run, dialog };
}
