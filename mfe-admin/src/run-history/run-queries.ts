import { type CallResponse, type RunStatus, runStatuses } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { pageIndexOf, personsTimeZone, rangeOf, type SelectOption, useApi } from '@portage/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

export type Run = CallResponse<Calls, 'GET /api/workflows/find-instances'>['workflowInstances'][number];

/** Spec RUN-08. */
export const RUN_PAGE_SIZE = 10;

export interface RunFilter {
  /** A part of the owner's address. */
  userEmail: string;
  workflowId: string;
  status: string;
  /** A stretch of time by name; empty: the two instants. */
  started: string;
  startedFrom: string;
  startedTo: string;
}

/** A status in the address, or nothing for what is no status. */
export function asStatus(text: string): RunStatus | undefined {
  return runStatuses.find((status) => status === text);
}

/** One page of everyone's runs (spec RUN-07). */
export function useAllRuns({ userEmail, workflowId, status, ...started }: RunFilter, page: number) {
  const api = useApi();
  // In whole minutes, so that "Last 24 hours" is not another search at every look.
  const { start: from, end: to } = rangeOf(started, Date.now(), personsTimeZone());
  const wanted = { status: asStatus(status), from, to };
  return useQuery({
    queryKey: ['admin-runs', 'list', userEmail, workflowId, wanted, page],
    queryFn: ({ signal }) =>
      api(
        'GET /api/workflows/find-instances',
        {
          query: {
            ...(userEmail ? { userEmail } : {}),
            ...(workflowId ? { workflowId } : {}),
            ...(wanted.status ? { workflowInstanceStatus: wanted.status } : {}),
            ...(wanted.from ? { workflowStartedAtStart: wanted.from } : {}),
            ...(wanted.to ? { workflowStartedAtEnd: wanted.to } : {}),
            isAdmin: true,
            pageIndex: pageIndexOf(page),
            pageSize: RUN_PAGE_SIZE,
          },
        },
        { signal },
      ),
    select: ({ workflowInstances, totalCount }) => ({ rows: workflowInstances, totalCount }),
    placeholderData: keepPreviousData,
  });
}

/** Workflows whose name holds a text, to choose from; as many as one likes to look through. */
export function useWorkflowChoices(name: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['admin-workflows', 'choices', name],
    queryFn: ({ signal }) => api('GET /api/workflows', { query: { name, isAdmin: true, pageSize: 50 } }, { signal }),
    select: ({ workflows }): SelectOption[] =>
      workflows.map((workflow) => ({ value: workflow.id, label: `${workflow.name} (${workflow.ownerUserEmail})` })),
    placeholderData: keepPreviousData,
  });
}

/** The choices, the chosen one first where it is not among them, so that it keeps its words in the field. */
export function withChosen(choices: readonly SelectOption[], value: string, label = 'The chosen workflow'): readonly SelectOption[] {
  return value && !choices.some((choice) => choice.value === value) ? [{ value, label }, ...choices] : choices;
}
