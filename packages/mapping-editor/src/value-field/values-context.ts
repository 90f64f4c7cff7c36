import { type AvailableReferences, availableReferences, type ExpressionScope, type StepValues, sampleScope } from '@portage/workflow';
import { createContext, use } from 'react';
import type { InsertTarget, ValueSources } from './value-types.ts';

/** Where a step's sample comes from; an example is in the step's settings. */
export type SampleOrigin = 'pin' | 'test' | 'run' | 'schema';

/** What steps returned before: in tests and runs, or as pinned. */
export interface LastRun {
  /** Null while no run is known. */
  runId: string | null;
  /** By step name; only steps that were requested. */
  values: Readonly<Record<string, StepValues>>;
  /** Where these values come from, by step name. */
  origins: Readonly<Record<string, SampleOrigin>>;
  /** By loop name, the item of the relevant iteration; by default the first item of a collection. */
  loopItems?: Readonly<Record<string, StepValues>>;
  isReading: (stepName: string) => boolean;
}

/** Everything that the fields of step forms know. */
export interface Values extends ValueSources {
  stepNames: ReadonlySet<string>;
  lastRun: LastRun;
  storedData: Readonly<Record<string, unknown>>;
  availableOf(stepId: string): AvailableReferences;
  scopeOf(stepId: string): ExpressionScope;
}

/** What the fields of step forms can ask for. */
export interface Actions {
  /** Loads these steps' results of the last run, unless they are already loaded. */
  wantSteps(names: readonly string[]): void;
  wantStoredData(): void;
  openSelector(target: InsertTarget): void;
  /** Makes the focused field the target of what is chosen from now on. */
  retarget(target: InsertTarget): void;
  closeSelector(): void;
  /** The field of this step's form that had the focus last; null if none had it, or it's gone. */
  lastTarget(stepId: string): InsertTarget | null;
}

const noRun: LastRun = { runId: null, values: {}, origins: {}, isReading: () => false };
export const ValuesContext = createContext<Values>(makeValues({ steps: [] }, noRun, {}));
export const ActionsContext = createContext<Actions | null>(null);
export const TargetContext = createContext<InsertTarget | null>(null);

/** Calculates what a step can refer to, and its sample values, once per step and only on demand. */
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
        results: lastRun.values,
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

/** What is known about the workflow and its last run. */
export function useValues(): Values {
  return use(ValuesContext);
}

/** Null outside of a ValueSelectorProvider: fields work there, without a selector. */
export function useValueActions(): Actions | null {
  return use(ActionsContext);
}

export function useSelectorTarget(): InsertTarget | null {
  return use(TargetContext);
}
