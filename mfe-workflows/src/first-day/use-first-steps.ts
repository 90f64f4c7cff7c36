import { useApi } from '@portage/area-kit';
import type { FirstSteps } from '@portage/contracts/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';

const FIRST_STEPS = ['account', 'first-steps'] as const;

/** What the person has done of the first steps; the facts are read again on each visit of the page. */
export function useFirstSteps() {
  const api = useApi();
  return useQuery({ queryKey: FIRST_STEPS, queryFn: ({ signal }) => api('GET /api/account/first-steps', {}, { signal }) });
}

/** Closes the list at once, and for good. */
export function useCloseFirstSteps() {
  const api = useApi();
  const queryClient = useQueryClient();
  return async () => {
    await api('PUT /api/account/first-steps', { body: { isClosed: true } });
    queryClient.setQueryData<FirstSteps>(FIRST_STEPS, (before) => (before ? { ...before, isClosed: true } : before));
  };
}

/** The list has done its work once it is closed or everything is done. */
export function isListOver({ isClosed, hasWorkflow, hasRun, hasConnector, hasActivated, hasAlertSettings }: FirstSteps): boolean {
  return isClosed || (hasWorkflow && hasRun && hasConnector && hasActivated && hasAlertSettings);
}
