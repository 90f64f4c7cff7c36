import type { RunQuota, RunStatus } from '@portage/contracts';

/** The place of a loop in a list that comes in pages (spec ENG-16): the next one is fetched when its first item is due. */
export interface Paging {
  /** The step that gives the pages. */
  stepId: string;
  /** The record that holds the present page; of the first one that is the loop's own. */
  ordinal: number;
  /** From 1. */
  page: number;
  /** Place of the page's first item in the whole list. */
  firstIndex: number;
  /** There is another page. */
  hasMore: boolean;
  /** The loop goes through no more items than this. */
  limit: number;
  /** Why the list ends before its end: a page could not be fetched, and the run went on. */
  cut?: string;
}

/** What a loop that collects results knows of its present turn. */
export interface Collecting {
  /** Number of the first step record of the turn: what steps gave before it belongs to other turns. */
  from: number;
  /** Size of the results so far, as JSON. */
  chars: number;
  /** The turn's result is written down, or the turn failed. */
  isDone: boolean;
  /** The loop ends with this turn (spec ENG-17, scope Loop). */
  isLast?: true;
}

/** The chain of a whole workflow, of a branch's group or of a loop's body. A run has a stack of these. */
export type Frame =
  | { kind: 'root'; nextStepId: string | null; steps: number }
  | { kind: 'group'; stepId: string; group: string; nextStepId: string | null; steps: number }
  | {
      kind: 'loop';
      stepId: string;
      /** Of the loop's own step record, which stays open until the loop ends. */
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

/** The step a run is at. */
export interface CurrentStep {
  stepId: string;
  path: string;
  /** Number of the step record inside the run; a continued step keeps its own. */
  ordinal: number;
  startedAt: number;
  /** The step does not run from its place in the chain but fetches this page for the innermost loop. */
  page?: number;
  /** The loop does not begin but evaluates what the present turn hands on (`turn`), or puts the list of these together. */
  collects?: 'turn' | { loopOrdinal: number; turns: number };
  /** The point at which a step that works in parts goes on; absent: its beginning. */
  progress?: unknown;
  /** How often the step was changed while its run had failed at it; absent: never. A changed step's calls are other calls. */
  repairs?: number;
  /** 1, 2, 3 with retries (spec ENG-15). */
  attempt: number;
  /** Result of any other number is late and dropped. */
  fence: number;
  /** What the run waits for, besides the step's own work: an instant, or an answer until an instant. */
  wait: { kind: 'delay' | 'retry'; untilMs: number } | { kind: 'answer'; untilMs: number; ref: string; about: unknown } | null;
}

/** The state of a run: small, whatever the size of its data. */
export interface RunState {
  status: RunStatus;
  frames: Frame[];
  current: CurrentStep | null;
  /** The last fencing number given out. */
  fence: number;
  /** Step records so far; the next one gets this number. */
  stepCount: number;
  startedAt: number | null;
  finishedAt: number | null;
  errorMessage: string | null;
  /** Abnormal ends since the last finished step. */
  strikes: number;
  /** Of these, ends because the process no longer responded, and when the last one was; absent: none. */
  hangs?: { times: number; atMs: number };
  /** How much the current step had noted at the last of them; absent: nothing. */
  notedAtStrike?: number;
  /** How often the run was continued after it had failed, and when the last time (spec ENG-05); absent: never. */
  continued?: { times: number; atMs: number };
  /** Steps that failed although the run went on; absent: none. */
  failedSteps?: number;
  /** The owner's quotas as they were at the start or the last continue; absent: only the engine's own bounds. */
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
