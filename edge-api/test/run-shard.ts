import { DurableObject } from 'cloudflare:workers';
import type {
  CancelRunResult,
  ContinueRunResult,
  RunOverview,
  RunShardRpc,
  RunTrigger,
  StartRunRequest,
  StartRunResult,
  StepInstance,
  WorkflowInstance,
  WorkflowStepContext,
} from '@portage/contracts';
import { startOfText, startResultText } from '@portage/contracts';

interface StoredRun {
  areStepsRemoved?: true;
  instance: WorkflowInstance;
  request: StartRunRequest;
}

/** What the engine was asked to start, its trigger read. */
export type KnownStart = StartRunRequest & { trigger: RunTrigger };

/**
 * Stands in for the engine where only its doors matter: it takes runs, keeps them, and changes their status when asked,
 * but runs no step. What the engine does with a run is tested with the engine itself.
 */
export class RunShard extends DurableObject implements RunShardRpc {
  readonly #runs = new Map<string, StoredRun>();
  readonly #versions = new Map<string, NonNullable<StartRunRequest['version']>>();
  readonly #triggerChanges = new Map<string, number>();
  readonly #keys = new Map<string, string>();

  async startRunText(text: string): Promise<string> {
    return startResultText(await this.startRun(startOfText(text)));
  }

  async startRun(request: StartRunRequest): Promise<StartRunResult> {
    const changedAtMs = this.#triggerChanges.get(request.workflowId);
    if (changedAtMs !== undefined && (request.triggerKnownAtMs ?? Number.POSITIVE_INFINITY) < changedAtMs)
      return { outcome: 'triggerChanged' };
    const earlier = request.deduplicationKey === undefined ? undefined : this.#keys.get(request.deduplicationKey);
    if (earlier !== undefined) return { outcome: 'duplicate', runId: earlier };
    if (request.version) this.#versions.set(request.versionId, request.version);
    const version = this.#versions.get(request.versionId);
    if (!version) return { outcome: 'versionNeeded' };

    const at = new Date().toISOString();
    const instance: WorkflowInstance = {
      id: request.runId,
      name: version.name,
      ownerUserId: request.ownerUserId,
      workflowId: request.workflowId,
      workflowVersionId: request.versionId,
      status: 'InProgress',
      createdAt: at,
      lastUpdatedAt: at,
      continueAt: null,
      startedAt: at,
      finishedAt: null,
      errorMessage: null,
      isTest: request.isTest,
      stepCount: 1,
    };
    this.#runs.set(request.runId, { instance, request });
    if (request.deduplicationKey !== undefined) this.#keys.set(request.deduplicationKey, request.runId);
    return { outcome: 'accepted', runId: request.runId };
  }

  async noteTriggerChange(workflowId: string): Promise<void> {
    this.#triggerChanges.set(workflowId, Date.now());
  }

  async findVersion(versionId: string): Promise<string | null> {
    const version = this.#versions.get(versionId);
    return version ? JSON.stringify(version) : null;
  }

  async findRunByDeduplicationKey(key: string): Promise<string | null> {
    return this.#keys.get(key) ?? null;
  }

  async getRun(runId: string): Promise<WorkflowInstance | null> {
    return this.#runs.get(runId)?.instance ?? null;
  }

  async getRunTrigger(runId: string): Promise<RunTrigger | null> {
    const run = this.#runs.get(runId);
    return run ? triggerOf(run) : null;
  }

  async listStepInstances(runId: string, page: { pageIndex: number; pageSize: number }) {
    if (this.#runs.get(runId)?.areStepsRemoved) return { stepInstances: [], totalCount: 0, isDataRemoved: true as const };
    const steps = this.#runs.has(runId) ? [triggerStep(runId)] : [];
    const start = page.pageIndex * page.pageSize;
    return { stepInstances: steps.slice(start, start + page.pageSize).map(({ stepData: _, ...step }) => step), totalCount: steps.length };
  }

  async getRunOverview(runId: string): Promise<RunOverview | null> {
    const run = this.#runs.get(runId);
    return run && !run.areStepsRemoved ? { groups: [], focus: null } : null;
  }

  async getStepInstance(runId: string, stepInstanceId: string): Promise<StepInstance | null> {
    const run = this.#runs.get(runId);
    if (!run || run.areStepsRemoved || stepInstanceId !== '1') return null;
    return { ...triggerStep(runId), stepData: { payload: triggerOf(run).payload } };
  }

  async getStepContext(runId: string, stepInstanceId: string): Promise<WorkflowStepContext | null> {
    if (!this.#runs.has(runId) || stepInstanceId !== '1') return null;
    return { steps: {}, data: {}, consts: { WorkflowInstanceId: runId } };
  }

  async cancelRun(runId: string): Promise<CancelRunResult> {
    const run = this.#runs.get(runId);
    if (run?.instance.status !== 'InProgress') return { isSuccess: false, errorMessage: 'This run is over.' };
    run.instance = { ...run.instance, status: 'Cancelled' };
    return { isSuccess: true };
  }

  async cancelOpenRuns(): Promise<number> {
    const results = await Promise.all([...this.#runs.keys()].map((runId) => this.cancelRun(runId)));
    return results.filter(({ isSuccess }) => isSuccess).length;
  }

  async continueRun(runId: string): Promise<ContinueRunResult> {
    const run = this.#runs.get(runId);
    if (run?.instance.status !== 'Failed') return { isSuccess: false, errorMessage: 'Only a failed run can go on.' };
    run.instance = { ...run.instance, status: 'InProgress' };
    return { isSuccess: true, runId };
  }

  /** For tests: what the run was started with, and a way to let it fail. */
  async requestOf(runId: string): Promise<KnownStart | null> {
    const run = this.#runs.get(runId);
    return run ? { ...run.request, trigger: triggerOf(run) } : null;
  }

  async removeSteps(runId: string): Promise<void> {
    const run = this.#runs.get(runId);
    if (run) run.areStepsRemoved = true;
  }

  async failRun(runId: string): Promise<void> {
    const run = this.#runs.get(runId);
    if (run) run.instance = { ...run.instance, status: 'Failed', errorMessage: 'It failed.' };
  }

  override async fetch(request: Request): Promise<Response> {
    const instance = this.#runs.get(new URL(request.url).searchParams.get('runId') ?? '')?.instance;
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    server.send(JSON.stringify({ type: 'run', workflowInstance: instance }));
    return new Response(null, { status: 101, webSocket: client });
  }
}

function triggerOf({ request }: StoredRun): RunTrigger {
  return JSON.parse(request.triggerJson) as RunTrigger;
}

function triggerStep(runId: string): StepInstance {
  const at = new Date().toISOString();
  return {
    id: '1',
    name: 'start',
    path: 'start',
    stepType: 'Trigger',
    status: 'Succeeded',
    lastUpdatedAt: at,
    startedAt: at,
    finishedAt: at,
    errorMessage: null,
    hasContextData: true,
    stepData: { payload: runId },
  };
}
