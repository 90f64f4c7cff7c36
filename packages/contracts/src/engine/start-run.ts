import type { LoggingMode, StepValues, TriggerType, WorkflowStep } from '@portage/workflow';
import type { RunQuota } from './quota.ts';
import type { RunChain } from './run-chain.ts';
import type { ResultSource, RunCause } from './run-status.ts';

/** A failure starts a run, whose failure may start another one; then it ends, so that workflows never start each other in a circle. */
export const MOST_FAILURE_DEPTH = 3;

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
  /** The body as it came: its text where it is UTF-8, else a file. Only where the workflow's steps name it. */
  rawBody?: unknown;
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
