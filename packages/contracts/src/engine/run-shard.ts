/**
 * The calls edge-api makes on the run engine (durable-runs) by Durable Object RPC.
 * Values are structured-cloneable; instants are ISO 8601 strings in UTC.
 */
import type { LoggingMode, StepValues, TriggerType, WorkflowStep } from '@portage/workflow';
import type { RunQuota } from './quota.ts';
import type { RunChain } from './run-chain.ts';

/** Every state that a run can be in (spec ENG-01). */
export const runStatuses = ['Scheduled', 'InProgress', 'Delayed', 'Succeeded', 'Failed', 'Cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];
export type StepStatus = RunStatus;

/** Spec ENG-04: how a failed run is started again. */
export const rerunTypes = ['ContinueExisting', 'StartNew'] as const;
export type RerunType = (typeof rerunTypes)[number];

/** One immutable version of a workflow, as a run pins it. */
export interface WorkflowVersionSnapshot {
  versionId: string;
  workflowId: string;
  ownerUserId: string;
  name: string;
  loggingMode: LoggingMode;
  steps: WorkflowStep[];
  /** One step tried alone: the assumed results of missing steps, by name. Runs of such a version are in no list. */
  given?: Readonly<Record<string, StepValues>>;
}

/** The event that started a run; steps read it as the trigger step's values (docs/workflow-format.md). */
export interface RunTrigger {
  type: TriggerType;
  payload: unknown;
  headers?: Record<string, string>;
  /** A name that came several times has a list. */
  query?: Record<string, string | string[]>;
  method?: string;
  /** The run that set this one off, where the headers do not say so. */
  chain?: RunChain;
}

export interface StartRunRequest {
  runId: string;
  ownerUserId: string;
  workflowId: string;
  versionId: string;
  /** Left out while the caller believes that the shard knows the version; sent after `versionNeeded`. */
  version?: WorkflowVersionSnapshot;
  /**
   * A RunTrigger as JSON text. It stays text on its way to the disk: handed over as a value, a payload of many small members
   * takes seconds to be cloned.
   */
  triggerJson: string;
  /** The `type` in it. */
  triggerType: TriggerType;
  /** True for runs a person starts (spec ENG-27 onlyManualExecution). */
  startedByHand: boolean;
  isTest: boolean;
  /** The run's bounds by the owner's quotas; absent: only the engine's own bounds. */
  quota?: RunQuota;
  /** When the look-up began that says what the trigger starts; absent: the start does not depend on one. */
  triggerKnownAtMs?: number;
  /** Unique inside the shard: a second start with the same key answers `duplicate` with the first run's id. */
  deduplicationKey?: string;
}

export type StartRunResult =
  | { outcome: 'accepted'; runId: string }
  | { outcome: 'duplicate'; runId: string }
  | { outcome: 'versionNeeded' }
  /** The shard's hour is over; the caller makes a run id of the present hour and asks again. */
  | { outcome: 'shardClosed' }
  /** The trigger's target has changed since `triggerKnownAtMs`: the caller looks it up again. */
  | { outcome: 'triggerChanged' }
  /** It cannot be started at all, e.g. because the payload is too large; the message is fit for a person. */
  | { outcome: 'refused'; message: string };

/** A run as lists and pages show it (spec ENG-06). */
export interface WorkflowInstance {
  id: string;
  name: string;
  ownerUserId: string;
  ownerUserEmail?: string;
  workflowId: string;
  workflowVersionId: string;
  status: RunStatus;
  createdAt: string;
  lastUpdatedAt: string;
  continueAt: string | null;
  startedAt: string | null;
  finishedAt: string | null;
  /** Additions to the spec's fields: what a person needs to see at a glance. */
  errorMessage: string | null;
  isTest: boolean;
  stepCount: number;
  /** Steps that failed although the run went on. */
  failedSteps?: number;
  /** When the run was continued last after it had failed; null: never. Lists leave it out. */
  continuedAt?: string | null;
}

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
}

/** Spec ENG-08. Members that a step type does not have are absent. */
export interface StepData {
  payload?: unknown;
  requestScript?: string;
  request?: unknown;
  requestUrl?: string;
  response?: { responseHttpStatusCode?: number; body?: unknown; headers?: Record<string, string>; attributes?: { url?: string } };
  log?: string;
  currentItem?: unknown;
  error?: string;
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

/** Who reads a run. Left out, hidden steps stay hidden. */
export interface RunViewer {
  /** Sees the steps that are hidden from customers (spec EDIT-78). */
  seesHidden: boolean;
}

/** Which of a run's steps are wanted; all of them where nothing is named. */
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

/** A stretch of time in which one place of the workflow ran, once or several times with hardly a pause. */
export interface StepSpan {
  /** The step that represents the stretch: the first that failed in it, else the longest. */
  stepInstanceId: string;
  startedAt: string;
  /** Null: not over. */
  finishedAt: string | null;
  count: number;
  status: StepStatus;
}

/** Everything that happened at one place of the workflow, however often it ran. */
export interface StepGroup {
  /** The path without the numbers of turns: `each[]/route.Yes/tell`. */
  place: string;
  name: string;
  stepType: WorkflowStep['type'];
  count: number;
  failedCount: number;
  /** Of all its turns together, in ms. */
  busyMs: number;
  /** Of a loop: its turns, over all times that it ran. */
  turnCount: number;
  spans: StepSpan[];
}

/** Where the time of a run went, small however long the run is. */
export interface RunOverview {
  groups: StepGroup[];
  /** The step that people come to see: the one that failed last, else the last one. */
  focus: StepInstanceSummary | null;
}

export type CancelRunResult = { isSuccess: true } | { isSuccess: false; errorMessage: string };
export type ContinueRunResult = { isSuccess: true; runId: string } | { isSuccess: false; errorMessage: string };

/** One `RunShard` Durable Object: the runs of one owner that started in one hour on one lane. */
export interface RunShardRpc {
  startRun(request: StartRunRequest): Promise<StartRunResult>;
  /** The same with texts (`startText`, `startResultText`), for those who start runs by the thousand. */
  startRunText(text: string): Promise<string>;
  /**
   * Calls of this workflow have a new meaning: starts by older knowledge are answered `triggerChanged`. Kept for as long as
   * callers may use older knowledge, with a reserve.
   */
  noteTriggerChange(workflowId: string): Promise<void>;
  /** A version that a run of this shard began with, as JSON, for callers whose database is away; null: not known. */
  findVersion(versionId: string): Promise<string | null>;
  /** The run that a deduplication key belongs to in this shard, or null. */
  findRunByDeduplicationKey(key: string): Promise<string | null>;
  getRun(runId: string, viewer?: RunViewer): Promise<WorkflowInstance | null>;
  /** The event that started the run, for a re-run as StartNew; null once the step data is past retention. */
  getRunTrigger(runId: string): Promise<RunTrigger | null>;
  listStepInstances(
    runId: string,
    page: { pageIndex: number; pageSize: number } & StepFilter,
    viewer?: RunViewer,
  ): Promise<StepInstancePage>;
  /** Null for an unknown run, and once its step data is past retention. */
  getRunOverview(runId: string, viewer?: RunViewer): Promise<RunOverview | null>;
  /** @param attempt number of an earlier attempt, which is then given as the step was at it. */
  getStepInstance(runId: string, stepInstanceId: string, viewer?: RunViewer, attempt?: number): Promise<StepInstance | null>;
  getStepContext(runId: string, stepInstanceId: string, viewer?: RunViewer): Promise<WorkflowStepContext | null>;
  cancelRun(runId: string): Promise<CancelRunResult>;
  /** Cancels every run that has not ended: their owner is gone. @returns how many were cancelled */
  cancelOpenRuns(): Promise<number>;
  /** @param quota what the owner's quotas allow now; absent: as at the run's start. */
  continueRun(runId: string, quota?: RunQuota | null): Promise<ContinueRunResult>;
  // A WebSocket upgrade goes through `fetch` of the object: GET /live?runId=…; it pushes
  // LiveRunMessage as JSON text.
}

/** A message of the live view's WebSocket; the client reads again what it shows. */
export type LiveRunMessage =
  | { type: 'run'; workflowInstance: WorkflowInstance }
  | { type: 'steps'; changed: StepInstanceSummary[]; totalCount: number };
