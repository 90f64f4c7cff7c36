import { recordedValues } from '@portage/contracts';
import type { StepValues } from '@portage/workflow';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { StepDetail } from '../../api-types.ts';
import { useStepInstance } from '../../runs/run-queries.ts';
import type { Brief, BriefStore } from '../state/brief-store.ts';
import { type FailedReading, useDesignData } from '../state/design-data-context.ts';
import type { EditorStep } from '../state/editor-state.ts';

/** The step's short result in the run whose data is shown. Undefined: not known yet; null: it didn't run. */
export function useBrief(clientId: string, isWanted = true): Brief | null | undefined {
  return useFromBriefs(clientId, isWanted, (briefs) => briefs.get(clientId));
}

function useFromBriefs<Value>(clientId: string, isWanted: boolean, select: (briefs: BriefStore) => Value): Value | undefined {
  const briefs = useDesignData()?.briefs ?? null;
  const read = () => (briefs ? select(briefs) : undefined);
  const subscribe = useCallback(
    (listener: () => void) => {
      if (!briefs || !isWanted) return () => undefined;
      briefs.want(clientId);
      return briefs.subscribe(listener);
    },
    [briefs, clientId, isWanted],
  );
  return useSyncExternalStore(subscribe, read, read);
}

export interface StepOfRun {
  brief: Brief | null | undefined;
  record: StepDetail | undefined;
  values: StepValues;
  isReading: boolean;
  /** Why the step's data couldn't be read. */
  failed: FailedReading | null;
}

/** The step's record in that run, with its input and output; read only if wanted. */
export function useStepOfRun({ clientId }: Pick<EditorStep, 'clientId'>, isWanted: boolean): StepOfRun {
  const design = useDesignData();
  const runId = design?.runId ?? null;
  const brief = useBrief(clientId);
  const failure = useFromBriefs(clientId, true, (briefs) => briefs.getFailure());
  const wanted = isWanted && runId !== null && brief ? brief.stepInstanceId : null;
  const query = useStepInstance(runId ?? '', wanted, { isRunning: false });
  const record = wanted === null ? undefined : query.data;
  const values = useMemo(() => (record ? recordedValues(record) : {}), [record]);
  const isBriefMissing = runId !== null && brief === undefined;
  const failed =
    design?.failed ??
    (isBriefMissing && failure
      ? { error: failure.error, refetch: async () => design?.briefs?.retry() }
      : query.isLoadingError
        ? query
        : null);
  const isReading = isWanted && failed === null && (design?.isReading || isBriefMissing || (wanted !== null && query.isLoading));
  return { brief, record, values, isReading, failed: isWanted ? failed : null };
}
