import { type AvailableReferences, availableReferences, type ExpressionScope, type StepValues } from '@portage/workflow';
import { createContext, use } from 'react';
import { sampleScope } from './samples/sample-values.ts';
import type { InsertTarget, ValueSources } from './value-types.ts';

/** Results of steps in the workflow's last run. */
export interface LastRun {
  /** Null while nothing is known of a run. */
  runId: string | null;
  /** By step name, as far as it was asked for. */
  values: Readonly<Record<string, StepValues>>;
  /** By the name of a loop, the item of the turn that matters; without it, the first item of a collection stands for all. */
  loopItems?: Readonly<Record<string, StepValues>>;
  /** Names of the steps that are being read. */
  isReading: (stepName: string) => boolean;
}

/** The facts that the fields of step forms know. */
export interface Values extends ValueSources {
  stepNames: ReadonlySet<string>;
  lastRun: LastRun;
  storedData: Readonly<Record<string, unknown>>;
  availableOf(stepId: string): AvailableReferences;
  scopeOf(stepId: string): ExpressionScope;
}

/** The requests that they may make. */
export interface Actions {
  /** Reads what these steps gave in the last run, if that has not been done. */
  wantSteps(names: readonly string[]): void;
  wantStoredData(): void;
  openSelector(target: InsertTarget): void;
  /** The field that has the focus takes what is chosen from now on. */
  retarget(target: InsertTarget): void;
  closeSelector(): void;
}

const noRun: LastRun = { runId: null, values: {}, isReading: () => false };
export const ValuesContext = createContext<Values>(makeValues({ steps: [] }, noRun, {}));
export const ActionsContext = createContext<Actions | null>(null);
export const TargetContext = createContext<InsertTarget | null>(null);

/** Works out what a step can refer to, and its sample values, once for each step and only when asked. */
export function makeValues(
  { steps, workflowId, hasHiddenSteps = false, iconOf }: ValueSources,
  lastRun: LastRun,
  storedData: Readonly<Record<string, unknown>>,
): Values {
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
      sampleScope({
        available: availableOf(stepId),
        lastRun: lastRun.values,
        loopItems: lastRun.loopItems ?? {},
        storedData,
        consts,
        stepNames,
        now: () => new Date(),
      });
    scopes.set(stepId, known);
    return known;
  }
  return { steps, workflowId, hasHiddenSteps, iconOf, stepNames, lastRun, storedData, availableOf, scopeOf };
}

/** The known facts about the workflow and its last run. */
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
