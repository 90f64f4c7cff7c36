import type { RunQuota, RunStatus } from '@portage/contracts';
import type { FailedAttempt } from './run-event.ts';

/** The position of a loop in a paged list (spec ENG-16). The next page is fetched when its first item is due. */
export interface Paging {
  /** The step that provides the pages. */
  stepId: string;
  /** The record that holds the current page; for the first page, the loop's own record. */
  ordinal: number;
  /** Counted from 1. */
  page: number;
  /** Index of the page's first item in the whole list. */
  firstIndex: number;
  hasMore: boolean;
  limit: number;
  /** Why the list is incomplete: a page couldn't be fetched, and the run continued. */
  cut?: string;
}

/** State of the current iteration of a loop that collects results. */
export interface Collecting {
  /** Number of the iteration's first step record. Earlier values belong to other iterations. */
  from: number;
  /** Size of the results so far, in characters of JSON. */
  chars: number;
  /** The iteration's result is stored, or the iteration failed. */
  isDone: boolean;
  /** The loop ends with this iteration (spec ENG-17, scope Loop). */
  isLast?: true;
}

/** The chain of a whole workflow, of a branch's group or of a loop's body. A run has a stack of these. */
export type Frame =
  | { kind: 'root'; nextStepId: string | null; steps: number }
  | { kind: 'group'; stepId: string; group: string; nextStepId: string | null; steps: number }
  | {
      kind: 'loop';
      stepId: string;
      /** The loop's own step record, which stays open until the loop ends. */
      ordinal: number;
      startedAt: number;
      index: number;
      /** Items known so far. */
      count: number;
      nextStepId: string | null;
      steps: number;
      paging?: Paging;
      collecting?: Collecting;
    };

export interface CurrentStep {
  stepId: string;
  path: string;
  /** Number of the step record in the run. A continued step keeps its number. */
  ordinal: number;
  startedAt: number;
  /** Set when the step fetches this page for the innermost loop instead of running in its chain. */
  page?: number;
  /**
   * Set when a loop evaluates the current iteration's result (`turn`), or combines all iterations' results into
   * a list, instead of starting.
   */
  collects?: 'turn' | { loopOrdinal: number; turns: number };
  /** Where a step that works in parts continues; absent: at its beginning. */
  progress?: unknown;
  /** How many times the step was changed after its run had failed at it; absent: never. A changed step's calls count as different calls. */
  repairs?: number;
  /** 1, then 2 and more for retries (spec ENG-15). */
  attempt: number;
  /** The failed attempts, and when the latest attempt began; absent: this is the first. */
  retries?: { failed: readonly FailedAttempt[]; startedAt: number };
  /** A result with any other number is late and is dropped. */
  fence: number;
  /** What the run waits for apart from the step's own work: a time, or an answer until a time. */
  wait: { kind: 'delay' | 'retry'; untilMs: number } | { kind: 'answer'; untilMs: number; ref: string; about: unknown } | null;
}

/** The state of a run. It stays small, however large the run's data. */
export interface RunState {
  status: RunStatus;
  frames: Frame[];
  current: CurrentStep | null;
  /** The last fencing number that was assigned. */
  fence: number;
  /** Step records so far. The next record gets this number. */
  stepCount: number;
  startedAt: number | null;
  finishedAt: number | null;
  errorMessage: string | null;
  /** Abnormal ends since the last finished step. */
  strikes: number;
  /** The strikes caused by a process that no longer responded, and the time of the last one; absent: none. */
  hangs?: { times: number; atMs: number };
  /** How much the current step had noted at the last strike; absent: nothing. */
  notedAtStrike?: number;
  /** How many times the run was continued after failing, and when it last was (spec ENG-05); absent: never. */
  continued?: { times: number; atMs: number };
  /** Failed steps after which the run continued; absent: none. */
  failedSteps?: number;
  /** The owner's quotas at the start or the last continue; absent: only the engine's own limits apply. */
  quota?: RunQuota;
}

export function newRunState(quota?: RunQuota): RunState {
  return {
    ...(quota ? { quota } : {}),
    status: 'Scheduled',
    frames: [],
    current: null,
    fence: 0,
    stepCount: 0,
    startedAt: null,
    finishedAt: null,
    errorMessage: null,
    strikes: 0,
  };
}
