import type { StepValues } from '@portage/workflow';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { REPAIR_PARAMETER } from '../../runs/repair-path.ts';
import { useRun, useRunOverview, useStepInstance } from '../../runs/run-queries.ts';
import { failedTurn } from './failed-turn.ts';

export function useRepair() {
  const [search, setSearch] = useSearchParams();
  const runId = search.get(REPAIR_PARAMETER);
  const leave = useCallback(
    () =>
      setSearch(
        (previous) => {
          previous.delete(REPAIR_PARAMETER);
          return previous;
        },
        { replace: true },
      ),
    [setSearch],
  );
  return { runId, leave };
}

export function useFailedStep(runId: string) {
  const { run } = useRun(runId);
  const overview = useRunOverview(runId, { isRunning: false, stepCount: run.data?.stepCount ?? 0 });
  const focus = overview.data?.focus;
  const failed = run.data?.status === 'Failed' && focus?.status === 'Failed' ? focus : null;
  const step = useStepInstance(runId, failed?.id ?? null, { isRunning: false });
  return {
    run: run.data,
    error: run.error ?? overview.error,
    isLoaded: run.data !== undefined && overview.data !== undefined,
    failed,
    data: step.data?.stepData ?? null,
  };
}

export interface FailedTurn {
  runId: string;
  loopItems: Readonly<Record<string, StepValues>>;
}

/**
 * The loop items at which the run being repaired failed, so that values and tests show what the step had. Null outside a repair, or if they
 * can't be read; undefined while loading.
 */
export function useFailedTurn(): FailedTurn | null | undefined {
  const { runId } = useRepair();
  const overview = useRunOverview(runId, { isRunning: false, stepCount: 0 });
  const focus = overview.data?.focus;
  const failed = focus?.status === 'Failed' ? focus : null;
  const step = useStepInstance(runId ?? '', failed?.id ?? null, { isRunning: false });
  const loops = step.data?.stepData?.loops;
  const isLoading = overview.isLoading || step.isLoading;
  const isFailed = failed !== null;
  return useMemo(() => {
    if (isLoading) return undefined;
    return runId === null || !isFailed ? null : { runId, loopItems: failedTurn(loops) };
  }, [runId, isFailed, loops, isLoading]);
}
