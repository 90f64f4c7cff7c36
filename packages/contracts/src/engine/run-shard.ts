/** The calls that edge-api makes on durable-runs. Values are structured-cloneable; instants are ISO 8601 strings in UTC. */
import type { Approval, ApprovalDecisionInput, ApprovalDecisionResult } from './approval.ts';
import type { RunQuota } from './quota.ts';
import type { AwaitedRunResult, CalledRunEnd } from './run-response.ts';
import type { RunAttempt, RunContinuer, RunOverview, RunViewer, WorkflowInstance } from './run-views.ts';
import type { RunTrigger, StartRunRequest, StartRunResult, WorkflowVersionSnapshot } from './start-run.ts';
import type {
  StepBrief,
  StepFilter,
  StepInstance,
  StepInstancePage,
  StepInstanceSummary,
  StepResults,
  StepResultsRequest,
  WorkflowStepContext,
} from './step-views.ts';

export interface ContinueRunOptions {
  by?: RunContinuer | null;
  /** Continues with this version; absent: with the run's own. */
  version?: WorkflowVersionSnapshot;
  /** A continue repeated with the same key happens once. */
  key?: string;
}

export type CancelRunResult = { isSuccess: true } | { isSuccess: false; errorMessage: string };
export type ContinueRunResult = { isSuccess: true; runId: string } | { isSuccess: false; errorMessage: string };

/** One `RunShard` Durable Object: the runs of one owner that started in one hour on one lane. */
export interface RunShardRpc {
  startRun(request: StartRunRequest): Promise<StartRunResult>;
  /** The same with texts (`startText`, `startResultText`), for callers that start runs by the thousand. */
  startRunText(text: string): Promise<string>;
  /** Waits for the end of a run whose start returned `answerWithinMs`. */
  awaitAnswer(runId: string, withinMs: number): Promise<AwaitedRunResult>;
  /** This workflow's trigger has changed: starts that looked it up earlier get `triggerChanged`, as long as callers may cache it. */
  noteTriggerChange(workflowId: string): Promise<void>;
  /** A version that a run of this shard began with, as JSON, for callers whose database is unreachable; null: unknown. */
  findVersion(versionId: string): Promise<string | null>;
  findRunByDeduplicationKey(key: string): Promise<string | null>;
  getRun(runId: string, viewer?: RunViewer): Promise<WorkflowInstance | null>;
  /** The event that started the run, for a re-run as StartNew; null once the step data has expired. */
  getRunTrigger(runId: string): Promise<RunTrigger | null>;
  listStepInstances(
    runId: string,
    page: { pageIndex: number; pageSize: number } & StepFilter,
    viewer?: RunViewer,
  ): Promise<StepInstancePage>;
  /** Null for an unknown run, and once its step data has expired. */
  getRunOverview(runId: string, viewer?: RunViewer): Promise<RunOverview | null>;
  /** @param attempt number of an earlier attempt, to get the step's state in it. */
  getStepInstance(runId: string, stepInstanceId: string, viewer?: RunViewer, attempt?: number): Promise<StepInstance | null>;
  /** The last outputs of steps, in a few words, without steps that didn't run. Null for an unknown run. */
  getStepBriefs(runId: string, clientIds: readonly string[], viewer?: RunViewer): Promise<StepBrief[] | null>;
  /** The last results of steps, for samples: values as people see them, without secrets. Null for an unknown run, and once its step data has expired. */
  getStepResults(runId: string, request: StepResultsRequest, viewer?: RunViewer): Promise<StepResults | null>;
  getStepContext(runId: string, stepInstanceId: string, viewer?: RunViewer): Promise<WorkflowStepContext | null>;
  cancelRun(runId: string): Promise<CancelRunResult>;
  /** Reports that a called run has ended. Repeated, or for a run that no longer waits, it changes nothing. */
  tellCalledRunEnd(runId: string, ref: string, end: CalledRunEnd): Promise<void>;
  /** The run that called this one no longer waits for it. If it hasn't started yet, it never will. */
  cancelCalledRun(runId: string): Promise<void>;
  getApproval(runId: string, approvalId: string): Promise<Approval | null>;
  /** Accepted once: a second decision gets the first one back. */
  answerApproval(runId: string, approvalId: string, answer: ApprovalDecisionInput): Promise<ApprovalDecisionResult>;
  /** Cancels every run that hasn't ended, because their owner is gone. @returns how many were cancelled */
  cancelOpenRuns(): Promise<number>;
  /** @param quota what the owner's quotas allow now; absent: as at the run's start. */
  continueRun(runId: string, quota?: RunQuota | null, options?: ContinueRunOptions): Promise<ContinueRunResult>;
  /** The failures after which the run was continued, oldest first; null: an unknown run. */
  listRunAttempts(runId: string, viewer?: RunViewer): Promise<RunAttempt[] | null>;
  // A WebSocket upgrade goes through `fetch` of the object: GET /live?runId=…; it pushes
  // LiveRunMessage as JSON text.
}

/** A message of the live view's WebSocket; the client reloads what it shows. */
export type LiveRunMessage =
  | { type: 'run'; workflowInstance: WorkflowInstance }
  | { type: 'steps'; changed: StepInstanceSummary[]; totalCount: number };
