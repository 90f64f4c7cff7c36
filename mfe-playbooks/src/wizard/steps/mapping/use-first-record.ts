import { useApi } from '@portage/area-kit';
import { useQuery } from '@tanstack/react-query';

/** The first record that a workflow would read, given the saved answers; undefined if the workflow has no record, or while it loads. */
export function useFirstRecord(playbookId: string, workflowTemplateId: string, { isEnabled = true }: { isEnabled?: boolean } = {}) {
  const api = useApi();
  const query = useQuery({
    queryKey: ['playbooks', 'first-record', playbookId, workflowTemplateId],
    queryFn: async ({ signal }) => {
      const { flows } = await api(
        'POST /api/playbooks/{id}/preview',
        { params: { id: playbookId }, body: { workflowTemplateId } },
        { signal },
      );
      // The main records are last, after the records that they refer to.
      const flow = flows.at(-1);
      if (flow?.error) throw new Error(flow.error);
      return flow?.records[0]?.source ?? null;
    },
    enabled: isEnabled,
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: 300_000,
  });
  return {
    record: query.data ?? undefined,
    isEmpty: query.data === null,
    isReading: query.isFetching,
    isUnknown: query.isError || !isEnabled,
  };
}
