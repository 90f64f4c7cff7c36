import { DurableObject } from 'cloudflare:workers';
import {
  type Approval,
  type ApprovalDecided,
  type ApprovalDecisionInput,
  type ApprovalDecisionResult,
  type AwaitedRunResult,
  type CancelRunResult,
  type ContinueRunOptions,
  type ContinueRunResult,
  type RunAttempt,
  type RunOverview,
  type RunQuota,
  type RunShardRpc,
  type RunTrigger,
  type StartRunRequest,
  type StartRunResult,
  type StepBrief,
  type StepInstance,
  type StepResults,
  startOfText,
  startResultText,
  toOwnerId,
  type WorkflowInstance,
  type WorkflowStepContext,
} from '@portage/contracts';

export const APPROVAL_ID = '0e9b41a6-6d0d-4ad1-9a51-3f1c4e8f7a10';
const END_OF_APPROVAL_IDS = APPROVAL_ID.slice(8);

/** The id of an approval that every run here asks for. */
export function newApprovalId(): string {
  return crypto.randomUUID().slice(0, 8) + END_OF_APPROVAL_IDS;
}

const QUESTION = {
  subject: 'Pay <the> invoice?',
  message: '<script>alert(1)</script>',
  approveLabel: 'Pay',
  rejectLabel: 'Reject',
  recipients: ['ann@example.test'],
  askedAt: '2026-11-23T09:00:00.000Z',
  expiresAt: '2099-11-30T09:00:00.000Z',
};

interface StoredRun {
  areStepsRemoved?: true;
  instance: WorkflowInstance;
  request: StartRunRequest;
  attempts: RunAttempt[];
  /** Keys of continue calls. */
  keys: Set<string>;
}

/** The start that the engine was asked for, with its trigger parsed. */
export type RecordedStart = StartRunRequest & { trigger: RunTrigger };

/**
 * Stands in for the engine in tests that need only its interface: it accepts and stores runs, and changes their status when asked,
 * but runs no steps. What the engine does with a run is tested with the engine itself.
 */
export class RunShard extends DurableObject implements RunShardRpc {
  readonly #runs = new Map<string, StoredRun>();
  readonly #versions = new Map<string, NonNullable<StartRunRequest['version']>>();
  readonly #triggerChanges = new Map<string, number>();
  readonly #keys = new Map<string, string>();
  readonly #decided = new Map<string, ApprovalDecided>();

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
    this.#runs.set(request.runId, { instance, request, attempts: [], keys: new Set() });
    if (request.deduplicationKey !== undefined) this.#keys.set(request.deduplicationKey, request.runId);
    return { outcome: 'accepted', runId: request.runId };
  }

  async awaitAnswer(): Promise<AwaitedRunResult> {
    return { kind: 'waits' };
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
    return run ? parseTrigger(run) : null;
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
    return { ...triggerStep(runId), stepData: { payload: parseTrigger(run).payload } };
  }

  async getStepBriefs(runId: string): Promise<StepBrief[] | null> {
    return this.#runs.has(runId) ? [] : null;
  }

  async getStepResults(runId: string): Promise<StepResults | null> {
    return this.#runs.has(runId) ? { hasEnded: false, isPartial: false, results: [] } : null;
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

  async tellCalledRunEnd(): Promise<void> {}

  async cancelCalledRun(): Promise<void> {}

  /** Every run asks for the same approval. */
  async getApproval(runId: string, approvalId: string): Promise<Approval | null> {
    const run = this.#runs.get(runId);
    if (!run || !approvalId.endsWith(END_OF_APPROVAL_IDS)) return null;
    const { workflowId, name: workflowName, ownerUserId, isTest } = run.instance;
    return {
      runId,
      workflowId,
      workflowName,
      ownerUserId: toOwnerId(ownerUserId),
      step: 'ask',
      isTest,
      question: { ...QUESTION, approvalId },
      decided: this.#decided.get(runId + approvalId) ?? null,
    };
  }

  async answerApproval(runId: string, approvalId: string, answer: ApprovalDecisionInput): Promise<ApprovalDecisionResult> {
    const before = await this.getApproval(runId, approvalId);
    if (!before) return { outcome: 'unknown' };
    if (before.decided) return { outcome: 'decided', approval: before };
    const decided = { ...answer, at: new Date().toISOString() };
    this.#decided.set(runId + approvalId, decided);
    return { outcome: 'taken', approval: { ...before, decided } };
  }

  async cancelOpenRuns(): Promise<number> {
    const results = await Promise.all([...this.#runs.keys()].map((runId) => this.cancelRun(runId)));
    return results.filter(({ isSuccess }) => isSuccess).length;
  }

  async listRunAttempts(runId: string): Promise<RunAttempt[] | null> {
    return this.#runs.get(runId)?.attempts ?? null;
  }

  async continueRun(
    runId: string,
    _quota?: RunQuota | null,
    { by = null, version, key }: ContinueRunOptions = {},
  ): Promise<ContinueRunResult> {
    const run = this.#runs.get(runId);
    if (run && key !== undefined && run.keys.has(key)) return { isSuccess: true, runId };
    if (run?.instance.status !== 'Failed') return { isSuccess: false, errorMessage: 'Only a failed run can go on.' };
    const at = new Date().toISOString();
    const { errorMessage, workflowVersionId: versionId } = run.instance;
    if (key !== undefined) run.keys.add(key);
    const step = { id: '1', name: 'start' };
    const attempt = { number: run.attempts.length + 1, startedAt: at, finishedAt: at, errorMessage, step, versionId, continuedAt: at };
    run.attempts.push({ ...attempt, continuedBy: by });
    run.instance = { ...run.instance, status: 'InProgress', ...(version ? { workflowVersionId: version.versionId } : {}) };
    return { isSuccess: true, runId };
  }

  /** For tests: what the run was started with, and a way to make it fail. */
  async requestOf(runId: string): Promise<RecordedStart | null> {
    const run = this.#runs.get(runId);
    return run ? { ...run.request, trigger: parseTrigger(run) } : null;
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

function parseTrigger({ request }: StoredRun): RunTrigger {
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
