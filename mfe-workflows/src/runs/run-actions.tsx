import { runPath, useHost } from '@portage/area-kit';
import { getErrorMessage } from '@portage/contracts';
import { useConfirm } from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type RerunChoice, RerunDialog } from './rerun-dialog.tsx';
import type { RunOfList } from './run-of-list.ts';
import { runKeys } from './run-queries.ts';

export interface RunActions {
  askToCancel: (run: RunOfList) => void;
  askToRerun: (run: RunOfList) => void;
  /** Starts a new run with the payload of a finished one. */
  askToRunAgain: (run: RunOfList) => void;
}

/** Shown when a run cannot be started again (spec RUN-19). */
const RERUN_FAILED = 'Could not re-run workflow. Please try again later.';

/** Cancel and Re-run (spec RUN-15..20). @param show shows a run that was started or continued; if omitted, its page opens */
export function useRunActions(show?: (runId: string) => void): { actions: RunActions; dialogs: ReactNode } {
  const { api, navigate, notify } = useHost();
  const queryClient = useQueryClient();
  const [confirm, question] = useConfirm();
  const [rerunning, setRerunning] = useState<RunOfList | null>(null);
  const showRun = show ?? ((runId: string) => navigate(runPath(runId)));
  const reload = () => queryClient.invalidateQueries({ queryKey: runKeys.all });

  async function cancel(run: RunOfList) {
    const answer = await api('GET /api/workflows/instances/{id}/cancel', { params: { id: run.id } });
    if (!answer.isSuccess) notify.error(answer.errorMessage ?? 'The run could not be cancelled.');
    await reload();
  }

  /** Returns the reason if it failed (spec RUN-18, RUN-19). */
  async function rerun(run: RunOfList, choice: RerunChoice): Promise<string | null> {
    const query = choice === 'ContinueRepaired' ? ({ type: 'ContinueExisting', version: 'Current' } as const) : { type: choice };
    const answer = await api('GET /api/workflows/instances/{id}/re-run', { params: { id: run.id }, query }).catch((error: unknown) => ({
      isSuccess: false,
      errorMessage: getErrorMessage(error),
      workflowInstanceId: undefined,
    }));
    if (!answer.isSuccess || !answer.workflowInstanceId) {
      notify.error(RERUN_FAILED);
      return answer.errorMessage ?? RERUN_FAILED;
    }
    setRerunning(null);
    // Navigates before the lists reload: a person who moves on meanwhile stays where they went.
    showRun(answer.workflowInstanceId);
    await reload();
    return null;
  }

  async function runAgain(run: RunOfList) {
    const answer = await api('GET /api/workflows/instances/{id}/re-run', { params: { id: run.id }, query: { type: 'StartNew' } });
    if (!answer.isSuccess || !answer.workflowInstanceId) throw new Error(answer.errorMessage ?? RERUN_FAILED);
    showRun(answer.workflowInstanceId);
    await reload();
  }

  const actions: RunActions = {
    askToCancel: (run) =>
      confirm({
        title: 'Cancel Workflow Instance',
        message: `The run of “${run.name}” stops where it is. What its steps have already done stays done.`,
        confirmLabel: 'Cancel run',
        onConfirm: () => cancel(run),
      }),
    askToRerun: setRerunning,
    askToRunAgain: (run) =>
      confirm({
        title: 'Run again with this payload',
        message: `A new run of “${run.name}” starts with the same data and the current version of the workflow. Every step runs again.`,
        confirmLabel: 'Run again',
        isDanger: false,
        onConfirm: () => runAgain(run),
      }),
  };
  const dialogs = (
    <>
      {question}
      <RerunDialog run={rerunning} onClose={() => setRerunning(null)} onRerun={rerun} />
    </>
  );
  return { actions, dialogs };
}
