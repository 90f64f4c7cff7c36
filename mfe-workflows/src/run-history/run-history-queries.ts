import type { RunStatus } from '@portage/contracts';
import { useApi } from '@portage/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { runKeys } from '../runs/run-queries.ts';
import { isInProgress } from '../runs/run-status.ts';

/** Spec RUN-08. */
export const RUN_PAGE_SIZE = 10;

/** A list with runs in progress is read again this often; the single run has its own, quicker view. */
const LIST_INTERVAL_MS = 3_000;

export interface RunFilter {
  workflowId: string;
  status: RunStatus | '';
  startedFrom: string;
  startedTo: string;
  /** 1-based. */
  page: number;
}

/** The caller's own runs, newest first (spec RUN-07: isAdmin false). */
export function useRuns({ workflowId, status, startedFrom, startedTo, page }: RunFilter) {
  const api = useApi();
  return useQuery({
    queryKey: [...runKeys.all, 'list', workflowId, status, startedFrom, startedTo, page],
    queryFn: ({ signal }) =>
      api(
        'GET /api/workflows/find-instances',
        {
          query: {
            ...(workflowId ? { workflowId } : {}),
            ...(status ? { workflowInstanceStatus: status } : {}),
            ...(startedFrom ? { workflowStartedAtStart: startedFrom } : {}),
            ...(startedTo ? { workflowStartedAtEnd: startedTo } : {}),
            isAdmin: false,
            pageIndex: page - 1,
            pageSize: RUN_PAGE_SIZE,
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.workflowInstances.some((run) => isInProgress(run.status)) ? LIST_INTERVAL_MS : false),
  });
}

/** Workflows whose name holds a text, to choose from; as many as one likes to look through. */
export function useWorkflowChoices(name: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['workflows', 'choices', name],
    queryFn: ({ signal }) => api('GET /api/workflows', { query: { name, pageSize: 50 } }, { signal }),
    select: (answer) => answer.workflows.map((workflow) => ({ value: workflow.id, label: workflow.name })),
    placeholderData: keepPreviousData,
  });
}
