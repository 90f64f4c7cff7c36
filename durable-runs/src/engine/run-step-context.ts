import type { ConnectorDocument } from '@portage/connectors/openapi';
import type { RunChain } from '@portage/contracts';
import type { ExpressionScope, StorageScope } from '@portage/workflow';
import type { ActiveRun } from '../active-run/active-run.ts';
import type { ApprovalRequest, AskedApproval } from '../approvals/approval-ports.ts';
import { askForApproval } from '../approvals/ask-for-approval.ts';
import type { StartedCall, WorkflowCall } from '../calls/call-ports.ts';
import { startCalledRun } from '../calls/start-called-run.ts';
import { LeaseGroup, type RunConnection } from '../connection/lease-group.ts';
import { delayRefusal } from '../core/run-quota.ts';
import type { DashboardItemChange, DashboardItemWritten } from '../data/dashboard-item-port.ts';
import type { EgressRequest, EgressResult } from '../egress/egress-message.ts';
import { handedToScript } from '../script/handed-steps.ts';
import type { ScriptOutcome } from '../script/run-script.ts';
import { pickReferenced, scriptReferences } from '../script/script-references.ts';
import type { StepContext } from '../step-context/step-handler.ts';
import { pagedLoopLimit } from '../steps/paged-list.ts';
import type { EnginePorts } from './engine-ports.ts';
import { idempotencyKey } from './idempotency-key.ts';

/**
 * The services that the current step of a run may use. It's a class because every step gets one: each object literal with getters has its
 * own shape, which costs 2 KB per step until a full garbage collection.
 */
export class RunStepContext implements StepContext {
  readonly nowMs: number;
  readonly signal: AbortSignal;
  readonly #run: ActiveRun;
  readonly #ports: EnginePorts;
  /** The step's path. After a change to the step, its calls count as different ones. */
  readonly #callPath: string;
  readonly #scope: ExpressionScope;
  #data: RunStepData | null = null;
  #connections: Map<string, RunConnection> | null = null;

  constructor(run: ActiveRun, ports: EnginePorts, signal: AbortSignal) {
    this.nowMs = ports.now();
    this.signal = signal;
    this.#run = run;
    this.#ports = ports;
    const { path = '', repairs } = run.state.current ?? {};
    this.#callPath = repairs === undefined ? path : `${path}%repair${repairs}`;
    this.#scope = run.scope(this.nowMs);
  }

  get idempotencyKey(): string {
    return idempotencyKey(this.#run.row.runId, this.#callPath);
  }

  idempotencyKeyOf(part: string): string {
    return idempotencyKey(this.#run.row.runId, `${this.#callPath}%${part}`);
  }

  get progress(): unknown {
    return this.#run.state.current?.progress;
  }

  get notes(): StepContext['notes'] {
    return this.#run.notes;
  }

  get hasStrikes(): boolean {
    return this.#run.state.strikes > 0;
  }

  get sync(): StepContext['sync'] {
    const { ownerUserId, workflowId } = this.#run.version;
    return this.#ports.flows({ ownerUserId, workflowId, runId: this.#run.row.runId });
  }

  countItems(outcome: string, count: number): void {
    this.#ports.observer.onSyncItems(outcome, count);
  }

  get startedByHand(): boolean {
    return this.#run.row.startedByHand;
  }

  get chain(): RunChain {
    return this.#run.chain;
  }

  overTime(): string | null {
    return delayRefusal(this.#run.state, this.#ports.now());
  }

  pause(ms: number): Promise<void> {
    return this.#ports.breathe(ms);
  }

  get scope(): ExpressionScope {
    const { view } = this.#run.data;
    return this.#scope.data === view ? this.#scope : { ...this.#scope, data: view };
  }

  get data(): StepContext['data'] {
    this.#data ??= new RunStepData(this.#run, this.#ports, this.idempotencyKey, this.nowMs);
    return this.#data;
  }

  writeDashboardItem(change: DashboardItemChange): Promise<DashboardItemWritten> {
    const { ownerUserId } = this.#run.version;
    return this.#ports.dashboardItems.write({ ...change, ownerUserId, writeKey: this.idempotencyKey, nowMs: this.nowMs });
  }

  async startWorkflow(call: WorkflowCall): Promise<StartedCall> {
    const run = this.#run;
    const { row, version, chain, notes, secrets } = run;
    const { ownerUserId } = version;
    const secretsIn = (json: string) => secrets.valuesIn(json);
    const calling = { runId: row.runId, ownerUserId, isTest: row.isTest, depth: row.callDepth, chain, notes, secretsIn };
    const started = await startCalledRun(this.#ports.calls, calling, call, {
      now: () => this.#ports.now(),
      pause: (ms) => this.#ports.breathe(ms),
      isUnwanted: () => this.signal.aborted,
    });
    // It may still run, if the response to the start was lost.
    if (!started.ok && !this.signal.aborted) this.#ports.abandonStart(run);
    return started;
  }

  askForApproval(request: ApprovalRequest): Promise<AskedApproval> {
    const { row, version, notes, secrets, state } = this.#run;
    const asking = {
      runKey: row.runKey,
      runId: row.runId,
      ownerUserId: version.ownerUserId,
      workflowName: version.name,
      step: state.current?.stepId ?? '',
      notes,
      redact: (text: string) => (secrets.isEmpty ? text : secrets.redactText(text)),
    };
    return askForApproval(this.#ports.approvals, asking, request, this.nowMs);
  }

  nextPageOf(stepId: string): unknown {
    return this.#run.nextPageOf(stepId);
  }

  pagedLoopLimit(stepId: string): number | null {
    return pagedLoopLimit(this.#run.version.steps, stepId);
  }

  async script(source: string): Promise<ScriptOutcome> {
    const run = this.#run;
    const references = scriptReferences(source);
    const values = { steps: run.values.steps, data: references.readsData ? run.data.view : {} };
    const handed = handedToScript(values, { steps: run.version.steps, stepId: run.state.current?.stepId ?? null, source });
    const input = {
      Steps: pickReferenced(handed.steps, references.steps),
      $Data: handed.data,
      ...(references.readsVariables ? { $Vars: run.variables.values } : {}),
      $Consts: run.consts,
    };
    const outcome = await this.#ports.runScript(run.version.ownerUserId, source, JSON.stringify(input));
    run.sliceFuel += outcome.fuelUsed;
    return outcome;
  }

  redact<Value>(value: Value): Value {
    const { secrets } = this.#run;
    return secrets.isEmpty ? value : (secrets.redactValue(value) as Value);
  }

  send(request: EgressRequest): Promise<EgressResult> {
    return this.#ports.send(request, this.signal);
  }

  async sendOneOfMany(request: EgressRequest): Promise<EgressResult> {
    if (this.signal.aborted) return { ok: false, message: 'The call was cancelled.', retryable: false };
    return this.#ports.sendOneOfMany(request);
  }

  connection(connectorId: string): RunConnection {
    const known = this.#connections?.get(connectorId);
    if (known) return known;
    const { ownerUserId } = this.#run.version;
    const wait = (ms: number) => this.#ports.breathe(ms);
    const made = new LeaseGroup({ connection: () => this.#ports.connection(connectorId), ownerUserId, connectorId, wait });
    this.#connections ??= new Map();
    this.#connections.set(connectorId, made);
    return made;
  }

  document(fileStorageId: string): Promise<ConnectorDocument | null> {
    return this.#ports.documents.open(fileStorageId);
  }
}

class RunStepData {
  readonly #run: ActiveRun;
  readonly #ports: EnginePorts;
  readonly #stepKey: string;
  readonly #nowMs: number;
  #writes = 0;

  constructor(run: ActiveRun, ports: EnginePorts, stepKey: string, nowMs: number) {
    this.#run = run;
    this.#ports = ports;
    this.#stepKey = stepKey;
    this.#nowMs = nowMs;
  }

  scopeOf(key: string): StorageScope | null {
    return this.#run.data.scopeOf(key);
  }

  setInRun(key: string, value: unknown): void {
    this.#run.data.setInRun(key, value);
  }

  removeFromRun(key: string): void {
    this.#run.data.removeFromRun(key);
  }

  async setInWorkflow(key: string, value: unknown, expiresAtMs: number | null): Promise<void> {
    await this.#ports.workflowData.set(this.#writeOf(key), value, expiresAtMs);
    this.#run.data.noteWorkflowValue(key, value);
  }

  async updateInWorkflow(
    key: string,
    change: (present: unknown) => unknown,
    expiresAtMs: number | null,
    isCreated: 'never' | 'if missing',
  ): Promise<{ value: unknown } | null> {
    const { data } = this.#run;
    const changePresent = (present: unknown) => {
      data.refreshWorkflowValue(key, present);
      return change(present);
    };
    const updated = await this.#ports.workflowData.update(this.#writeOf(key), changePresent, expiresAtMs, isCreated);
    if (updated) data.noteWorkflowValue(key, updated.value);
    return updated;
  }

  async removeFromWorkflow(key: string): Promise<void> {
    await this.#ports.workflowData.remove(this.#run.version.workflowId, key);
    this.#run.data.noteWorkflowRemoval(key);
  }

  /** One step may write several values. Each write is identified by its position in the step. */
  #writeOf(key: string) {
    const { workflowId } = this.#run.version;
    return { workflowId, key, writeKey: `${this.#stepKey}:${this.#writes++}`, nowMs: this.#nowMs };
  }
}
