import type { ConnectorDocument } from '@portage/connectors/openapi';
import type { ApprovalQuestion, ResultSource, RunChain, StepData } from '@portage/contracts';
import type { ExpressionScope, StepOf, StepType, StepValues, StorageScope, WorkflowStep } from '@portage/workflow';
import type { ApprovalRequest, AskedApproval } from '../approvals/approval-ports.ts';
import type { StartedCall, WorkflowCall } from '../calls/call-ports.ts';
import type { RunConnection } from '../connection/lease-group.ts';
import type { StepOutcome } from '../core/run-event.ts';
import type { DashboardItemChange, DashboardItemWritten } from '../data/dashboard-item-port.ts';
import type { EgressAnswer, EgressRequest } from '../egress/egress-message.ts';
import type { ScriptOutcome } from '../script/run-script.ts';
import type { RunSync } from '../sync/sync-port.ts';
import type { StepNotes } from './step-notes.ts';

/** How a step came out, with what it gave. Everything in here must be JSON. */
export interface StepResult {
  outcome: StepOutcome;
  /** For later steps, as `Steps["name"]`. */
  values?: StepValues;
  /** For people (spec ENG-08), what `describe` turns into step data. */
  detail?: StepDetail;
  /** Loop, or a further page for one: the list to go through. */
  items?: readonly unknown[];
  /** The place of the first of them in the whole list; absent: it is the first. */
  firstIndex?: number;
  /**
   * A step with auto paging: what it needs to fetch the next page, any JSON; null or absent where there is none. A loop over
   * its list keeps it and has `nextPage` called with it when the page's first item is due.
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
  /** Parameters with the option AlwaysLog (spec ENG-24), by name: kept also where a run logs errors only. */
  alwaysLog?: Readonly<Record<string, unknown>>;
  /** The step was not carried out: its result was given to a test. */
  source?: ResultSource;
  calledRun?: NonNullable<StepData['calledRun']>;
  approval?: ApprovalQuestion;
}

/** The ports of a step; everything else comes with the step. Its methods are called on it, never taken out of it. */
export interface StepContext {
  readonly nowMs: number;
  /** The run's id and the step's path: the same for every attempt of the same step (durable-runs/README.md). */
  readonly idempotencyKey: string;
  /** The same for one of several calls of a step. */
  idempotencyKeyOf(part: string): string;
  readonly startedByHand: boolean;
  /** The point at which a step that works in parts goes on (outcome `more`); undefined: its beginning. */
  readonly progress: unknown;
  /** The notes of the step since its last part ended; they survive a crash. */
  readonly notes: StepNotes;
  /** The object ended abnormally in this part of the step, and may do so again: what is done had better be noted at once. */
  readonly hasStrikes: boolean;
  readonly sync: RunSync;
  /** Counts what became of items of a sync, and the calls that were made for them (outcome `call`). */
  countItems(outcome: string, count: number): void;
  /** The chain that the step's calls carry: how many runs called one another to get here, and which was the first (HOSTILE 19, 37). */
  readonly chain: RunChain;
  /** Why the run may not go on any longer (spec ENG-26): for a step that makes many calls; null: it may. */
  overTime(): string | null;
  /** Waits, between two attempts of a call. */
  pause(ms: number): Promise<void>;
  /** Fires when the result is no longer needed. */
  readonly signal: AbortSignal;
  readonly scope: ExpressionScope;
  readonly data: StepDataAccess;
  /** Puts an item on a dashboard of the run's owner, or removes it; takes effect once, however often the step is tried. */
  writeDashboardItem(change: DashboardItemChange): Promise<DashboardItemWritten>;
  /** Starts a run of another workflow of the run's owner; started once, however often the step is tried. */
  startWorkflow(call: WorkflowCall): Promise<StartedCall>;
  /** Asks people, once. */
  askForApproval(request: ApprovalRequest): Promise<AskedApproval>;
  /** The next page that the newest result of a step with auto paging names; null on the last page. */
  nextPageOf(stepId: string): unknown;
  /** How many items loops take of a step's pages, each fetched when it is due; null: no loop does so. */
  pagedLoopLimit(stepId: string): number | null;
  script(source: string): Promise<ScriptOutcome>;
  /** A JSON value without the secrets that the run knows, for what people read. */
  redact<Value>(value: Value): Value;
  send(request: EgressRequest): Promise<EgressAnswer>;
  /**
   * For one of many calls of a step: it costs less. Once the result is no longer wanted, no call begins; one under way is not cut and
   * ends with its own answer, so the step knows when nothing of it reaches the other system any more.
   */
  sendOneOfMany(request: EgressRequest): Promise<EgressAnswer>;
  /** A connector of the run's owner; other people's connectors give no lease. */
  connection(connectorId: string): RunConnection;
  /** The document of a connector type; null when it is gone. */
  document(fileStorageId: string): Promise<ConnectorDocument | null>;
}

/** `$Data`: what the run keeps, and what the workflow's runs share (spec ENG-19). */
interface StepDataAccess {
  scopeOf(key: string): StorageScope | null;
  setInRun(key: string, value: unknown): void;
  removeFromRun(key: string): void;
  /** @param expiresAtMs null: it does not expire. */
  setInWorkflow(key: string, value: unknown, expiresAtMs: number | null): Promise<void>;
  /**
   * Changes the value that is stored now, so that no other run's change is lost.
   *
   * @param change gets the newest value, which is also in the scope's `$Data`; undefined if it is being created. It may run again.
   * @param expiresAtMs null: it expires when it would have.
   * @returns null when nothing is stored under the key and `isCreated` is `never`.
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
  /** True when it acts outside the run: what came before is then on disk first. */
  actsOutside(step: Step): boolean;
  /** Runs the step once. A failed outcome is a result, too. */
  run(step: Step, context: StepContext): StepResult | Promise<StepResult>;
  /**
   * A step type with auto paging (spec ENG-16): fetches a further page, which gives `values` and `nextPage` as `run` did. The
   * loop's collection is then looked up in those values. Called again with the same `nextPage` after a crash.
   */
  nextPage?(step: Step, nextPage: unknown, context: StepContext): Promise<StepResult>;
  /**
   * What an answer makes of the step that waits for it (outcome `await`).
   *
   * @param answer null: the time for it is over.
   * @param about what the outcome said; StepDetail, so that people see it while the step waits.
   */
  resume?(step: Step, answer: unknown, about: unknown): StepResult;
  describe?(step: Step, values: StepValues, detail: StepDetail): StepData;
}

export type StepHandlers = { [Type in StepType]: StepHandler<StepOf<Type>> };

export function failed(message: string): StepResult {
  return { outcome: { kind: 'failed', message } };
}
