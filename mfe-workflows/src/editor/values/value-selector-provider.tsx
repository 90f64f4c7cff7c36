import { useApi } from '@portage/area-kit';
import {
  type Actions,
  ActionsContext,
  type InsertTarget,
  makeValues,
  TargetContext,
  type ValueSources,
  type ValuesCache,
  ValuesContext,
} from '@portage/mapping-editor/value-field';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { getStepLook } from '../../step-types/step-look.ts';
import { sampleVariables, variablesQuery } from '../../variables/variable-queries.ts';
import type { FailedTurn } from '../repair/use-repair.ts';
import { samplesKey, useSamples } from './samples/use-samples.ts';
import { ValueSelector } from './selector/value-selector.tsx';

function renderStepIcon(stepType: string): ReactNode {
  const { icon: Icon, color } = getStepLook(stepType);
  return <Icon aria-hidden color={color} />;
}

interface ValueSelectorProviderProps extends ValueSources {
  /** Undefined while loading. */
  failedTurn: FailedTurn | null | undefined;
  children: ReactNode;
}

/** Surrounds step forms: provides the workflow to their fields, and contains the value selector (spec STEP-03). */
export function ValueSelectorProvider({ steps, workflowId, hasHiddenSteps = false, failedTurn, children }: ValueSelectorProviderProps) {
  const [wantedSteps, setWantedSteps] = useState<readonly string[]>([]);
  const [isDataWanted, setIsDataWanted] = useState(false);
  const [target, setTarget] = useState<InsertTarget | null>(null);
  const lastTarget = useRef<InsertTarget | null>(null);
  const samples = useSamples(workflowId, wantedSteps, steps, failedTurn);
  const storedData = useStoredData(workflowId, isDataWanted);

  const vars = useQuery({ ...variablesQuery(useApi()), select: sampleVariables }).data;

  const [cache] = useState((): ValuesCache => new Map());
  const values = useMemo(
    () => makeValues({ steps, workflowId, hasHiddenSteps, iconOf: renderStepIcon }, samples, storedData, cache, vars),
    [steps, workflowId, hasHiddenSteps, samples, storedData, cache, vars],
  );
  const closeSelector = useCallback(() => setTarget(null), []);
  const queryClient = useQueryClient();
  // Another run may have ended since the last form was open.
  const readAgain = useCallback(
    () => queryClient.refetchQueries({ queryKey: samplesKey(workflowId), stale: true, type: 'active' }),
    [queryClient, workflowId],
  );
  const actions = useMemo(
    (): Actions => ({
      wantSteps(names) {
        if (names.length === 0) return;
        void readAgain();
        setWantedSteps((known) => {
          const added = names.filter((name) => !known.includes(name));
          return added.length === 0 ? known : [...known, ...added];
        });
      },
      wantStoredData: () => setIsDataWanted(true),
      openSelector: setTarget,
      retarget(next) {
        lastTarget.current = next;
        setTarget((now) => now && next);
      },
      closeSelector,
      lastTarget: (stepId) => {
        const last = lastTarget.current;
        return last?.stepId === stepId && last.element !== document.body && last.element.isConnected ? last : null;
      },
    }),
    [closeSelector, readAgain],
  );
  return (
    <ValuesContext value={values}>
      <ActionsContext value={actions}>
        <TargetContext value={target}>
          {children}
          {target ? <ValueSelector target={target} onClose={closeSelector} /> : null}
        </TargetContext>
      </ActionsContext>
    </ValuesContext>
  );
}

const STALE_MS = 15_000;
const nothing: Readonly<Record<string, unknown>> = {};

function useStoredData(workflowId: string | undefined, isWanted: boolean): Readonly<Record<string, unknown>> {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['workflows', workflowId, 'stored-data-values'],
    queryFn: ({ signal }) => api('GET /api/workflows/{id}/workflow-context-data', { params: { id: workflowId ?? '' } }, { signal }),
    select: (answer) => Object.fromEntries(answer.contextData.map(({ key, value }) => [key, value])),
    enabled: isWanted && workflowId !== undefined,
    staleTime: STALE_MS,
  });
  return data ?? nothing;
}
