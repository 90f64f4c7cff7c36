import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { useApi } from '@portage/ui';
import { copyNameOf } from '@portage/workflow';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

/** Workflows a page (spec WFL-16). */
export const WORKFLOW_PAGE_SIZE = 10;

export const workflowKeys = {
  all: ['workflows'] as const,
  workflow: (id: string) => ['workflows', id] as const,
  versions: (id: string) => ['workflows', id, 'versions'] as const,
};

export interface WorkflowFilter {
  name: string;
  activeOnly: boolean;
  /** 1-based, as the page's address has it. */
  page: number;
}

export function useWorkflows({ name, activeOnly, page }: WorkflowFilter) {
  const api = useApi();
  return useQuery({
    queryKey: [...workflowKeys.all, 'list', name, activeOnly, page],
    queryFn: ({ signal }) =>
      api(
        'GET /api/workflows',
        { query: { name, ...(activeOnly ? { activeOnly: true } : {}), pageIndex: page - 1, pageSize: WORKFLOW_PAGE_SIZE } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

/** Makes an inactive copy (spec WFL-24..30) and gives its name. */
export async function copyWorkflow(api: Client<Calls>, workflowId: string): Promise<string> {
  const { workflow } = await api('GET /api/workflows/{id}', { params: { id: workflowId } });
  const name = copyNameOf(workflow.name, await namesTaken(api));
  await api('POST /api/workflows', { body: { name, copyOfWorkflowId: workflowId } });
  return name;
}

/** Names of copies, which all contain "Copy"; 1,000 are read at most, the search for a free name ends at 100. */
async function namesTaken(api: Client<Calls>): Promise<string[]> {
  const names: string[] = [];
  for (let pageIndex = 0; pageIndex < 10; pageIndex++) {
    const { workflows, totalCount } = await api('GET /api/workflows', { query: { name: 'Copy', pageIndex, pageSize: 100 } });
    names.push(...workflows.map((workflow) => workflow.name));
    if (names.length >= totalCount || workflows.length === 0) break;
  }
  return names;
}

/**
 * Starts a run by hand: the published version of an active workflow, else a test of the draft (spec EDIT-77).
 *
 * @returns the run's id.
 */
export async function startWorkflow(api: Client<Calls>, workflow: { id: string; isActive: boolean }): Promise<string> {
  const params = { id: workflow.id };
  const answer = workflow.isActive
    ? await api('POST /api/workflows/{id}/run', { params })
    : await api('POST /api/workflows/{id}/test-run', { params });
  return answer.workflowInstanceId;
}
