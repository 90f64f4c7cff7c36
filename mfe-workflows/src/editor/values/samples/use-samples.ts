import { useApi } from '@portage/area-kit';
import type { SampleOrigin, StepSamples } from '@portage/mapping-editor/value-field';
import { exampleValues, type StepValues, type WorkflowStep } from '@portage/workflow';
import { type UseQueryResult, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Sample, SampleInfo } from '../../../api-types.ts';
import { runKeys } from '../../../runs/run-queries.ts';
import type { FailedTurn } from '../../repair/use-repair.ts';
import { useDesignData } from '../../state/design-data-context.ts';

const STALE_MS = 5_000;

export function lastRunKey(workflowId: string | undefined): readonly unknown[] {
  return [...runKeys.all, 'last', workflowId];
}

export function samplesKey(workflowId: string | undefined): readonly unknown[] {
  return ['workflows', workflowId, 'samples'];
}

/** Reads the samples again, because a test has ended. */
export function useRefreshSamples(workflowId: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(() => queryClient.invalidateQueries({ queryKey: [...samplesKey(workflowId), 'list'] }), [queryClient, workflowId]);
}

/** The run whose results are samples, for a call: the chosen one, or the newest one that is known. */
export function useDataRun(): { dataRunId?: string; lastRunId?: string } {
  const design = useDesignData();
  const chosen = design?.chosenRunId;
  const last = design?.runId;
  return useMemo(() => (chosen ? { dataRunId: chosen } : last ? { lastRunId: last } : {}), [chosen, last]);
}

/** Where the samples of a workflow's steps come from, by clientId; undefined: not read yet. One call, whatever the number of steps. */
function useSampleList(workflowId: string | undefined, isWanted: boolean): ReadonlyMap<string, SampleInfo> | undefined {
  const api = useApi();
  const design = useDesignData();
  const query = useDataRun();
  const { data, isError } = useQuery({
    queryKey: [...samplesKey(workflowId), 'list', query],
    queryFn: ({ signal }) => api('GET /api/workflows/{id}/samples', { params: { id: workflowId ?? '' }, query }, { signal }),
    enabled: isWanted && workflowId !== undefined && (design === null || design.runId !== undefined),
    staleTime: STALE_MS,
  });
  return useMemo(() => {
    if (!data) return isError ? new Map() : undefined;
    return new Map(data.samples.map((sample) => [sample.clientId, sample]));
  }, [data, isError]);
}

/** A step's sample with its values. `sample` is null if the step has none, and undefined while loading. */
export function useStepSample(workflowId: string | undefined, clientId: string, isWanted: boolean): { sample: Sample | null | undefined } {
  const list = useSampleList(workflowId, isWanted);
  const info = list?.get(clientId);
  const { data, isError } = useQuery({ ...useValuesQuery(workflowId)(info), enabled: isWanted && info !== undefined });
  if (list && info === undefined) return { sample: null };
  return { sample: data?.sample ?? (isError ? null : undefined) };
}

/** Values never change: a newer sample has another time or run. */
function useValuesQuery(workflowId: string | undefined) {
  const api = useApi();
  const query = useDataRun();
  return useCallback(
    (info: SampleInfo | undefined) => ({
      queryKey: [...samplesKey(workflowId), 'values', info?.clientId, info?.origin, info?.at, info?.workflowInstanceId],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api(
          'GET /api/workflows/{id}/samples/{clientId}',
          { params: { id: workflowId ?? '', clientId: info?.clientId ?? '' }, query },
          { signal },
        ),
      // What a connector's document or another workflow says may change.
      staleTime: info?.origin === 'schema' ? STALE_MS : Number.POSITIVE_INFINITY,
    }),
    [api, query, workflowId],
  );
}

/**
 * The samples that expressions are written with: pins, results of tests, of the chosen or the last run. Nothing is read before it is needed.
 *
 * @param wantedSteps names of the steps whose values are needed
 * @param failedTurn the failed iteration of the run being repaired; applies if the values are from that run. Undefined while loading
 */
export function useSamples(
  workflowId: string | undefined,
  wantedSteps: readonly string[],
  steps: readonly WorkflowStep[],
  failedTurn: FailedTurn | null | undefined,
): StepSamples {
  const design = useDesignData();
  const pins = design?.pins;
  const isWanted = workflowId !== undefined && wantedSteps.length > 0;
  const list = useSampleList(workflowId, isWanted);
  const queryOf = useValuesQuery(workflowId);
  // A key in a form changes neither the names nor what is read.
  const names = useSameList(steps.map(({ stepId }) => stepId));
  const clientIds = useSameList(steps.map(({ clientId }) => clientId));
  const nameOf = useMemo(() => new Map(clientIds.map((clientId, at) => [clientId, names[at] ?? ''])), [clientIds, names]);
  const wanted = useSameList(
    useMemo(() => {
      const wantedNames = new Set(wantedSteps);
      return steps.flatMap((step) => {
        const info = step.clientId === undefined || !wantedNames.has(step.stepId) ? undefined : list?.get(step.clientId);
        return info && isReadHere(info, step) ? info : [];
      });
    }, [list, wantedSteps, steps]),
  );
  const { read, isReading } = useQueries({ queries: wanted.map(queryOf), combine: combineSamples });
  const runId = (design ? design.runId : findRunId(list)) ?? null;
  return useMemo(() => {
    const values: Record<string, StepValues> = {};
    const origins: Record<string, SampleOrigin> = {};
    const put = (name: string | undefined, origin: SampleOrigin, found: StepValues) => {
      if (name === undefined) return;
      values[name] = found;
      origins[name] = origin;
    };
    for (const { clientId, origin, values: found } of read) if (Object.keys(found).length > 0) put(nameOf.get(clientId), origin, found);
    for (const [clientId, pinned] of pins ?? []) {
      const name = nameOf.get(clientId);
      if (name !== undefined && wantedSteps.includes(name)) put(name, 'pin', pinned);
    }
    const awaited = new Set(wanted.map(({ clientId }) => nameOf.get(clientId)));
    return {
      runId,
      values,
      origins,
      ...(failedTurn?.runId === runId ? { loopItems: failedTurn.loopItems } : {}),
      isReading: (name) =>
        isWanted &&
        wantedSteps.includes(name) &&
        (list === undefined || failedTurn === undefined || (isReading && !Object.hasOwn(values, name) && awaited.has(name))),
    };
  }, [read, isReading, list, wanted, nameOf, pins, wantedSteps, isWanted, runId, failedTurn]);
}

/** The same list until an item is another one. */
function useSameList<Item>(list: readonly Item[]): readonly Item[] {
  const [same, setSame] = useState(list);
  if (same === list || (same.length === list.length && same.every((item, at) => item === list[at]))) return same;
  setSame(list);
  return list;
}

/** The editor itself has the pins, and the examples that are in a step's settings. */
function isReadHere({ origin }: SampleInfo, step: WorkflowStep): boolean {
  return origin === 'schema' ? Object.keys(exampleValues(step)).length === 0 : origin !== 'pin';
}

function findRunId(list: ReadonlyMap<string, SampleInfo> | undefined): string | null {
  return [...(list?.values() ?? [])].find(({ origin }) => origin === 'run')?.workflowInstanceId ?? null;
}

function combineSamples(results: UseQueryResult<{ sample: Sample }>[]): { read: Sample[]; isReading: boolean } {
  return { read: results.flatMap(({ data }) => data?.sample ?? []), isReading: results.some(({ isLoading }) => isLoading) };
}
