import { useHost } from '@portage/area-kit';
import type { TriggerType, WorkflowStep } from '@portage/workflow';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { RunWithDataDialog } from '../../run-with-data/run-with-data-dialog.tsx';
import { startWorkflow } from '../../workflows/workflow-queries.ts';
import { useOpenDraft, useOpenWorkflow, useSaving } from '../save/saving-context.tsx';
import { useEditorStore } from '../state/editor-context.tsx';
import { WaitDialog } from './wait-dialog.tsx';

interface Wait {
  lastRunId: string | null;
  isTest: boolean;
}

/** The editor's Run (spec EDIT-72..77): saves, then starts a run or waits for a call that starts one. Render `dialog` once. */
export function useRun(onRun: (runId: string) => void): {
  run: () => Promise<void>;
  runWithData: () => Promise<void>;
  dialog: ReactNode;
} {
  const { api, notify } = useHost();
  const workflow = useOpenWorkflow();
  const { id, name } = workflow;
  const ofDraft = useOpenDraft() !== null;
  const isActive = workflow.isActive && !ofDraft;
  const { flush } = useSaving();
  const store = useEditorStore();
  const [wait, setWait] = useState<Wait | null>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const params = { id };

  async function runWithData() {
    if (isActive || (await flush())) setIsChoosing(true);
  }

  async function run() {
    if (!isActive && !(await flush())) return;
    if (!waitsForCall(store.getState().steps)) {
      onRun(await startWorkflow(api, { id, isActive, ofDraft }));
      return;
    }
    // Outside calls start the published version, so the person enters the data to test a draft with.
    if (ofDraft) return setIsChoosing(true);
    const { workflowInstance } = await api('GET /api/workflows/{id}/last-instance', { params });
    if (!isActive && !(await startTesting())) return;
    setWait({ lastRunId: workflowInstance?.id ?? null, isTest: !isActive });
  }

  /** Spec EDIT-73, EDIT-75: shows why a test can't start, and doesn't wait. An error becomes a toast. */
  async function startTesting(): Promise<boolean> {
    const { testUntil, warnings } = await api('POST /api/workflows/{id}/start-testing', { params });
    for (const { userMessage } of warnings) notify.warning(userMessage);
    return testUntil !== null;
  }

  const isTest = wait?.isTest ?? false;
  // Also runs when a person leaves the page while waiting. If it doesn't reach the server, the window closes by itself after ten minutes.
  useEffect(() => {
    if (!isTest) return;
    return () => {
      api('POST /api/workflows/{id}/stop-testing', { params: { id } }).then(
        ({ warnings }) => {
          for (const { userMessage } of warnings) notify.warning(userMessage);
        },
        () => undefined,
      );
    };
  }, [isTest, api, id, notify]);
  const take = useCallback(
    (runId: string) => {
      setWait(null);
      onRun(runId);
    },
    [onRun],
  );

  const dialog = wait ? (
    <WaitDialog
      workflowId={id}
      steps={store.getState().steps}
      lastRunId={wait.lastRunId}
      isTest={wait.isTest}
      onRun={take}
      onWaitAgain={startTesting}
      onCancel={() => setWait(null)}
    />
  ) : isChoosing ? (
    <RunWithDataDialog
      workflow={{ id, name, isActive, ofDraft }}
      onClose={() => setIsChoosing(false)}
      onRun={(runId) => {
        setIsChoosing(false);
        onRun(runId);
      }}
    />
  ) : null;
  return { run, runWithData, dialog };
}

/** Whether a call from outside starts the workflow, so that Run waits for one (spec EDIT-72). */
function waitsForCall(steps: readonly WorkflowStep[]): boolean {
  const trigger = steps.find((step) => step.type === 'Trigger');
  return (['Webhook', 'ConnectorEvent'] satisfies TriggerType[] as TriggerType[]).includes(trigger?.triggerType ?? 'Manual');
}
