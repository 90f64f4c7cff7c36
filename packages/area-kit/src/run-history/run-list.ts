import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { personsTimeZone, type SelectOption, sortQuery, type TableSort } from '@portage/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../host/host.ts';
import { isInProgress } from '../status/run-progress.ts';
import { buildRunQuery, type RunFilter, type RunScope } from './run-filter.ts';

export type ListedRun = CallResponse<Calls, 'GET /api/workflows/find-instances'>['workflowInstances'][number];

/** Refresh interval of a list with runs in progress; the single run has its own, faster view. */
const LIST_INTERVAL_MS = 3_000;
/** Refresh interval of other lists: a new run appears a moment later. */
const QUIET_LIST_INTERVAL_MS = 10_000;
const MOST_CHOICES = 50;

/** One page of runs, newest first unless sorted. Whatever changes a run invalidates `['runs']`. */
export function useRunList(scope: RunScope, filter: RunFilter, page: number, sort?: TableSort) {
  const api = useApi();
  const query = buildRunQuery(scope, filter, page, { nowMs: Date.now(), timeZone: personsTimeZone() });
  const sorted = sortQuery(sort, ['started']);
  const runs = useQuery({
    queryKey: ['runs', 'list', query, sorted],
    queryFn: ({ signal }) => api('GET /api/workflows/find-instances', { query: { ...query, ...sorted } }, { signal }),
    select: ({ workflowInstances, totalCount }) => ({ rows: workflowInstances, totalCount }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.workflowInstances.some((run) => isInProgress(run.status)) ? LIST_INTERVAL_MS : QUIET_LIST_INTERVAL_MS,
  });
  return { ...runs, query };
}

/** Workflows whose name contains a text, to choose from; among everyone's, each names its owner. Loaded only if wanted. */
export function useWorkflowChoices(scope: RunScope, name: string, isWanted = true) {
  const api = useApi();
  const isAdmin = scope === 'everyone';
  return useQuery({
    queryKey: ['workflows', 'choices', scope, name],
    enabled: isWanted,
    queryFn: ({ signal }) => api('GET /api/workflows', { query: { name, isAdmin, pageSize: MOST_CHOICES } }, { signal }),
    select: ({ workflows }): SelectOption[] =>
      workflows.map(({ id, name: label, ownerUserEmail }) => ({ value: id, label: isAdmin ? `${label} (${ownerUserEmail})` : label })),
    placeholderData: keepPreviousData,
  });
}
