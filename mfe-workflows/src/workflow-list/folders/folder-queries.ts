import { useApi } from '@portage/area-kit';
import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { workflowKeys } from '../../workflows/workflow-queries.ts';

export type WorkflowFolder = CallResponse<Calls, 'GET /api/workflow-folders'>['folders'][number];

/** Cached below the workflows' key, because any change of a workflow may change a count. */
export function useFolders() {
  const api = useApi();
  return useQuery({
    queryKey: [...workflowKeys.all, 'folders'],
    queryFn: ({ signal }) => api('GET /api/workflow-folders', {}, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The address of a folder's list; empty for all workflows. */
export function folderPath(folderId: string): string {
  return folderId === '' ? '/workflows' : `/workflows?folderId=${encodeURIComponent(folderId)}`;
}
