import type { WorkflowStep } from '@portage/workflow';
import type { ApprovalQuestion } from './approval.ts';
import type { ResultSource, StepStatus } from './run-status.ts';

/** Spec ENG-07 without the payloads, as lists show it. */
export interface StepInstanceSummary {
  id: string;
  /** The step's name (stepId). */
  name: string;
  /** The place in the run: `each[3]/route.Yes/tell`. */
  path: string;
  stepType: WorkflowStep['type'];
  status: StepStatus;
  lastUpdatedAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  errorMessage: string | null;
  hasContextData: boolean;
  /** The record that a sync carried; absent: it is a step. `flowId` is absent if an earlier release has written it. */
  syncRecord?: { name: string; sourceItemId: string; flowId?: string | undefined };
}

/** Where a loop was as a step inside it ran. */
export interface StepLoop {
  /** Of the loop's step. */
  name: string;
  /** From 0. */
  index: number;
  /** Null: not known, or the list is fetched page by page. */
  count: number | null;
  /** Absent: the list is not kept. */
  item?: unknown;
}

export interface ResponseData {
  responseHttpStatusCode?: number;
  body?: unknown;
  /** Several of one name are joined with commas. */
  headers?: Record<string, string>;
  /** Those of which there are several, each by itself: later steps get a list. */
  headerLists?: Record<string, string[]>;
  /** The body is text for bytes. */
  isBase64?: true;
  /** Where a loop over the body finds its items; absent: the step doesn't use auto paging. */
  itemsPath?: string;
  attributes?: { url?: string };
}

/** Spec ENG-08. Members that a step type does not have are absent. */
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
  /** The step was not carried out: its result was given to the test. */
  source?: ResultSource;
  /** The run that the step started. */
  calledRun?: { id: string; workflowId: string; name: string; waits: boolean };
  /** What a person is, or was, asked. */
  approval?: ApprovalQuestion;
}

/** What a step gave, for its card in the editor. */
export interface StepBrief {
  /** Of the step, in the version of the run. */
  clientId: string;
  stepInstanceId: string;
  status: StepStatus;
  /** Empty: it gives nothing, or its data is not kept. */
  text: string;
}

/** An attempt that failed before the run was continued at this step. */
export interface StepAttempt {
  /** From 1. */
  number: number;
  startedAt: string;
  finishedAt: string | null;
  errorMessage: string | null;
}

export interface StepInstance extends StepInstanceSummary {
  stepData: StepData | null;
  /** The earlier attempts, oldest first; absent: there were none. */
  attempts?: StepAttempt[];
}

/** Values a step saw when it ran: API-55. */
export interface WorkflowStepContext {
  steps: Record<string, unknown>;
  data: Record<string, unknown>;
  consts: Record<string, unknown>;
}

/** The wanted steps of a run; all of them by default. */
export interface StepFilter {
  /**
   * The path of one turn of a loop (`each[3]/`), or `/` for the outermost level: only what ran there, what ran inside
   * the loops of that level left out.
   */
  within?: string;
  /** Text in the step's name, in any letter case. */
  name?: string;
  status?: StepStatus;
}

/** The turns of one loop, as far as steps ran in them. */
export interface LoopTurns {
  count: number;
  failedCount: number;
  /** The first turns in which a step failed, from 0. */
  failed: number[];
}

/** A page of a run's steps. */
export interface StepInstancePage {
  stepInstances: StepInstanceSummary[];
  totalCount: number;
  /** Of the loops on a level, by their path. */
  loops?: Record<string, LoopTurns>;
  /** The run's steps were removed for their age; only its summary is left. */
  isDataRemoved?: true;
}
