import {
  type AvailableReferences,
  availableReferences,
  type ExpressionScope,
  hasSameReferences,
  type StepValues,
  sampleScope,
  type WorkflowStep,
} from '@portage/workflow';
import { createContext, use } from 'react';
import type { InsertTarget, ValueSources } from './value-types.ts';

/** Where a step's sample comes from; an example is in the step's settings. */
export type SampleOrigin = 'pin' | 'test' | 'run' | 'schema';

/** What steps returned before: in tests and runs, or as pinned. */
export interface StepSamples {
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
  samples: StepSamples;
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

const noSamples: StepSamples = { runId: null, values: {}, origins: {}, isReading: () => false };
const noVariables: Readonly<Record<string, unknown>> = {};
export const ValuesContext = createContext<Values>(makeValues({ steps: [] }, noSamples, {}));
export const ActionsContext = createContext<Actions | null>(null);
export const TargetContext = createContext<InsertTarget | null>(null);

/** What one step can refer to, and the sources that this was made from. */
interface StepEntry {
  steps: readonly WorkflowStep[];
  available: AvailableReferences;
  sampled?: {
    samples: StepSamples;
    storedData: Readonly<Record<string, unknown>>;
    vars: Readonly<Record<string, unknown>>;
    workflowId: string | undefined;
    scope: ExpressionScope;
  };
}

/** By step name. */
export type ValuesCache = Map<string, StepEntry>;

/**
 * Calculates what a step can refer to, and its sample values, only on demand.
 *
 * @param cache shared by the values of one workflow over time: at a key in a step's form, what the step refers to stays the same object
 */
export function makeValues(
  { steps, workflowId, hasHiddenSteps = false, iconOf }: ValueSources,
  samples: StepSamples,
  storedData: Readonly<Record<string, unknown>>,
  cache: ValuesCache = new Map(),
  vars: Readonly<Record<string, unknown>> = noVariables,
): Values {
  const stepNames = new Set(steps.map(({ stepId }) => stepId));
  const consts = {
    ...(workflowId === undefined ? {} : { WorkflowId: workflowId }),
    ...(samples.runId === null ? {} : { WorkflowInstanceId: samples.runId }),
  };
  function entryOf(stepId: string): StepEntry {
    const cached = cache.get(stepId);
    if (cached?.steps === steps) return cached;
    const entry: StepEntry =
      cached && hasSameReferences(cached.steps, steps, stepId)
        ? { ...cached, steps }
        : { steps, available: availableReferences(steps, stepId) };
    cache.set(stepId, entry);
    return entry;
  }
  function scopeOf(stepId: string): ExpressionScope {
    const entry = entryOf(stepId);
    const { available, sampled } = entry;
    if (sampled?.samples === samples && sampled.storedData === storedData && sampled.vars === vars && sampled.workflowId === workflowId)
      return sampled.scope;
    const sources = { available, results: samples.values, loopItems: samples.loopItems ?? {}, storedData, vars, consts, stepNames };
    const scope = sampleScope({ ...sources, now: () => new Date() });
    entry.sampled = { samples, storedData, vars, workflowId, scope };
    return scope;
  }
  const availableOf = (stepId: string) => entryOf(stepId).available;
  return { steps, workflowId, hasHiddenSteps, iconOf, stepNames, samples, storedData, availableOf, scopeOf };
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
