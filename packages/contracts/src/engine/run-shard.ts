/**
 * The calls edge-api makes on the run engine (durable-runs) by Durable Object RPC.
 * Values are structured-cloneable; instants are ISO 8601 strings in UTC.
 */
import type { Hiding, LoggingMode, StepValues, TriggerType, WorkflowStep } from '@portage/workflow';
import type { AnswerApprovalResult, Approval, ApprovalAnswer, ApprovalQuestion } from './approval.ts';
import type { RunQuota } from './quota.ts';
import type { RunChain } from './run-chain.ts';

/** Every state that a run can be in (spec ENG-01). */
export const runStatuses = ['Scheduled', 'InProgress', 'Delayed', 'Succeeded', 'Failed', 'Cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];
export type StepStatus = RunStatus;

/** What started a run: its trigger, a person, the failure of another run, or a step of another run. */
export const runCauses = ['Manual', 'Webhook', 'ConnectorEvent', 'Scheduled', 'Rerun', 'Failure', 'Call'] as const;
export type RunCause = (typeof runCauses)[number];

/** A failure starts a run, whose failure may start another one; then it ends, so that workflows never start each other in a circle. */
export const MOST_FAILURE_DEPTH = 3;

/** Spec ENG-04: how a failed run is started again. */
export const rerunTypes = ['ContinueExisting', 'StartNew'] as const;
export type RerunType = (typeof rerunTypes)[number];

/** With which version a failed run is continued: the one that it has, or the workflow's current one. */
export const rerunVersions = ['Own', 'Current'] as const;
export type RerunVersion = (typeof rerunVersions)[number];

/** One immutable version of a workflow, as a run pins it. */
export interface WorkflowVersionSnapshot {
  versionId: string;
  workflowId: string;
  ownerUserId: string;
  name: string;
  loggingMode: LoggingMode;
  steps: WorkflowStep[];
  /** A step that is tried alone: the assumed results of missing steps, by name. Runs of such a version are in no list. */
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
  /** Of a test run: how it differs from a whole run. Real runs take no notice of it. */
  test?: RunTest;
  /** Values in the payload that the calling run knows as secrets. */
  secrets?: readonly string[];
}

/** Which part of the workflow a test runs, and with which results of the other steps. */
export interface RunTest {
  /** It ends after this step. */
  upTo?: string;
  /** It begins with this step: those before it are not carried out. */
  from?: string;
  /** Results that stand in for those of steps, by name. */
  given?: Record<string, GivenResult>;
  /** What the run keeps in `$Data` from the beginning. */
  data?: Record<string, unknown>;
}

/** Where the result of a step that was not carried out comes from. */
export const resultSources = ['Pinned', 'EarlierRun'] as const;
export type ResultSource = (typeof resultSources)[number];

export interface GivenResult {
  source: ResultSource;
  values: StepValues;
}

/** The run whose step starts another one. */
export interface RunCaller {
  runId: string;
  /** How many runs stand above the started one. */
  depth: number;
  /** By which the waiting step knows its answer; null: the step does not wait. */
  ref: string | null;
}

/** What a called run gives to the step that waits for its end. */
export interface CalledRunEnd {
  status: Extract<RunStatus, 'Succeeded' | 'Failed' | 'Cancelled'>;
  response: RunResponse | null;
  errorMessage: string | null;
  /** Values in the response that the called run knows as secrets. */
  secrets?: readonly string[];
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
  /** Where the trigger alone does not say what started the run. */
  cause?: Extract<RunCause, 'Rerun' | 'Failure' | 'Call'>;
  caller?: RunCaller;
  /** How many failures of other runs led to this start; absent: none. */
  failureDepth?: number;
  /** The run's bounds by the owner's quotas; absent: only the engine's own bounds. */
  quota?: RunQuota;
  /** When the look-up began that says what the trigger starts; absent: the start does not depend on one. */
  triggerKnownAtMs?: number;
  /** Unique inside the shard: a second start with the same key answers `duplicate` with the first run's id. */
  deduplicationKey?: string;
}

export type StartRunResult =
  /** With `answerWithinMs` the webhook's caller waits that long for the run's answer (`awaitAnswer`). */
  | { outcome: 'accepted'; runId: string; answerWithinMs?: number }
  | { outcome: 'duplicate'; runId: string; answerWithinMs?: number }
  /** The webhook takes calls by these methods alone. */
  | { outcome: 'methodNotAllowed'; allowed: string[] }
  | { outcome: 'versionNeeded' }
  /** The shard's hour is over; the caller makes a run id of the present hour and asks again. */
  | { outcome: 'shardClosed' }
  /** The trigger's target has changed since `triggerKnownAtMs`: the caller looks it up again. */
  | { outcome: 'triggerChanged' }
  /** It cannot be started at all, for example because the payload is too large; people can read the message. */
  | { outcome: 'refused'; message: string };

/** What a webhook's caller gets at the end of the run. `waits`: the run goes on, or this shard does not know its answer any more. */
export type RunAnswer =
  | { kind: 'waits' }
  /** The run ended; `response` is what its End step gives. */
  | { kind: 'ended'; status: RunStatus; response: RunResponse | null };

export interface RunResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
}

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
  /** How long it stood failed until it was continued, in lists; absent: not at all. */
  stoodFailedMs?: number;
  /** Additions to the spec's fields: what a person needs to see at a glance. */
  errorMessage: string | null;
  isTest: boolean;
  stepCount: number;
  /** Steps that failed although the run went on. */
  failedSteps?: number;
  /** Of a test of a part of the workflow: where it began and ended. Lists leave it out. */
  testedPart?: { from: string | null; upTo: string | null };
  /** When the run was continued last after it had failed; null: never. Lists leave it out. */
  continuedAt?: string | null;
  /** Null: an earlier release has started the run. */
  startedBy?: RunCause | null;
  /** The step at which a failed run stopped; null: it did not fail, or at no step that customers see. */
  failedStep?: string | null;
  /** Absent: none. */
  tags?: RunTag[];
  /** The run whose step started this one; absent: none did. */
  parentRunId?: string;
  /** What the run waits for, besides an instant; absent: nothing. */
  waiting?: RunWaiting;
}

/** What a run waits for. */
export type RunWaiting =
  | { kind: 'Run'; step: string; runId: string; name: string }
  | { kind: 'Approval'; step: string; approvalId: string; subject: string };

/** A value by which people find a run, as the workflow defines it. */
export interface RunTag {
  name: string;
  value: string;
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

/** Spec ENG-08. Members that a step type does not have are absent. */
export interface StepData {
  payload?: unknown;
  requestScript?: string;
  request?: unknown;
  requestUrl?: string;
  response?: { responseHttpStatusCode?: number; body?: unknown; headers?: Record<string, string>; attributes?: { url?: string } };
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

/** A failure of a run that was continued afterwards. */
export interface RunAttempt {
  /** From 1. */
  number: number;
  startedAt: string;
  finishedAt: string;
  errorMessage: string | null;
  /** Where it failed; null: between two steps, or at a step that the reader does not see. */
  step: { id: string; name: string } | null;
  versionId: string;
  continuedAt: string;
  /** Who continued the run; null: an earlier release did not note it. */
  continuedBy: RunContinuer | null;
}

/** Who continues a run: its owner, or an admin in the owner's name. */
export interface RunContinuer {
  userId: string;
  impersonatorUserId: string | null;
}

export interface ContinueRunOptions {
  by?: RunContinuer | null;
  /** Goes on with this version; absent: with the one that the run has. */
  version?: WorkflowVersionSnapshot;
  /** A continue that is repeated with the same key happens once. */
  key?: string;
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
  /** What the workflow hides today; the run's own version may be from before that. */
  hiding?: Hiding | null;
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
  /** Waits for the end of a run whose start said `answerWithinMs`. */
  awaitAnswer(runId: string, withinMs: number): Promise<RunAnswer>;
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
  /** What steps gave when they ran last, in a few words; those that did not run are absent. Null for an unknown run. */
  getStepBriefs(runId: string, clientIds: readonly string[], viewer?: RunViewer): Promise<StepBrief[] | null>;
  getStepContext(runId: string, stepInstanceId: string, viewer?: RunViewer): Promise<WorkflowStepContext | null>;
  cancelRun(runId: string): Promise<CancelRunResult>;
  /** A run that was called has ended. Told again, or to a run that no longer waits, it changes nothing. */
  tellCalledRunEnd(runId: string, ref: string, end: CalledRunEnd): Promise<void>;
  /** The run that called this one no longer waits for it. A run that has not started yet never will. */
  cancelCalledRun(runId: string): Promise<void>;
  /** Null: there is no such request for approval. */
  getApproval(runId: string, approvalId: string): Promise<Approval | null>;
  /** Taken once: a second answer gets the first one back. */
  answerApproval(runId: string, approvalId: string, answer: ApprovalAnswer): Promise<AnswerApprovalResult>;
  /** Cancels every run that has not ended: their owner is gone. @returns how many were cancelled */
  cancelOpenRuns(): Promise<number>;
  /** @param quota what the owner's quotas allow now; absent: as at the run's start. */
  continueRun(runId: string, quota?: RunQuota | null, options?: ContinueRunOptions): Promise<ContinueRunResult>;
  /** The failures that the run was continued after, oldest first; null: an unknown run. */
  listRunAttempts(runId: string, viewer?: RunViewer): Promise<RunAttempt[] | null>;
  // A WebSocket upgrade goes through `fetch` of the object: GET /live?runId=…; it pushes
  // LiveRunMessage as JSON text.
}

/** A message of the live view's WebSocket; the client reads again what it shows. */
export type LiveRunMessage =
  | { type: 'run'; workflowInstance: WorkflowInstance }
  | { type: 'steps'; changed: StepInstanceSummary[]; totalCount: number };
