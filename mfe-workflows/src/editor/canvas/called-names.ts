import { useApi, useWorkflowChoices } from '@portage/area-kit';
import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useOpenWorkflow } from '../save/saving-context.tsx';
import { useFlow, useFlowContext } from './flow-context.tsx';

type Called = CallResponse<Calls, 'GET /api/workflows/{id}/called/{calledId}'>;

/**
 * Gives the canvas the names of the workflows that its steps call. One list has those of most people, and is read only when a step
 * calls one; a workflow beyond the list is asked for by its id.
 */
export function CalledNames() {
  const api = useApi();
  const { id } = useOpenWorkflow();
  const { store } = useFlowContext();
  const steps = useFlow((state) => state.steps);
  const calledIds = useMemo(
    () => [...new Set(steps.flatMap((step) => (step.type === 'CallWorkflow' && step.workflowId ? [step.workflowId] : [])))],
    [steps],
  );
  const { data: choices } = useWorkflowChoices('own', '', calledIds.length > 0);
  const listed = useMemo(() => new Map(choices?.map(({ value, label }) => [value, label])), [choices]);
  const unlistedIds = choices ? calledIds.filter((calledId) => !listed.has(calledId)) : [];
  const unlisted = useQueries({
    queries: unlistedIds.map((calledId) => ({
      queryKey: ['workflows', id, 'called', calledId],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api('GET /api/workflows/{id}/called/{calledId}', { params: { id, calledId } }, { signal }),
      select: ({ workflow }: Called) => (workflow ? ([calledId, workflow.name] as const) : null),
    })),
    combine: namesOf,
  });
  useEffect(() => {
    store.set({ calledNames: new Map([...listed, ...unlisted]) });
  }, [store, listed, unlisted]);
  return null;
}

/** A workflow that is not there has none. */
function namesOf(results: readonly UseQueryResult<readonly [string, string] | null>[]) {
  return results.flatMap(({ data }) => (data ? [data] : []));
}
