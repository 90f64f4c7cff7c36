import type { Hiding, WorkflowStep } from '@portage/workflow';
import type { RunCause, RunStatus, StepStatus } from './run-status.ts';
import type { StepInstanceSummary } from './step-views.ts';

/** Who reads a run. Left out, hidden steps stay hidden. */
export interface RunViewer {
  /** Sees the steps that are hidden from customers (spec EDIT-78). */
  seesHidden: boolean;
  /** What the workflow hides today; the run's own version may be from before that. */
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
