import type { LoggingMode, StepValues, TriggerType, WorkflowStep } from '@portage/workflow';
import type { OwnerId } from '../users/owner-id.ts';
import type { RunQuota } from './quota.ts';
import type { RunChain } from './run-chain.ts';
import type { ResultSource, RunCause } from './run-status.ts';

/** A failure starts a run, whose failure may start another one; the limit keeps workflows from starting each other in a circle. */
export const MOST_FAILURE_DEPTH = 3;

/** One immutable version of a workflow, as a run pins it. */
export interface WorkflowVersionSnapshot {
  versionId: string;
  workflowId: string;
  ownerUserId: OwnerId;
  name: string;
  loggingMode: LoggingMode;
  steps: WorkflowStep[];
  /** For a step that is tested alone: the assumed results of missing steps, by name. Runs of such a version appear in no list. */
  given?: Readonly<Record<string, StepValues>>;
}

/** The event that started a run; steps read it as the trigger step's values (docs/workflow-format.md). */
export interface RunTrigger {
  type: TriggerType;
  payload: unknown;
  headers?: Record<string, string>;
  /** A repeated name has a list. */
  query?: Record<string, string | string[]>;
  method?: string;
  /** The unchanged body: as text if it is UTF-8, otherwise a file. Only if the workflow's steps name it. */
  rawBody?: unknown;
  /** The run that caused this one, if the headers don't say so. */
  chain?: RunChain;
  /** For a test run: how it differs from a whole run. Real runs ignore it. */
  test?: RunTest;
  /** Values in the payload that the calling run treats as secrets. */
  secrets?: readonly string[];
}

/** Which part of the workflow a test runs, and which results it uses for the other steps. */
export interface RunTest {
  /** It ends after this step. */
  upTo?: string;
  /** It begins with this step: earlier steps aren't executed. */
  from?: string;
  /** Results that replace those of steps, by name. */
  given?: Record<string, GivenResult>;
  /** The run's initial `$Data`. */
  data?: Record<string, unknown>;
}

export interface GivenResult {
  source: ResultSource;
  values: StepValues;
}

export interface RunCaller {
  runId: string;
  /** How many calling runs are above the started one. */
  depth: number;
  /** Identifies the result for the waiting step; null: the step doesn't wait. */
  ref: string | null;
}

export interface StartRunRequest {
  runId: string;
  ownerUserId: OwnerId;
  workflowId: string;
  versionId: string;
  /** Absent while the caller believes that the shard knows the version; sent after `versionNeeded`. */
  version?: WorkflowVersionSnapshot;
  /** A RunTrigger as JSON text, all the way to storage: as a value, a payload of many small members takes seconds to clone. */
  triggerJson: string;
  triggerType: TriggerType;
  /** True for runs that a person starts (spec ENG-27 onlyManualExecution). */
  startedByHand: boolean;
  isTest: boolean;
  /** If the trigger doesn't say what started the run. */
  cause?: Extract<RunCause, 'Rerun' | 'Failure' | 'Call'>;
  caller?: RunCaller;
  /** How many failures of other runs led to this start; absent: none. */
  failureDepth?: number;
  /** The run's limits from the owner's quotas; absent: only the engine's own limits. */
  quota?: RunQuota;
  /** When the look-up of what the trigger starts began; absent: the start doesn't depend on one. */
  triggerKnownAtMs?: number;
  /** How long the caller waits for the run's end; absent: as the webhook's trigger says. */
  awaitMs?: number;
  /** Two starts with the same key within an hour or two are one run (HOSTILE 5): the second returns `duplicate` with the first one's id. */
  deduplicationKey?: string;
}

export type StartRunResult =
  /** With `answerWithinMs` the caller waits that long for the run's response (`awaitRunResult`). */
  | { outcome: 'accepted'; runId: string; answerWithinMs?: number }
  | { outcome: 'duplicate'; runId: string; answerWithinMs?: number }
  | { outcome: 'methodNotAllowed'; allowed: string[] }
  | { outcome: 'versionNeeded' }
  /** The shard's hour is over; the caller makes a run id for the current hour and retries. */
  | { outcome: 'shardClosed' }
  /** The trigger's target has changed since `triggerKnownAtMs`: the caller looks it up again. */
  | { outcome: 'triggerChanged' }
  /** It can't be started at all, for example because the payload is too large; the message is for people. */
  | { outcome: 'refused'; message: string };
