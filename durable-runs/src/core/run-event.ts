import type { RunQuota, StepStatus } from '@portage/contracts';
import type { EndStepScope, StepType } from '@portage/workflow';

/** How a step came out, as far as the run's course is concerned; its values travel beside this. */
export type StepOutcome =
  | { kind: 'succeeded' }
  | { kind: 'failed'; message: string; retryable?: boolean; retryAfterMs?: number | null }
  /** Loop: `count` items to go through (spec ENG-12), and where further ones come from. */
  | { kind: 'loop'; count: number; pages?: { stepId: string; limit: number } }
  /** Another page of the innermost loop's list has come, with so many items the loop will go through. */
  | { kind: 'page'; count: number; hasMore: boolean }
  /** The innermost loop's turn has handed on a value of this size. */
  | { kind: 'collected'; chars: number }
  /** Branch: the group that holds, or null when none does (spec ENG-11). */
  | { kind: 'group'; name: string; nextStepId: string | null }
  | { kind: 'noGroup' }
  /**
   * The step has done a part of its work and goes on in another slice, from `progress` (small, JSON). Each item is a record of
   * its own (spec ENG-07): one record of another system that was written.
   */
  | { kind: 'more'; progress: unknown; items: readonly ItemOutcome[] }
  | { kind: 'end'; scope: EndStepScope }
  | { kind: 'delay'; untilMs: number }
  /**
   * The step has asked something outside the run, such as a person or another run, and waits for its answer (event `answered`), at the
   * latest until an instant. `ref` names the answer, `about` (small, JSON) what was asked.
   */
  | { kind: 'await'; ref: string; untilMs: number; about: unknown };

/** Turns an answer into the outcome of the step that waited for it. */
export type AnswerOutcome = Extract<StepOutcome, { kind: 'succeeded' | 'failed' }>;

/** A record of a sync as lists of steps show it. */
export interface SyncRecordName {
  name: string;
  flowId: string;
}

/** The outcome of one item that a step worked on. */
export interface ItemOutcome {
  /** Its place below the step: `Products/17`. */
  path: string;
  syncRecord: SyncRecordName;
  status: Extract<StepStatus, 'Succeeded' | 'Failed'>;
  startedAt: number;
  finishedAt: number;
  errorMessage: string | null;
}

export type RunEvent =
  /** The shard takes a waiting run up. */
  | { type: 'admit' }
  /** `random` in [0, 1) spreads the pauses between retries. */
  | { type: 'stepEnded'; fence: number; outcome: StepOutcome; random: number }
  | { type: 'timerFired'; fence: number }
  /** The answer that the current step waits for has come, or (`isExpired`) the time for it is over. */
  | { type: 'answered'; ref: string; outcome: AnswerOutcome; isExpired: boolean; random: number }
  /**
   * The object came back without having ended this run's work properly. `noted`: how much the current step has noted; absent: nothing.
   * `hungAtMs`: when the process was ended because it no longer responded; absent: that is not why.
   */
  | { type: 'recover'; noted?: number; hungAtMs?: number }
  | { type: 'cancel' }
  /** Spec ENG-05: ContinueExisting. `quota`: what the owner's quotas allow now; absent: as at the start. */
  | { type: 'continue'; quota?: RunQuota | null }
  /** The engine gives the run up: a cap, a lost value, too many abnormal ends. */
  | { type: 'seal'; message: string };

/** A step record as lists show it (spec ENG-07); what the step saw and gave is kept beside it. */
export interface StepRecord {
  ordinal: number;
  name: string;
  path: string;
  stepType: StepType;
  status: StepStatus;
  startedAt: number;
  finishedAt: number | null;
  errorMessage: string | null;
  /** Of a record that a sync wrote; absent: it is a step's own record, or an earlier release has written it. */
  syncRecord?: SyncRecordName;
}

export type RunEffect =
  /** Carry out the current step of the new state. */
  | { type: 'runStep' }
  /** A step ended for good; loops are recorded when they open, too. */
  | { type: 'record'; record: StepRecord }
  | { type: 'setTimer'; atMs: number }
  | { type: 'clearTimer' }
  /** Work in flight with this fencing number is no longer needed. */
  | { type: 'abort'; fence: number }
  /** The run no longer waits for this answer: what was asked is called off. */
  | { type: 'abandon'; ref: string }
  | { type: 'runEnded' };

export interface Transition<State> {
  state: State;
  effects: RunEffect[];
}
