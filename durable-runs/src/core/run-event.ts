import type { RunQuota, StepStatus } from '@portage/contracts';
import type { EndStepScope, RetryFailure, StepType } from '@portage/workflow';

export type RetryReason = Exclude<RetryFailure, 'Any'>;

/** The outcome of a step as the run's course depends on it. The step's values travel separately. */
export type StepOutcome =
  | { kind: 'succeeded' }
  /**
   * `retryable`: whether repeating the call may succeed; absent: nothing was called. `reason`: which of the failures that a step chooses
   * from this is; absent: it can't be chosen.
   */
  | { kind: 'failed'; message: string; retryable?: boolean; reason?: RetryReason; retryAfterMs?: number | null }
  /** Loop: `count` items to iterate (spec ENG-12), and where more come from. */
  | { kind: 'loop'; count: number; pages?: { stepId: string; limit: number } }
  /** Another page of the innermost loop's list, with `count` items that the loop will iterate. */
  | { kind: 'page'; count: number; hasMore: boolean }
  /** The innermost loop's iteration returned a value of this size. */
  | { kind: 'collected'; chars: number }
  /** Branch: the group whose condition holds, or null if none does (spec ENG-11). */
  | { kind: 'group'; name: string; nextStepId: string | null }
  | { kind: 'noGroup' }
  /**
   * The step has done part of its work and continues from `progress` (small, JSON) in another slice. Each item gets its own record (spec
   * ENG-07): one record written to another system.
   */
  | { kind: 'more'; progress: unknown; items: readonly ItemOutcome[] }
  | { kind: 'end'; scope: EndStepScope }
  | { kind: 'delay'; untilMs: number }
  /**
   * The step has asked something outside the run, such as a person or another run, and waits for the answer (event `answered`) until
   * `untilMs`. `ref` identifies the answer; `about` (small, JSON) says what was asked.
   */
  | { kind: 'await'; ref: string; untilMs: number; about: unknown };

export type AwaitedOutcome = Extract<StepOutcome, { kind: 'succeeded' | 'failed' }>;

/** A record of a sync as step lists show it. */
export interface SyncRecordName {
  name: string;
  flowId: string;
}

export interface ItemOutcome {
  /** Its path below the step: `Products/17`. */
  path: string;
  syncRecord: SyncRecordName;
  status: Extract<StepStatus, 'Succeeded' | 'Failed'>;
  startedAt: number;
  finishedAt: number;
  errorMessage: string | null;
}

export type RunEvent =
  /** The shard starts driving a waiting run. */
  | { type: 'admit' }
  /** `random` in [0, 1) spreads the pauses between retries. */
  | { type: 'stepEnded'; fence: number; outcome: StepOutcome; random: number }
  | { type: 'timerFired'; fence: number }
  /** The answer that the current step waits for has come, or its time is up (`isExpired`). */
  | { type: 'answered'; ref: string; outcome: AwaitedOutcome; isExpired: boolean; random: number }
  /**
   * The object restarted without having finished this run's work properly. `noted`: how much the current step has noted; absent: nothing.
   * `hungAtMs`: when the process was ended because it no longer responded; absent: it ended for another reason.
   */
  | { type: 'recover'; noted?: number; hungAtMs?: number }
  | { type: 'cancel' }
  /** Spec ENG-05: ContinueExisting. `quota`: the owner's current quotas; absent: those from the start. */
  | { type: 'continue'; quota?: RunQuota | null }
  /** The engine gives up on the run because of a limit, a lost value or too many abnormal ends. */
  | { type: 'seal'; message: string };

/** An attempt after which the step was tried again. */
export interface FailedAttempt {
  startedAt: number;
  failedAt: number;
  message: string;
  /** When the next attempt was due. */
  nextAt: number;
}

/** A step record as lists show it (spec ENG-07). The step's input and output are stored separately. */
export interface StepRecord {
  ordinal: number;
  name: string;
  path: string;
  stepType: StepType;
  status: StepStatus;
  startedAt: number;
  finishedAt: number | null;
  errorMessage: string | null;
  /** Set for a record that a sync wrote; absent for a step's own record, and for records of earlier releases. */
  syncRecord?: SyncRecordName;
  /** Oldest first; absent: the step was tried once. */
  retries?: readonly FailedAttempt[];
}

export type RunEffect =
  | { type: 'runStep' }
  /** A step ended for good. Loops are also recorded when they open. */
  | { type: 'record'; record: StepRecord }
  | { type: 'setTimer'; atMs: number }
  | { type: 'clearTimer' }
  /** Work in flight with this fencing number is no longer needed. */
  | { type: 'abort'; fence: number }
  /** The run no longer waits for this answer, so the question is withdrawn. */
  | { type: 'abandon'; ref: string }
  | { type: 'runEnded' };

export interface Transition<State> {
  state: State;
  effects: RunEffect[];
}
