import type { Hiding, WorkflowStep } from '@portage/workflow';
import type { IdentifyingValue } from './identifying-value.ts';
import type { RunCause, RunStatus, StepStatus } from './run-status.ts';
import type { StepInstanceSummary } from './step-views.ts';

/** Who reads a run. Absent: hidden steps stay hidden. */
export interface RunViewer {
  /** Sees the steps that are hidden from customers (spec EDIT-78). */
  seesHidden: boolean;
  /** What the workflow hides today; the run's version may be older. */
  hiding?: Hiding | null;
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
  /** How long it was failed before it was continued, in lists; absent: never failed. */
  stoodFailedMs?: number;
  /** Additions to the spec's fields: what a person needs to see at a glance. */
  errorMessage: string | null;
  isTest: boolean;
  stepCount: number;
  /** Steps that failed although the run continued. */
  failedSteps?: number;
  /** For a test of part of the workflow: where it began and ended. Absent in lists. */
  testedPart?: { from: string | null; upTo: string | null };
  /** When the run was last continued after a failure; null: never. Absent in lists. */
  continuedAt?: string | null;
  /** Null: an earlier release started the run. */
  startedBy?: RunCause | null;
  /** The step at which a failed run stopped; null: it didn't fail, or at no step that customers see. */
  failedStep?: string | null;
  tags?: RunTag[];
  /** In lists: the value in its payload by which a person recognizes it. */
  identity?: IdentifyingValue;
  /** The run whose step started this one; absent: none. */
  parentRunId?: string;
  /** What the run waits for, besides an instant; absent: nothing. */
  waiting?: RunWaiting;
}

export type RunWaiting =
  | { kind: 'Run'; step: string; runId: string; name: string }
  | { kind: 'Approval'; step: string; approvalId: string; subject: string };

/** A value by which people find a run, as defined by the workflow. */
export interface RunTag {
  name: string;
  value: string;
}

/** A failure of a run that was continued afterwards. */
export interface RunAttempt {
  /** Starts at 1. */
  number: number;
  startedAt: string;
  finishedAt: string;
  errorMessage: string | null;
  /** Where it failed; null: between two steps, or at a step hidden from the reader. */
  step: { id: string; name: string } | null;
  versionId: string;
  continuedAt: string;
  /** Who continued the run; null: an earlier release didn't record it. */
  continuedBy: RunContinuer | null;
}

/** Who continues a run: its owner, or an admin in the owner's name. */
export interface RunContinuer {
  userId: string;
  impersonatorUserId: string | null;
}

/** A period in which one position of the workflow ran, once or several times with hardly a pause. */
export interface StepSpan {
  /** The step that represents the period: its first failed step, otherwise its longest. */
  stepInstanceId: string;
  startedAt: string;
  finishedAt: string | null;
  count: number;
  status: StepStatus;
}

/** Everything that happened at one position of the workflow, however many times it ran. */
export interface StepGroup {
  /** The path without iteration numbers: `each[]/route.Yes/tell`. */
  place: string;
  name: string;
  stepType: WorkflowStep['type'];
  count: number;
  failedCount: number;
  /** All iterations together, in ms. */
  busyMs: number;
  /** For a loop: its iterations, summed over every time it ran. */
  turnCount: number;
  spans: StepSpan[];
}

/** Where a run's time went; small however long the run is. */
export interface RunOverview {
  groups: StepGroup[];
  /** The step that people look for: the last one that failed, otherwise the last one. */
  focus: StepInstanceSummary | null;
  /** What its payload says it is about; null: nothing that tells it from other runs, or the payload is large. */
  identity?: IdentifyingValue | null;
}
