import { DurableObject } from 'cloudflare:workers';
import type {
  Approval,
  ApprovalDecisionInput,
  ApprovalDecisionResult,
  AwaitedRunResult,
  CalledRunEnd,
  CancelRunResult,
  ContinueRunOptions,
  ContinueRunResult,
  RunAttempt,
  RunOverview,
  RunQuota,
  RunShardRpc,
  RunTrigger,
  RunViewer,
  StartRunRequest,
  StartRunResult,
  StepBrief,
  StepFilter,
  StepInstance,
  StepInstancePage,
  StepResults,
  StepResultsRequest,
  WorkflowInstance,
  WorkflowStepContext,
} from '@portage/contracts';
import { parseStepDataRetentionMs, startOfText, startResultText } from '@portage/contracts';
import { connectHttp } from '@portage/database';
import type { ActiveRun } from './active-run/active-run.ts';
import { RunApprovals } from './approvals/run-approvals.ts';
import { ShardMessages } from './calls/shard-messages.ts';
import { hasEnded } from './core/run-status.ts';
import type { Env } from './env.ts';
import { findWatcherViews } from './live/find-watcher-views.ts';
import { LiveView } from './live/live-view.ts';
import { objectNamed } from './object-named.ts';
import { Outbox } from './outbox/outbox.ts';
import { postgresSummaries } from './outbox/postgres-summaries.ts';
import { RunScheduler } from './scheduler/run-scheduler.ts';
import { outsidePorts } from './shard/outside-ports.ts';
import { RunCalls } from './shard/run-calls.ts';
import { RunCancellation } from './shard/run-cancellation.ts';
import { RunContinuation } from './shard/run-continuation.ts';
import { RunStarts } from './shard/run-starts.ts';
import { ShardAlarm } from './shard/shard-alarm.ts';
import { ShardUpkeep } from './shard/shard-upkeep.ts';
import { StartGroup } from './shard/start-group.ts';
import { WebhookResponses } from './shard/webhook-responses.ts';
import { ShardStores } from './storage/shard-stores.ts';
import { StepDataRetention } from './storage/step-data-retention.ts';
import { TRIGGER_CHANGE_KEPT_MS } from './storage/trigger-changes.ts';
import { ShardTelemetry } from './telemetry/shard-telemetry.ts';
import { RunQueries, type StepPage } from './views/run-queries.ts';

/** Shorter delays are over before a list of runs would show them. */
const SHOWN_DELAY_MS = 10_000;

/** Holds and drives the runs of one owner that started in the same hour on the same lane (docs/architecture.md, durable-runs/README.md). */
export class RunShard extends DurableObject<Env> implements RunShardRpc {
  readonly #stores: ShardStores;
  readonly #scheduler: RunScheduler;
  readonly #queries: RunQueries;
  readonly #outbox: Outbox;
  readonly #live: LiveView;
  readonly #webhookResponses = new WebhookResponses();
  readonly #alarm: ShardAlarm;
  readonly #starts: StartGroup;
  readonly #newRuns: RunStarts;
  readonly #continuation: RunContinuation;
  readonly #cancellation: RunCancellation;
  readonly #upkeep: ShardUpkeep;
  readonly #telemetry: ShardTelemetry;
  readonly #retention: StepDataRetention;
  readonly #messages: ShardMessages;
  readonly #calls: RunCalls;
  readonly #approvals: RunApprovals;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const stores = new ShardStores(ctx.storage);
    const alarm = new ShardAlarm(ctx.storage);
    const now = () => Date.now();
    const wakeBy = (atMs: number) => alarm.wakeBy(atMs);
    const later = (ms: number, callback: () => void) => void setTimeout(callback, ms);
    const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
    this.#stores = stores;
    this.#starts = new StartGroup(() => wait(0), now);
    this.#alarm = alarm;
    const telemetry = new ShardTelemetry(env, { now, later });
    this.#telemetry = telemetry;
    this.#outbox = new Outbox(stores, {
      now,
      wakeBy,
      later,
      write: postgresSummaries(() => connectHttp(env)),
      metrics: telemetry.metrics,
      isFlood: () => this.#starts.isFlood,
    });
    this.#live = new LiveView(ctx, {
      now,
      later,
      read: (runKey, ordinals, viewer) => this.#queries.liveMessages(runKey, ordinals, viewer),
      findViewers: (watchers) => findWatcherViews(watchers, stores.runs, connectHttp(env), new Date()),
    });
    this.#messages = new ShardMessages(stores, { now, later, wakeBy, shard: (shardName) => objectNamed(env.RUN_SHARDS, shardName) });
    this.#calls = new RunCalls(stores, this.#messages, {
      now,
      wakeBy,
      takeUp: (runKey) => this.#scheduler.takeUp(runKey),
      cancel: (row) => void this.#cancellation.cancel(row),
    });
    this.#approvals = new RunApprovals(stores, { now, deliver: (runKey, ref, decided) => this.#calls.deliver(runKey, ref, decided) });
    this.#scheduler = new RunScheduler(stores, {
      ...outsidePorts(env, stores, { now, wait }),
      wakeBy,
      hungAtMs: Number(env.HUNG_AT_MS ?? 0),
      random: Math.random,
      abandon: (run, ref, isExpired) => {
        this.#approvals.abandon(run.row, ref, isExpired);
        this.#calls.abandon(ref);
      },
      abandonStart: (run) => this.#calls.abandonStart(run),
      sync: () => ctx.storage.sync(),
      isBurst: () => this.#starts.isBurst,
      isFlood: () => this.#starts.isFlood,
      nextStarts: () => this.#starts.nextGroup(),
      breathe: wait,
      observer: telemetry,
      onRecord: (run, record, attempt) => {
        telemetry.onRecord(run, record, attempt);
        this.#live.changed(run.row.runKey, record.ordinal);
      },
      onSaved: (run, summaryChanged) => this.#onSaved(run, summaryChanged),
      onSealed: (runKey) => {
        const row = stores.runs.byKey(runKey);
        if (row) this.#calls.onEnded(row, null);
        this.#outbox.touch(runKey);
        this.#live.changed(runKey);
      },
    });
    this.#retention = new StepDataRetention(ctx.storage, stores, parseStepDataRetentionMs(env.STEP_DATA_DAYS));
    this.#queries = new RunQueries(
      stores,
      (runKey) => {
        const run = this.#scheduler.active(runKey);
        if (run) this.#scheduler.engine.save(run);
      },
      (row) => this.#retention.isOver(row, Date.now()),
    );
    const parts = {
      scheduler: this.#scheduler,
      outbox: this.#outbox,
      alarm,
      webhookResponses: this.#webhookResponses,
      retention: this.#retention,
    };
    this.#newRuns = new RunStarts(stores, parts);
    this.#continuation = new RunContinuation(stores, parts);
    this.#cancellation = new RunCancellation(stores, parts);
    this.#upkeep = new ShardUpkeep(stores, {
      ...parts,
      shardName: () => ctx.id.name,
      messages: this.#messages,
      calls: this.#calls,
      live: this.#live,
    });
    this.#upkeep.resume();
  }

  /** Starts that arrive at the same time are written together, in one commit. */
  async startRun(request: StartRunRequest): Promise<StartRunResult> {
    await this.#starts.join();
    const result = this.#newRuns.start(request);
    if (result.outcome === 'accepted' && result.answerWithinMs === undefined) this.#starts.noteStart();
    const isDecided = result.outcome !== 'versionNeeded' && result.outcome !== 'triggerChanged';
    if (isDecided) this.#telemetry.onStart(request.triggerType, result.outcome);
    return result;
  }

  async startRunText(text: string): Promise<string> {
    return startResultText(await this.startRun(startOfText(text)));
  }

  async awaitAnswer(runId: string, withinMs: number): Promise<AwaitedRunResult> {
    return this.#webhookResponses.wait(runId, withinMs);
  }

  async noteTriggerChange(workflowId: string): Promise<void> {
    this.#stores.create();
    const nowMs = Date.now();
    this.#stores.triggerChanges.note(workflowId, nowMs);
    // A shard that never gets a run removes itself afterwards.
    this.#alarm.wakeBy(nowMs + TRIGGER_CHANGE_KEPT_MS);
  }

  async findVersion(versionId: string): Promise<string | null> {
    const version = this.#stores.exists ? this.#stores.runs.version(versionId) : null;
    return version ? JSON.stringify(version) : null;
  }

  async findRunByDeduplicationKey(key: string): Promise<string | null> {
    return this.#stores.runs.byDeduplicationKey(key)?.runId ?? null;
  }

  async getRun(runId: string, viewer?: RunViewer): Promise<WorkflowInstance | null> {
    return this.#queries.run(runId, viewer);
  }

  async getRunTrigger(runId: string): Promise<RunTrigger | null> {
    return this.#queries.trigger(runId);
  }

  async listStepInstances(runId: string, page: StepPage & StepFilter, viewer?: RunViewer): Promise<StepInstancePage> {
    return this.#queries.steps(runId, page, viewer);
  }

  async getRunOverview(runId: string, viewer?: RunViewer): Promise<RunOverview | null> {
    return this.#queries.overview(runId, viewer);
  }

  async getStepInstance(runId: string, stepInstanceId: string, viewer?: RunViewer, attempt?: number): Promise<StepInstance | null> {
    return this.#queries.step(runId, stepInstanceId, viewer, attempt);
  }

  async getStepBriefs(runId: string, clientIds: readonly string[], viewer?: RunViewer): Promise<StepBrief[] | null> {
    return this.#queries.briefs(runId, clientIds, viewer);
  }

  async getStepResults(runId: string, request: StepResultsRequest, viewer?: RunViewer): Promise<StepResults | null> {
    return this.#queries.results(runId, request, viewer);
  }

  async getStepContext(runId: string, stepInstanceId: string, viewer?: RunViewer): Promise<WorkflowStepContext | null> {
    return this.#queries.context(runId, stepInstanceId, viewer);
  }

  async cancelRun(runId: string): Promise<CancelRunResult> {
    const row = this.#stores.runs.byId(runId);
    return row ? this.#cancellation.cancel(row) : { isSuccess: false, errorMessage: 'There is no such run.' };
  }

  async cancelCalledRun(runId: string): Promise<void> {
    this.#calls.cancel(runId);
  }

  async tellCalledRunEnd(runId: string, ref: string, end: CalledRunEnd): Promise<void> {
    if (this.#stores.exists) this.#calls.tellEnd(runId, ref, end);
  }

  async getApproval(runId: string, approvalId: string): Promise<Approval | null> {
    return this.#approvals.find(runId, approvalId);
  }

  async answerApproval(runId: string, approvalId: string, decision: ApprovalDecisionInput): Promise<ApprovalDecisionResult> {
    return this.#approvals.decide(runId, approvalId, decision);
  }

  async cancelOpenRuns(): Promise<number> {
    return this.#stores.exists ? this.#cancellation.cancelOpen() : 0;
  }

  async listRunAttempts(runId: string, viewer?: RunViewer): Promise<RunAttempt[] | null> {
    return this.#queries.attempts(runId, viewer);
  }

  async continueRun(runId: string, quota?: RunQuota | null, options?: ContinueRunOptions): Promise<ContinueRunResult> {
    return this.#continuation.continue(runId, quota, options);
  }

  async nudge(runIds: readonly string[]): Promise<number> {
    return this.#upkeep.nudge(runIds);
  }

  /** GET /live?runId=…, a WebSocket upgrade: pushes LiveRunMessage. */
  override async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname !== '/live') return new Response('Not found', { status: 404 });
    if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket') return new Response('A WebSocket is expected', { status: 426 });
    const row = this.#stores.runs.byId(url.searchParams.get('runId') ?? '');
    if (!row) return new Response('There is no such run', { status: 404 });
    const answer = this.#live.accept(row.runKey, request);
    this.#upkeep.lookAfterWatchers();
    return answer;
  }

  override async webSocketMessage(socket: WebSocket): Promise<void> {
    this.#live.refuseMessage(socket);
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    this.#live.left(socket, code);
  }

  override async alarm(): Promise<void> {
    await this.#upkeep.onAlarm();
  }

  #onSaved(run: ActiveRun, summaryChanged: boolean): void {
    const { row } = run;
    if (!summaryChanged) return;
    this.#webhookResponses.onSaved(run);
    if (hasEnded(row.status) && (row.parentRunId !== null || run.program.mayAwait)) this.#calls.onEnded(row, run);
    if (run.waitingChanged === 'Approval') this.#outbox.touch(row.runKey);
    else if (run.waitingChanged === 'Run') this.#outbox.touchLater(row.runKey);
    run.waitingChanged = null;
    const isLongDelay = row.status === 'Delayed' && row.waitingJson === null && (row.continueAt ?? 0) - row.updatedAt >= SHOWN_DELAY_MS;
    if (hasEnded(row.status) || isLongDelay) this.#outbox.touch(row.runKey);
    this.#live.changed(row.runKey);
  }
}
