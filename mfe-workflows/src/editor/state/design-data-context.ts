import type { StepValues } from '@portage/workflow';
import { createContext, use } from 'react';
import type { BriefStore } from './brief-store.ts';

/** A run that ends with a step, or begins with one. */
export interface PartOfWorkflow {
  kind: 'upTo' | 'from';
  stepId: string;
}

/** A read that failed, as `FailedRead` shows it. */
export interface FailedReading {
  error: unknown;
  refetch(): Promise<unknown>;
}

/** The data that a person designs with: a run, and pinned outputs. */
export interface DesignData {
  /** The chosen run; null for the last one. */
  chosenRunId: string | null;
  /** The run whose data is shown. Null if the workflow has not run, or that can't be read; undefined while loading. */
  runId: string | null | undefined;
  choose(runId: string | null): void;
  /** By the step's clientId. */
  pins: ReadonlyMap<string, StepValues>;
  /** The pins or the run are still being read. */
  isReading: boolean;
  /** Why the pins or the run couldn't be read. */
  failed: FailedReading | null;
  /** Saves the workflow first. @param values null unpins the step */
  pin(clientId: string, values: StepValues | null): Promise<void>;
  briefs: BriefStore | null;
  /** Saves the workflow first. The step's panes show its result. */
  runPart(part: PartOfWorkflow): Promise<void>;
  /** Reads the data of tests again when this one has ended. */
  watch(runId: string): void;
}

export const DesignDataContext = createContext<DesignData | null>(null);

/** Null outside the editor. */
export function useDesignData(): DesignData | null {
  return use(DesignDataContext);
}
