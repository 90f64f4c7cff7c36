import { useApi } from '@portage/area-kit';
import type { WorkflowStep } from '@portage/workflow';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { runKeys } from '../../../runs/run-queries.ts';
import { formerNames } from './former-names.ts';

export interface FormerNamesSettings {
  workflowId: string | undefined;
  runId: string | null;
  steps: readonly WorkflowStep[];
  /** Names that aren't in the run: these steps had another name then. */
  missing: readonly string[];
}

/** Versions are read only if a name is missing. */
export function useFormerNames({ workflowId = '', runId, steps, missing }: FormerNamesSettings) {
  const api = useApi();
  const stepsThen = useQuery({
    queryKey: [...runKeys.all, 'steps-then', runId],
    queryFn: async ({ signal }) => {
      const { workflowInstance } = await api('GET /api/workflows/instances/{id}', { params: { id: runId ?? '' } }, { signal });
      const { workflowVersions } = await api(
        'GET /api/workflows/{id}/versions',
        { params: { id: workflowId }, query: { withDrafts: true } },
        { signal },
      );
      return workflowVersions.find((version) => version.id === workflowInstance.workflowVersionId)?.steps ?? [];
    },
    enabled: workflowId !== '' && runId !== null && missing.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const names = useMemo(() => formerNames(steps, stepsThen.data ?? [], missing), [steps, stepsThen.data, missing]);
  return { names, isReading: stepsThen.isLoading };
}
