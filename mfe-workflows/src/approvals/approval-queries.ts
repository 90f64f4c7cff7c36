import { useApi } from '@portage/area-kit';
import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { runKeys } from '../runs/run-queries.ts';

const INTERVAL_MS = 5_000;
const listKey = ['runs', 'approvals'] as const;
const buildQueryKey = (runId: string, approvalId: string) => ['runs', runId, 'approval', approvalId] as const;

export type WaitingApproval = CallResponse<Calls, 'GET /api/approvals'>['approvals'][number] & { id: string };

/** Every change of a run reloads them. */
export function useWaitingApprovals() {
  const api = useApi();
  return useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => api('GET /api/approvals', {}, { signal }),
    select: addIds,
    refetchInterval: INTERVAL_MS,
  });
}

/** A run waits for one decision at a time, but may ask again. */
function addIds({ approvals, totalCount }: CallResponse<Calls, 'GET /api/approvals'>) {
  return { approvals: approvals.map((approval) => ({ ...approval, id: `${approval.runId} ${approval.approvalId}` })), totalCount };
}

export function useApproval(runId: string, approvalId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const params = { runId, approvalId };
  const query = useQuery({
    queryKey: buildQueryKey(runId, approvalId),
    queryFn: ({ signal }) => api('GET /api/approvals/{runId}/{approvalId}', { params }, { signal }),
    select: ({ approval }) => approval,
    refetchInterval: ({ state }) => (state.data?.approval.decided ? false : INTERVAL_MS),
  });
  async function answer(body: { decision: 'Approved' | 'Rejected'; comment: string }): Promise<boolean> {
    const { isTaken, approval } = await api('POST /api/approvals/{runId}/{approvalId}/answer', { params, body });
    queryClient.setQueryData(buildQueryKey(runId, approvalId), { approval });
    void queryClient.invalidateQueries({ queryKey: runKeys.run(runId) });
    return isTaken;
  }
  return { query, answer };
}
