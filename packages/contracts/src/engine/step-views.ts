import type { WorkflowStep } from '@portage/workflow';
import type { ApprovalQuestion } from './approval.ts';
import type { ResultSource, StepStatus } from './run-status.ts';

/** Spec ENG-07 without the payloads, as lists show it. */
export interface StepInstanceSummary {
  id: string;
  /** The step's name (stepId). */
  name: string;
  /** The step's path in the run: `each[3]/route.Yes/tell`. */
  path: string;
  stepType: WorkflowStep['type'];
  status: StepStatus;
  lastUpdatedAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  errorMessage: string | null;
  hasContextData: boolean;
  /** The record that a sync carried; absent: this is a step. `flowId` is absent if an earlier release wrote it. */
  syncRecord?: { name: string; sourceItemId: string; flowId?: string | undefined };
  /** The attempts after which the step was tried again, oldest first; absent: none. */
  retries?: StepRetry[];
}

/** An attempt that failed, and when the next one was due. */
export interface StepRetry {
  startedAt: string;
  failedAt: string;
  errorMessage: string;
  nextAt: string;
}

/** A loop's position when a step inside it ran. */
export interface StepLoop {
  name: string;
  /** Starts at 0. */
  index: number;
  /** Null: unknown, or the list is fetched page by page. */
  count: number | null;
  /** Absent: the list isn't stored. */
  item?: unknown;
}

export interface ResponseData {
  responseHttpStatusCode?: number;
  body?: unknown;
  /** Repeated headers are joined with commas. */
  headers?: Record<string, string>;
  /** Repeated headers, unjoined: later steps get a list. */
  headerLists?: Record<string, string[]>;
  /** The body is bytes encoded as text. */
  isBase64?: true;
  /** Where a loop over the body finds its items; absent: the step doesn't use auto paging. */
  itemsPath?: string;
  attributes?: { url?: string };
}

/** Spec ENG-08. Members that a step type lacks are absent. */
export interface StepData {
  payload?: unknown;
  requestScript?: string;
  request?: unknown;
  requestUrl?: string;
  response?: ResponseData;
  log?: string;
  currentItem?: unknown;
  /** The loops around the step, outermost first. */
  loops?: StepLoop[];
  error?: string;
  /** The step wasn't executed: its result was given to the test. */
  source?: ResultSource;
  calledRun?: { id: string; workflowId: string; name: string; waits: boolean };
  /** The question to a person, open or decided. */
  approval?: ApprovalQuestion;
}

/** A step's output, for its card in the editor. */
export interface StepBrief {
  /** The step's, in the run's version. */
  clientId: string;
  stepInstanceId: string;
  status: StepStatus;
  /** Empty: it has no output, or its data isn't stored. */
  text: string;
}

/** Which results of a run's steps to return. */
export interface StepResultsRequest {
  /** By default all steps. */
  clientIds?: readonly string[];
  /** Longer values are cut; 0: without values. */
  mostCharsEach: number;
  /** Once there are this many characters of values, the other results are left out. */
  mostChars: number;
}

/** What later steps of a run got from a step that has ended. */
export interface StepResultView {
  /** The step's, in the run's version. */
  clientId: string;
  status: StepStatus;
  finishedAt: string;
  /** `StepValues` as JSON; null: not requested, or its data isn't stored. */
  valuesJson: string | null;
  isCut: boolean;
}

export interface StepResults {
  hasEnded: boolean;
  /** Some results were left out, because of `mostChars`. */
  isPartial: boolean;
  results: StepResultView[];
}

/** An attempt that failed before the run was continued at this step. */
export interface StepAttempt {
  /** Starts at 1. */
  number: number;
  startedAt: string;
  finishedAt: string | null;
  errorMessage: string | null;
}

export interface StepInstance extends StepInstanceSummary {
  stepData: StepData | null;
  /** The earlier attempts, oldest first; absent: none. */
  attempts?: StepAttempt[];
}

/** Values a step saw when it ran: API-55. */
export interface WorkflowStepContext {
  steps: Record<string, unknown>;
  data: Record<string, unknown>;
  consts: Record<string, unknown>;
}

/** Which steps of a run to return; by default all. */
export interface StepFilter {
  /** An iteration of a loop (`each[3]/`), or `/` for the outermost level: what ran there, without the insides of that level's loops. */
  within?: string;
  /** Text in the step's name, in any letter case. */
  name?: string;
  status?: StepStatus;
}

/** The iterations of one loop in which steps ran. */
export interface LoopTurns {
  count: number;
  failedCount: number;
  /** The first iterations in which a step failed, starting at 0. */
  failed: number[];
}

export interface StepInstancePage {
  stepInstances: StepInstanceSummary[];
  totalCount: number;
  /** The loops on a level, by path. */
  loops?: Record<string, LoopTurns>;
  /** The run's steps were deleted because of their age; only its summary remains. */
  isDataRemoved?: true;
}
