import { type AvailableReferences, availableReferences, type ExpressionScope } from '@portage/workflow';
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { sampleScope } from './samples/sample-values.ts';
import { type LastRun, useLastRun } from './samples/use-last-run.ts';
import { useStoredData } from './samples/use-stored-data.ts';
import { ValueSelector } from './selector/value-selector.tsx';
import type { InsertTarget, ValueSources } from './value-types.ts';

interface Values extends ValueSources {
  stepNames: ReadonlySet<string>;
  lastRun: LastRun;
  storedData: Readonly<Record<string, unknown>>;
  availableOf(stepId: string): AvailableReferences;
  scopeOf(stepId: string): ExpressionScope;
}

interface Actions {
  /** Reads what these steps gave in the last run, if that has not been done. */
  wantSteps(names: readonly string[]): void;
  wantStoredData(): void;
  openSelector(target: InsertTarget): void;
  /** The field that has the focus takes what is chosen from now on. */
  retarget(target: InsertTarget): void;
  closeSelector(): void;
}

const noRun: LastRun = { runId: null, values: {}, isReading: () => false };
const ValuesContext = createContext<Values>(makeValues({ steps: [] }, noRun, {}));
const ActionsContext = createContext<Actions | null>(null);
const TargetContext = createContext<InsertTarget | null>(null);

/** Around everything that holds step forms: tells their fields of the workflow, and shows the value selector (spec STEP-03). */
export function ValueSelectorProvider({ steps, workflowId, children }: ValueSources & { children: ReactNode }) {
  const [wantedSteps, setWantedSteps] = useState<readonly string[]>([]);
  const [isDataWanted, setIsDataWanted] = useState(false);
  const [target, setTarget] = useState<InsertTarget | null>(null);
  const lastRun = useLastRun(workflowId, wantedSteps);
  const storedData = useStoredData(workflowId, isDataWanted);

  const values = useMemo(() => makeValues({ steps, workflowId }, lastRun, storedData), [steps, workflowId, lastRun, storedData]);
  const closeSelector = useCallback(() => setTarget(null), []);
  const actions = useMemo(
    (): Actions => ({
      wantSteps: (names) =>
        setWantedSteps((known) => {
          const added = names.filter((name) => !known.includes(name));
          return added.length === 0 ? known : [...known, ...added];
        }),
      wantStoredData: () => setIsDataWanted(true),
      openSelector: setTarget,
      retarget: (next) => setTarget((now) => now && next),
      closeSelector,
    }),
    [closeSelector],
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

function makeValues({ steps, workflowId }: ValueSources, lastRun: LastRun, storedData: Readonly<Record<string, unknown>>): Values {
  const stepNames = new Set(steps.map(({ stepId }) => stepId));
  const availables = new Map<string, AvailableReferences>();
  const scopes = new Map<string, ExpressionScope>();
  const consts = {
    ...(workflowId === undefined ? {} : { WorkflowId: workflowId }),
    ...(lastRun.runId === null ? {} : { WorkflowInstanceId: lastRun.runId }),
  };
  function availableOf(stepId: string): AvailableReferences {
    const known = availables.get(stepId) ?? availableReferences(steps, stepId);
    availables.set(stepId, known);
    return known;
  }
  function scopeOf(stepId: string): ExpressionScope {
    const known =
      scopes.get(stepId) ??
      sampleScope({ available: availableOf(stepId), lastRun: lastRun.values, storedData, consts, stepNames, now: () => new Date() });
    scopes.set(stepId, known);
    return known;
  }
  return { steps, workflowId, stepNames, lastRun, storedData, availableOf, scopeOf };
}

/** What is known of the workflow and its last run. */
export function useValues(): Values {
  return use(ValuesContext);
}

/** Null outside of a ValueSelectorProvider: fields work there, without a selector. */
export function useValueActions(): Actions | null {
  return use(ActionsContext);
}

/** The field that the open selector inserts into. */
export function useSelectorTarget(): InsertTarget | null {
  return use(TargetContext);
}
