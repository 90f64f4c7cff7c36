import type { ConnectorDocument } from '@portage/connectors/openapi';
import type { ApprovalQuestion, ResultSource, RunChain, StepData } from '@portage/contracts';
import type { ExpressionScope, StepOf, StepType, StepValues, StorageScope, WorkflowStep } from '@portage/workflow';
import type { ApprovalRequest, AskedApproval } from '../approvals/approval-ports.ts';
import type { StartedCall, WorkflowCall } from '../calls/call-ports.ts';
import type { RunConnection } from '../connection/lease-group.ts';
import type { StepOutcome } from '../core/run-event.ts';
import type { StepNotes } from '../core/step-notes.ts';
import type { DashboardItemChange, DashboardItemWritten } from '../data/dashboard-item-port.ts';
import type { EgressRequest, EgressResult } from '../egress/egress-message.ts';
import type { ScriptOutcome } from '../script/run-script.ts';
import type { RunSync } from './sync-port.ts';

/** A step's outcome and what it returned. Everything in it must be JSON. */
export interface StepResult {
  outcome: StepOutcome;
  /** For later steps, as `Steps["name"]`. */
  values?: StepValues;
  /** For people (spec ENG-08), what `describe` turns into step data. */
  detail?: StepDetail;
  /** Loop, or another page for a loop: the list to iterate. */
  items?: readonly unknown[];
  /** The index of the first item in the whole list; absent: 0. */
  firstIndex?: number;
  /**
   * A step with auto paging: what it needs to fetch the next page, any JSON; null or absent if there is none. A loop over its list stores
   * it and calls `nextPage` with it when the page's first item is due.
   */
  nextPage?: unknown;
  /** Outcome `more`: what people see of each item, in the order of the outcome's items. */
  itemValues?: readonly StepValues[];
}

export interface StepDetail {
  request?: unknown;
  requestUrl?: string;
  responseUrl?: string;
  log?: string;
  /** Parameters with the option AlwaysLog (spec ENG-24), by name. They are kept even if a run logs errors only. */
  alwaysLog?: Readonly<Record<string, unknown>>;
  /** The step did not run: a test provided its result. */
  source?: ResultSource;
  calledRun?: NonNullable<StepData['calledRun']>;
  approval?: ApprovalQuestion;
}

/** The ports of a step; everything else comes with the step. Call its methods on the object, never detached. */
export interface StepContext {
  readonly nowMs: number;
  /** The run's id and the step's path: the same for every attempt of the same step (durable-runs/README.md). */
  readonly idempotencyKey: string;
  /** The key for one of several calls of a step. */
  idempotencyKeyOf(part: string): string;
  readonly startedByHand: boolean;
  /** Where a step that works in parts continues (outcome `more`); undefined: at its beginning. */
  readonly progress: unknown;
  /** The step's notes since its last part ended. They survive a crash. */
  readonly notes: StepNotes;
  /** The object ended abnormally in this part of the step, and may do so again, so finished work should be noted at once. */
  readonly hasStrikes: boolean;
  readonly sync: RunSync;
  /** Counts the outcomes of a sync's items, and the calls made for them (outcome `call`). */
  countItems(outcome: string, count: number): void;
  /** The chain that the step's calls send: how many runs called one another to get here, and which was the first (HOSTILE 19, 37). */
  readonly chain: RunChain;
  /** Why the run may not continue (spec ENG-26), for a step that makes many calls; null if it may. */
  overTime(): string | null;
  pause(ms: number): Promise<void>;
  /** Aborted when the result is no longer needed. */
  readonly signal: AbortSignal;
  readonly scope: ExpressionScope;
  readonly data: StepDataAccess;
  /** Puts an item on a dashboard of the run's owner, or removes it. Takes effect once, however many times the step is tried. */
  writeDashboardItem(change: DashboardItemChange): Promise<DashboardItemWritten>;
  /** Starts a run of another workflow of the run's owner, once, however many times the step is tried. */
  startWorkflow(call: WorkflowCall): Promise<StartedCall>;
  /** Asks people once. */
  askForApproval(request: ApprovalRequest): Promise<AskedApproval>;
  /** The data for fetching the next page, from the newest result of a step with auto paging; null on the last page. */
  nextPageOf(stepId: string): unknown;
  /** How many items loops read from a step's pages, each fetched when it's due; null if no loop does so. */
  pagedLoopLimit(stepId: string): number | null;
  script(source: string): Promise<ScriptOutcome>;
  /** Removes the secrets that the run knows from a JSON value that people read. */
  redact<Value>(value: Value): Value;
  send(request: EgressRequest): Promise<EgressResult>;
  /**
   * For one of many calls of a step, because it costs less. Once the result is no longer wanted, no call begins. A call in flight isn't
   * cut off and ends with its own response, so the step knows when its last request to the other system has ended.
   */
  sendOneOfMany(request: EgressRequest): Promise<EgressResult>;
  /** Other people's connectors grant no lease. */
  connection(connectorId: string): RunConnection;
  /** The document of a connector type; null if it no longer exists. */
  document(fileStorageId: string): Promise<ConnectorDocument | null>;
}

/** `$Data`: the run's own values, and those that the workflow's runs share (spec ENG-19). */
interface StepDataAccess {
  scopeOf(key: string): StorageScope | null;
  setInRun(key: string, value: unknown): void;
  removeFromRun(key: string): void;
  /** @param expiresAtMs null: it does not expire. */
  setInWorkflow(key: string, value: unknown, expiresAtMs: number | null): Promise<void>;
  /**
   * Changes the currently stored value, so that no other run's change is lost.
   *
   * @param change gets the newest value, which is also in the scope's `$Data`; undefined if it is being created. It may run again.
   * @param expiresAtMs null: the expiry doesn't change.
   * @returns null if nothing is stored under the key and `isCreated` is `never`.
   */
  updateInWorkflow(
    key: string,
    change: (present: unknown) => unknown,
    expiresAtMs: number | null,
    isCreated: 'never' | 'if missing',
  ): Promise<{ value: unknown } | null>;
  removeFromWorkflow(key: string): Promise<void>;
}

/** One step type: how it runs and how it is shown. */
export interface StepHandler<Step extends WorkflowStep> {
  /** True if the step acts outside the run. What came before is then written to disk first. */
  actsOutside(step: Step): boolean;
  /** Runs the step once. A failed outcome is also a result. */
  run(step: Step, context: StepContext): StepResult | Promise<StepResult>;
  /**
   * A step type with auto paging (spec ENG-16): fetches another page, which returns `values` and `nextPage` as `run` did. The loop's
   * collection is then evaluated on those values. Called again with the same `nextPage` after a crash.
   */
  nextPage?(step: Step, nextPage: unknown, context: StepContext): Promise<StepResult>;
  /**
   * Turns an answer into the result of the step that waits for it (outcome `await`).
   *
   * @param answer null: its time is up.
   * @param about what the outcome said; StepDetail, so that people see it while the step waits.
   */
  resume?(step: Step, answer: unknown, about: unknown): StepResult;
  describe?(step: Step, values: StepValues, detail: StepDetail): StepData;
}

export type StepHandlers = { [Type in StepType]: StepHandler<StepOf<Type>> };

export function failed(message: string): StepResult {
  return { outcome: { kind: 'failed', message } };
}
