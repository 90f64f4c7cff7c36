import { useApi } from '@portage/area-kit';
import type { FirstSteps } from '@portage/contracts/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { workflowKeys } from '../workflows/workflow-queries.ts';

const FIRST_STEPS = ['account', 'first-steps'] as const;

/** Which first steps the person has done; reloaded on each visit. */
export function useFirstSteps() {
  const api = useApi();
  return useQuery({ queryKey: FIRST_STEPS, queryFn: ({ signal }) => api('GET /api/account/first-steps', {}, { signal }) });
}

/** The id of the newest workflow, as long as one still has to be run or activated. */
export function useWorkflowToTry({ hasWorkflow, hasRun, hasActivated }: FirstSteps): string | undefined {
  const api = useApi();
  const newest = useQuery({
    queryKey: [...workflowKeys.all, 'newest'],
    queryFn: ({ signal }) => api('GET /api/workflows', { query: { pageSize: 1 } }, { signal }),
    select: ({ workflows }) => workflows[0]?.id,
    enabled: hasWorkflow && !(hasRun && hasActivated),
  });
  return newest.data;
}

export function useCloseFirstSteps() {
  const api = useApi();
  const queryClient = useQueryClient();
  return async () => {
    await api('PUT /api/account/first-steps', { body: { isClosed: true } });
    queryClient.setQueryData<FirstSteps>(FIRST_STEPS, (before) => (before ? { ...before, isClosed: true } : before));
  };
}

export function isListOver({ isClosed, hasWorkflow, hasRun, hasConnector, hasActivated, hasAlertSettings }: FirstSteps): boolean {
  return isClosed || (hasWorkflow && hasRun && hasConnector && hasActivated && hasAlertSettings);
}
