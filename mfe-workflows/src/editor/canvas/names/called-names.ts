import { useApi, useWorkflowChoices } from '@portage/area-kit';
import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { WorkflowStep } from '@portage/workflow';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ReferencedNames } from '../../../step-types/step-view.ts';
import { useOpenWorkflow } from '../../save/saving-context.tsx';

type Called = CallResponse<Calls, 'GET /api/workflows/{id}/called/{calledId}'>;

/** The names of called workflows, by id. One list has most of them; a workflow missing from it is requested by its id. */
export function useCalledNames(steps: readonly WorkflowStep[]): ReferencedNames {
  const api = useApi();
  const { id } = useOpenWorkflow();
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
    combine: collectNames,
  });
  return useMemo(() => new Map([...listed, ...unlisted]), [listed, unlisted]);
}

/** A workflow that doesn't exist is left out. */
function collectNames(results: readonly UseQueryResult<readonly [string, string] | null>[]) {
  return results.flatMap(({ data }) => (data ? [data] : []));
}
