import { useApi } from '@portage/area-kit';
import { recordedValues } from '@portage/contracts';
import type { LastRun } from '@portage/mapping-editor/value-field';
import type { StepValues, WorkflowStep } from '@portage/workflow';
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { StepDetail, StepSummary } from '../../../api-types.ts';
import { runKeys } from '../../../runs/run-queries.ts';
import type { FailedTurn } from '../../repair/use-repair.ts';
import { useDesignData } from '../../state/design-data-context.ts';

import { useFormerNames } from './use-former-names.ts';

const PAGE_SIZE = 100;
/** Enough: a run with a long loop has thousands of steps, most of them alike. */
const MOST_PAGES = 5;
const STALE_MS = 5_000;

export function lastRunKey(workflowId: string | undefined): readonly unknown[] {
  return [...runKeys.all, 'last', workflowId];
}

/**
 * The values of steps in the last or the chosen run, even if a step had another name then. Nothing is read before it is needed.
 *
 * @param wantedSteps names of the steps whose values are needed
 * @param failedTurn the failed iteration of the run being repaired; applies if the values are from that run
 */
export function useLastRun(
  workflowId: string | undefined,
  wantedSteps: readonly string[],
  steps: readonly WorkflowStep[],
  failedTurn: FailedTurn | null = null,
): LastRun {
  const api = useApi();
  const isWanted = workflowId !== undefined && wantedSteps.length > 0;
  const design = useDesignData();
  const pins = design?.pins;
  const instance = useQuery({
    queryKey: [...lastRunKey(workflowId), 'instance'],
    queryFn: ({ signal }) => api('GET /api/workflows/{id}/last-instance', { params: { id: workflowId ?? '' } }, { signal }),
    select: (answer) => answer.workflowInstance,
    enabled: isWanted && design === null,
    staleTime: STALE_MS,
  });
  const runId = (design ? design.runId : instance.data?.id) ?? null;
  const records = useQuery({
    queryKey: [...lastRunKey(workflowId), 'records', runId],
    queryFn: async ({ signal }) => {
      const newest = new Map<string, StepSummary>();
      for (let pageIndex = 0; pageIndex < MOST_PAGES; pageIndex += 1) {
        const query = { workflowInstanceId: runId ?? '', pageIndex, pageSize: PAGE_SIZE };
        const { stepInstances, totalCount } = await api('GET /api/workflows/step-instances', { query }, { signal });
        for (const record of stepInstances) if (isTelling(record, newest.get(record.name))) newest.set(record.name, record);
        if ((pageIndex + 1) * PAGE_SIZE >= totalCount) break;
      }
      return newest;
    },
    enabled: isWanted && runId !== null,
    staleTime: STALE_MS,
  });
  const missing = useMemo(() => {
    const known = records.data;
    return known ? wantedSteps.filter((name) => !known.has(name)) : [];
  }, [records.data, wantedSteps]);
  const former = useFormerNames({ workflowId, runId, steps, missing });
  const wanted = wantedSteps.flatMap((name) => {
    const record = records.data?.get(former.names.get(name) ?? name);
    return record ?? [];
  });
  const { values: valuesThen, reading } = useQueries({
    queries: wanted.map((record) => ({
      queryKey: [...runKeys.step(runId ?? '', record.id), 'values', record.lastUpdatedAt],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api(
          'GET /api/workflows/step-instances/{id}',
          { params: { id: record.id }, query: { workflowInstanceId: runId ?? '' } },
          { signal },
        ),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: combineValues,
  });
  const isListing =
    isWanted && (instance.isLoading || (design !== null && design.runId === undefined) || records.isLoading || former.isReading);
  const recorded = records.data;
  return useMemo(() => {
    const values = { ...valuesThen };
    for (const [name, before] of former.names) if (Object.hasOwn(valuesThen, before)) values[name] = valuesThen[before] as StepValues;
    // Tests use pinned outputs, so previews show them.
    for (const { stepId, clientId } of pins?.size ? steps : []) {
      const pinned = clientId === undefined ? undefined : pins?.get(clientId);
      if (pinned && wantedSteps.includes(stepId)) values[stepId] = pinned;
    }
    const isRecorded = (name: string) => recorded?.has(former.names.get(name) ?? name) ?? false;
    return {
      runId,
      values,
      ...(failedTurn?.runId === runId ? { loopItems: failedTurn.loopItems } : {}),
      isReading: (name) => wantedSteps.includes(name) && (isListing || (reading && !Object.hasOwn(values, name) && isRecorded(name))),
    };
  }, [runId, valuesThen, reading, isListing, recorded, former.names, wantedSteps, pins, steps, failedTurn]);
}

/** Whether a record is more useful than the known one: success beats failure, and the newest with data wins. */
function isTelling(record: StepSummary, known: StepSummary | undefined): boolean {
  if (!record.hasContextData) return false;
  return known === undefined || record.status === 'Succeeded' || known.status !== 'Succeeded';
}

function combineValues(results: UseQueryResult<{ stepInstance: StepDetail }>[]): { values: Record<string, StepValues>; reading: boolean } {
  const values: Record<string, StepValues> = {};
  for (const { data } of results) if (data) values[data.stepInstance.name] = recordedValues(data.stepInstance);
  return { values, reading: results.some(({ isLoading }) => isLoading) };
}
