import { useApi } from '@portage/area-kit';
import { useQuery } from '@tanstack/react-query';
import type { WorkflowVersion } from '../api-types.ts';
import { workflowKeys } from '../workflows/workflow-queries.ts';

/** A version of the person's own workflow. Only its name can change. Undefined while it loads, null if it is no longer stored. */
export function useVersion(workflowId: string, versionId: string | undefined): WorkflowVersion | null | undefined {
  const api = useApi();
  const query = useQuery({
    queryKey: workflowKeys.version(workflowId, versionId ?? ''),
    queryFn: ({ signal }) =>
      api('GET /api/workflows/{id}/versions/{versionId}', { params: { id: workflowId, versionId: versionId ?? '' } }, { signal }),
    select: (answer) => answer.workflowVersion,
    enabled: versionId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return query.data ?? (query.isError || versionId === undefined ? null : undefined);
}
