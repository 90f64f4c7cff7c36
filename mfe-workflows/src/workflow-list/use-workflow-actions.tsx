import { useHost, useSessionUser } from '@portage/area-kit';
import { useConfirm } from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { writeWorkflowFile } from '../workflows/workflow-file.ts';
import { copyWorkflow, startWorkflow, workflowKeys } from '../workflows/workflow-queries.ts';
import { downloadText } from './file-transfer.ts';
import type { WorkflowActions } from './workflow-columns.tsx';

/** The actions that a row performs by itself; the page adds those that need a dialog. */
export function useWorkflowActions(): [Pick<WorkflowActions, 'run' | 'copy' | 'exportToFile' | 'askToDelete'>, ReactNode] {
  const { api, navigate, notify } = useHost();
  const queryClient = useQueryClient();
  const isImpersonating = useSessionUser()?.isImpersonating ?? false;
  const [confirm, question] = useConfirm();
  const reload = () => queryClient.invalidateQueries({ queryKey: workflowKeys.all });

  async function restore(id: string, name: string): Promise<void> {
    const { warnings } = await api('POST /api/workflows/{id}/restore', { params: { id } });
    notify.success(`“${name}” is back.`);
    for (const { userMessage } of warnings) notify.warning(userMessage);
    await reload();
  }

  const actions = {
    run: async (workflow: { id: string; isActive: boolean }) => navigate(`/run-history/${await startWorkflow(api, workflow)}/view`),
    copy: async (workflow: { id: string }) => {
      const copyName = await copyWorkflow(api, workflow.id);
      notify.success(`Workflow copied to “${copyName}”`);
      await reload();
    },
    ...(isImpersonating
      ? {
          exportToFile: async ({ id }: { id: string }) => {
            const { workflow } = await api('GET /api/workflows/{id}', { params: { id } });
            const { fileName, text } = writeWorkflowFile(workflow);
            downloadText(fileName, text);
          },
        }
      : {}),
    askToDelete: ({ id, name }: { id: string; name: string }) =>
      confirm({
        message: `“${name}” will be deleted, and its trigger stops at once. Its past runs stay in the run history.`,
        onConfirm: async () => {
          await api('DELETE /api/workflows/{id}', { params: { id } });
          notify.success('Workflow deleted.', { label: 'Undo', about: `“${name}”`, onAction: () => restore(id, name) });
          await reload();
        },
      }),
  };
  return [actions, question];
}
