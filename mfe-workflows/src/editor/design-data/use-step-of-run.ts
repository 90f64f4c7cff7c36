import { recordedValues } from '@portage/contracts';
import type { StepValues } from '@portage/workflow';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { StepDetail } from '../../api-types.ts';
import { useStepInstance } from '../../runs/run-queries.ts';
import type { Brief } from '../state/brief-store.ts';
import { useDesignData } from '../state/design-data-context.ts';
import type { EditorStep } from '../state/editor-state.ts';

/** The step's short result in the run whose data is shown. Undefined: not known yet; null: it didn't run. */
export function useBrief(clientId: string, isWanted = true): Brief | null | undefined {
  const briefs = useDesignData()?.briefs ?? null;
  const read = () => briefs?.get(clientId);
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
}

/** The step's record in that run, with its input and output; read only if wanted. */
export function useStepOfRun({ clientId }: EditorStep, isWanted: boolean): StepOfRun {
  const runId = useDesignData()?.runId ?? null;
  const brief = useBrief(clientId);
  const wanted = isWanted && runId !== null && brief ? brief.stepInstanceId : null;
  const query = useStepInstance(runId ?? '', wanted, { isRunning: false });
  const record = wanted === null ? undefined : query.data;
  const values = useMemo(() => (record ? recordedValues(record) : {}), [record]);
  return { brief, record, values, isReading: isWanted && runId !== null && (brief === undefined || (wanted !== null && query.isLoading)) };
}
