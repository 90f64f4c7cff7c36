import { useApi } from '@portage/area-kit';
import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { workflowKeys } from '../workflow-queries.ts';

export type WorkflowFolder = CallResponse<Calls, 'GET /api/workflow-folders'>['folders'][number];

/** Under the workflows' key: whatever changes a workflow may change a count. */
export function useFolders() {
  const api = useApi();
  return useQuery({
    queryKey: [...workflowKeys.all, 'folders'],
    queryFn: ({ signal }) => api('GET /api/workflow-folders', {}, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The address of the list of a folder; empty: all workflows. */
export function folderPath(folderId: string): string {
  return folderId === '' ? '/workflows' : `/workflows?folderId=${encodeURIComponent(folderId)}`;
}
