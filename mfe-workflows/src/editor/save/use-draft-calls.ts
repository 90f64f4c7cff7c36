import { useApi, useHost } from '@portage/area-kit';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Workflow, WorkflowDraft } from '../../api-types.ts';
import { workflowKeys } from '../../workflows/workflow-queries.ts';
import { editedDraft } from './edited.ts';
import { areSameSteps } from './same-steps.ts';
import { judgeSave, useWorkflowCalls, type WorkflowCalls } from './use-workflow.ts';

/** The draft of a workflow; read once, like the workflow. */
export function useWorkflowDraft(workflowId: string) {
  const api = useApi();
  return useQuery({
    queryKey: workflowKeys.draft(workflowId),
    queryFn: ({ signal }) => api('GET /api/workflows/{id}/draft', { params: { id: workflowId } }, { signal }),
    select: (answer) => answer.draft,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: 0,
    refetchOnMount: 'always',
  });
}

/** The draft as last read from the server. */
export function getSavedDraft(queryClient: QueryClient, workflowId: string): WorkflowDraft | null {
  return queryClient.getQueryData<{ draft: WorkflowDraft | null }>(workflowKeys.draft(workflowId))?.draft ?? null;
}

export function cacheDraft(queryClient: QueryClient, workflowId: string, draft: WorkflowDraft | null): void {
  queryClient.setQueryData(workflowKeys.draft(workflowId), { draft });
  queryClient.setQueryData<{ workflow: Workflow }>(workflowKeys.workflow(workflowId), (known) =>
    known ? { workflow: { ...known.workflow, hasDraft: draft !== null } } : known,
  );
  void queryClient.invalidateQueries({ queryKey: [...workflowKeys.all, 'list'] });
  void queryClient.invalidateQueries({ queryKey: workflowKeys.versions(workflowId) });
}

/** Restores a discarded draft, next to the version that is published by then. It never replaces another draft. */
export function useDraftRestoring(workflowId: string): (steps: WorkflowDraft['steps']) => Promise<void> {
  const { api, notify } = useHost();
  const queryClient = useQueryClient();
  const params = { id: workflowId };
  return async (steps) => {
    const { workflow } = await api('GET /api/workflows/{id}', { params });
    const { draft } = await api('PUT /api/workflows/{id}/draft', { params, body: { versionId: workflow.versionId, steps } });
    cacheDraft(queryClient, workflowId, draft);
    notify.success('The draft is back.');
  };
}

/** The calls of an editor of a draft, the same object for the same workflow. */
export function useDraftCalls(workflowId: string): WorkflowCalls {
  const api = useApi();
  const queryClient = useQueryClient();
  const ofWorkflow = useWorkflowCalls(workflowId);
  return useMemo(() => {
    const params = { id: workflowId };
    /** True once the workflow is no longer active: saves then go into the workflow itself. */
    let isDirect = false;

    function keep(draft: WorkflowDraft | null): WorkflowDraft | null {
      cacheDraft(queryClient, workflowId, draft);
      return draft;
    }
    function knownWorkflow(): Workflow | undefined {
      return queryClient.getQueryData<{ workflow: Workflow }>(workflowKeys.workflow(workflowId))?.workflow;
    }
    const calls: WorkflowCalls = {
      async reload() {
        const [{ draft }, { workflow }] = await Promise.all([
          api('GET /api/workflows/{id}/draft', { params }),
          api('GET /api/workflows/{id}', { params }),
        ]);
        queryClient.setQueryData(workflowKeys.workflow(workflowId), { workflow });
        return editedDraft(workflow, keep(draft));
      },
      async save(request, editor) {
        if (isDirect) return ofWorkflow.save(request, editor);
        const { kind, versionId, steps, view } = request;
        // The position of the canvas is stored on this device.
        if (!steps) return { versionId };
        const body = {
          versionId,
          steps: [...steps],
          state: view,
          editorSessionId: editor.sessionId,
          editorSaveNumber: editor.saveNumber,
          isAutosave: kind === 'auto',
        };
        try {
          const draft = keep((await api('PUT /api/workflows/{id}/draft', { params, body })).draft);
          return { versionId: draft?.versionId ?? knownWorkflow()?.versionId ?? versionId };
        } catch (error) {
          if (judgeSave(error) !== 'conflict') throw error;
          const theirs = await calls.reload();
          if (theirs.isReadOnly || !areSameSteps(theirs.steps, steps)) throw error;
          return theirs;
        }
      },
      async saveInfo(info, versionId) {
        const published = await ofWorkflow.saveInfo(info, knownWorkflow()?.versionId ?? versionId);
        return getSavedDraft(queryClient, workflowId) ? { versionId } : published;
      },
      setActive: ofWorkflow.setActive,
      async unlock() {
        isDirect = true;
        return ofWorkflow.reload();
      },
    };
    return calls;
  }, [api, queryClient, ofWorkflow, workflowId]);
}
