import { useApi } from '@portage/area-kit';
import { isApiError } from '@portage/contracts';
import type { LoggingMode } from '@portage/workflow';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Workflow } from '../../api-types.ts';
import { workflowKeys } from '../../workflows/workflow-queries.ts';
import { type Edited, editedWorkflow } from './edited.ts';
import type { EditorIdentity } from './editor-identity.ts';
import { areSameSteps } from './same-steps.ts';
import type { SaveRequest } from './saver.ts';

export interface WorkflowInfo {
  name: string;
  description: string;
  loggingMode: LoggingMode;
}

/** The calls that change what an editor edits. Each puts the server's response where all pages read it. */
export interface WorkflowCalls {
  reload(): Promise<Edited>;
  /** A save that is refused because the same content is already saved counts as a success. @returns the resulting version */
  save(request: SaveRequest, editor: EditorIdentity): Promise<{ versionId: string }>;
  /** @returns as `save` */
  saveInfo(info: WorkflowInfo, versionId: string): Promise<{ versionId: string }>;
  /** @returns the resulting workflow, and the server's warnings (spec EDIT-49, EDIT-50). */
  setActive(isActive: boolean): Promise<{ edited: Edited; warnings: string[] }>;
  /** Reloads after the workflow was activated or deactivated elsewhere, so that saving is possible again. */
  unlock(): Promise<Edited>;
}

const CONFLICTS: ReadonlySet<unknown> = new Set(['version-conflict', 'workflow-active', 'workflow-inactive']);

export function judgeSave(error: unknown): 'conflict' | 'retry' | 'refused' {
  if (!isApiError(error)) return 'retry';
  if (CONFLICTS.has(error.code)) return 'conflict';
  return error.status === 0 || error.status >= 500 || error.status === 429 ? 'retry' : 'refused';
}

/** Reads one workflow, only once: an open page must not change while the person works. */
export function useWorkflow(workflowId: string) {
  const api = useApi();
  return useQuery({
    queryKey: workflowKeys.workflow(workflowId),
    queryFn: ({ signal }) => api('GET /api/workflows/{id}', { params: { id: workflowId } }, { signal }),
    select: (answer) => answer.workflow,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: 0,
    refetchOnMount: 'always',
  });
}

/** The calls on one workflow, the same object for the same workflow. */
export function useWorkflowCalls(workflowId: string): WorkflowCalls {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMemo(() => {
    const params = { id: workflowId };
    function keep(workflow: Workflow): Workflow {
      queryClient.setQueryData(workflowKeys.workflow(workflowId), { workflow });
      void queryClient.invalidateQueries({ queryKey: [...workflowKeys.all, 'list'] });
      void queryClient.invalidateQueries({ queryKey: workflowKeys.versions(workflowId) });
      return workflow;
    }
    const calls: WorkflowCalls = {
      async reload() {
        return editedWorkflow(keep((await api('GET /api/workflows/{id}', { params })).workflow));
      },
      async save({ kind, versionId, steps, view }, { sessionId, saveNumber }) {
        const body = {
          versionId,
          state: view,
          ...(steps ? { steps: [...steps] } : {}),
          editorSessionId: sessionId,
          editorSaveNumber: saveNumber,
          isAutosave: kind === 'auto',
        };
        try {
          return keep((await api('PUT /api/workflows/{id}', { params, body })).workflow);
        } catch (error) {
          if (!steps || judgeSave(error) !== 'conflict') throw error;
          const theirs = await calls.reload();
          if (theirs.isReadOnly || !areSameSteps(theirs.steps, steps)) throw error;
          return theirs;
        }
      },
      async saveInfo({ name, description, loggingMode }, versionId) {
        const body = { name: name.trim(), description: description || null, loggingMode, versionId };
        return keep((await api('PUT /api/workflows/{id}', { params, body })).workflow);
      },
      async setActive(isActive) {
        const answer = isActive
          ? await api('POST /api/workflows/{id}/activate', { params })
          : await api('POST /api/workflows/{id}/deactivate', { params });
        return { edited: await calls.reload(), warnings: answer.warnings.map(({ userMessage }) => userMessage) };
      },
      unlock: async () => (await calls.setActive(false)).edited,
    };
    return calls;
  }, [api, queryClient, workflowId]);
}
