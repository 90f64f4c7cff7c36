import { useHost } from '@portage/area-kit';
import type { StepValues } from '@portage/workflow';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useRun } from '../../runs/run-queries.ts';
import { useOpenDraft, useOpenWorkflow, useSaving } from '../save/saving-context.tsx';
import { createBriefStore } from '../state/brief-store.ts';
import { DesignDataContext, type PartOfWorkflow } from '../state/design-data-context.ts';
import { useEditorStore } from '../state/editor-context.tsx';
import { getStepTests } from '../state/step-tests.ts';
import { lastRunKey, useRefreshSamples } from '../values/samples/use-samples.ts';
import { useChosenRun } from './use-chosen-run.ts';

const STALE_MS = 5_000;

export interface DesignDataProviderProps {
  /** Called when a run of a part of the workflow has ended. */
  onPartEnded: (runId: string) => void;
  /** The last run that was started here. It may not be in the list of runs yet. */
  startedRunId: string | null;
  isDesigning: boolean;
  children: ReactNode;
}

export function DesignDataProvider({ onPartEnded, startedRunId, isDesigning, children }: DesignDataProviderProps) {
  const { api } = useHost();
  const { id } = useOpenWorkflow();
  const ofDraft = useOpenDraft() !== null;
  const { flush } = useSaving();
  const store = useEditorStore();
  const { chosenRunId, choose } = useChosenRun(id);
  const last = useQuery({
    queryKey: [...lastRunKey(id), 'instance'],
    queryFn: ({ signal }) => api('GET /api/workflows/{id}/last-instance', { params: { id } }, { signal }),
    select: (answer) => answer.workflowInstance?.id ?? null,
    enabled: chosenRunId === null,
    staleTime: STALE_MS,
  });
  const { refetch } = last;
  const newest = useNewest(last.isLoadingError ? null : last.data, startedRunId);
  const runId = chosenRunId ?? newest;
  useEffect(() => {
    if (isDesigning && startedRunId !== null && chosenRunId === null) void refetch();
  }, [isDesigning, startedRunId, chosenRunId, refetch]);
  const { pins, pin, query: pinned } = usePins(id, flush);
  const isReading = runId === undefined || pinned.isLoading;
  const failed = [last, pinned].find(({ isLoadingError }) => isLoadingError) ?? null;
  const briefs = useMemo(
    () =>
      runId && isDesigning
        ? createBriefStore(async (clientIds) => {
            const answer = await api('POST /api/workflows/instances/{id}/briefs', { params: { id: runId }, body: { clientIds } });
            return answer.briefs;
          })
        : null,
    // A run may continue while it is open, so its outputs are read again when the designer returns.
    [api, runId, isDesigning],
  );
  useEffect(() => () => briefs?.dispose(), [briefs]);
  const runPart = useCallback(
    async ({ kind, stepId }: PartOfWorkflow) => {
      if (!(await flush())) return;
      const body = {
        ...(kind === 'upTo' ? { upToStepId: stepId } : { fromStepId: stepId }),
        ...(chosenRunId ? { dataRunId: chosenRunId } : runId ? { lastRunId: runId } : {}),
        ...(ofDraft ? { ofDraft } : {}),
      };
      const { workflowInstanceId } = await api('POST /api/workflows/{id}/test-run', { params: { id }, body });
      setWatched({ runId: workflowInstanceId, isPart: true });
      const clientId = store.getState().steps.find((step) => step.stepId === stepId)?.clientId;
      if (clientId === undefined) return;
      getStepTests(store).put(clientId, { kind, runId: workflowInstanceId });
      store.open(clientId);
    },
    [api, chosenRunId, flush, id, ofDraft, runId, store],
  );
  const [watched, setWatched] = useState<{ runId: string; isPart: boolean } | null>(null);
  const watch = useCallback((testRunId: string) => setWatched({ runId: testRunId, isPart: false }), []);
  const refreshSamples = useRefreshSamples(id);
  function endTest(): void {
    void refreshSamples();
    if (watched?.isPart) onPartEnded(watched.runId);
  }
  const value = useMemo(
    () => ({ chosenRunId, runId, choose, pins, isReading, failed, pin, briefs, runPart, watch }),
    [chosenRunId, runId, choose, pins, isReading, failed, pin, briefs, runPart, watch],
  );
  return (
    <DesignDataContext value={value}>
      {children}
      {watched ? <Watched key={watched.runId} runId={watched.runId} onEnd={endTest} /> : null}
    </DesignDataContext>
  );
}

/** Follows a test, whose pane may be closed before it ends. */
function Watched({ runId, onEnd }: { runId: string; onEnd: () => void }) {
  const { run, isRunning } = useRun(runId);
  const isOver = run.data !== undefined && !isRunning;
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (isOver) end();
  }, [isOver]);
  return null;
}

/** The run that was started here, until the list contains a newer one. */
function useNewest(listed: string | null | undefined, startedRunId: string | null): string | null | undefined {
  const [started, setStarted] = useState<{ runId: string; before: string | null | undefined } | null>(null);
  if (startedRunId !== null && startedRunId !== started?.runId) setStarted({ runId: startedRunId, before: listed });
  return started && listed === started.before ? started.runId : listed;
}

function usePins(workflowId: string, flush: () => Promise<boolean>) {
  const { api } = useHost();
  const queryClient = useQueryClient();
  const refreshSamples = useRefreshSamples(workflowId);
  const params = useMemo(() => ({ id: workflowId }), [workflowId]);
  const queryKey = useMemo(() => ['workflows', workflowId, 'pins'], [workflowId]);
  const query = useQuery({ queryKey, queryFn: ({ signal }) => api('GET /api/workflows/{id}/pins', { params }, { signal }) });
  const { data } = query;
  const pins = useMemo(() => new Map((data?.pins ?? []).map(({ clientId, values }) => [clientId, values as StepValues])), [data]);
  const pin = useCallback(
    async (clientId: string, values: StepValues | null) => {
      // The server tests what is saved.
      if (!(await flush())) return;
      const body = { clientId, values: values as Parameters<typeof api<'PUT /api/workflows/{id}/pins'>>[1]['body']['values'] };
      queryClient.setQueryData(queryKey, await api('PUT /api/workflows/{id}/pins', { params, body }));
      void refreshSamples();
    },
    [api, flush, params, queryClient, queryKey, refreshSamples],
  );
  return { pins, pin, query };
}
