import type { Approval, ApprovalDecided, ApprovalDecisionInput, ApprovalDecisionResult, ApprovalOutcome } from '@portage/contracts';
import { hasEnded } from '../core/run-status.ts';
import type { RunRow } from '../storage/run-store.ts';
import type { ShardStores } from '../storage/shard-stores.ts';
import { approvalOfRef, refOfApproval } from './approval-ports.ts';

export interface RunApprovalsPorts {
  now(): number;
  /** Stores what the run waits for, and continues the run. */
  deliver(runKey: number, ref: string, decided: ApprovalDecided): void;
}

/** The decisions on the questions that runs of this shard ask people. */
export class RunApprovals {
  readonly #stores: ShardStores;
  readonly #ports: RunApprovalsPorts;

  constructor(stores: ShardStores, ports: RunApprovalsPorts) {
    this.#stores = stores;
    this.#ports = ports;
  }

  find(runId: string, approvalId: string): Approval | null {
    const row = this.#row(runId);
    return row && this.#describe(row, approvalId);
  }

  /** Accepts one decision. The decision and its consequences are stored in one commit. */
  decide(runId: string, approvalId: string, { decision, by, comment }: ApprovalDecisionInput): ApprovalDecisionResult {
    const row = this.#row(runId);
    const before = row && this.#describe(row, approvalId);
    if (!row || !before) return { outcome: 'unknown' };
    if (before.decided) return { outcome: 'decided', approval: before };
    const decided: ApprovalDecided = { decision, by, comment, at: new Date(this.#ports.now()).toISOString() };
    this.#stores.approvals.decide(row.runKey, approvalId, decided);
    this.#ports.deliver(row.runKey, refOfApproval(approvalId), decided);
    return { outcome: 'taken', approval: { ...before, decided } };
  }

  /** Called when the run no longer waits for `ref`. If that is a decision, the question is closed. */
  abandon({ runKey }: RunRow, ref: string, isExpired: boolean): void {
    const approvalId = approvalOfRef(ref);
    if (approvalId === null) return;
    this.#stores.approvals.decide(runKey, approvalId, undecided(isExpired ? 'Expired' : 'Cancelled', new Date(this.#ports.now())));
  }

  #row(runId: string): RunRow | null {
    return this.#stores.exists ? this.#stores.runs.byId(runId) : null;
  }

  #describe(row: RunRow, approvalId: string): Approval | null {
    const stored = this.#stores.approvals.find(row.runKey, approvalId);
    const version = stored && this.#stores.runs.version(row.versionId);
    if (!stored || !version) return null;
    const { question, step } = stored;
    const expiresAt = new Date(question.expiresAt);
    const isOver = this.#ports.now() >= expiresAt.getTime();
    // The run may be notified a little later.
    const outcome: ApprovalOutcome | null = isOver ? 'Expired' : hasEnded(row.status) ? 'Cancelled' : null;
    const decided = stored.decided ?? (outcome && undecided(outcome, isOver ? expiresAt : new Date(row.updatedAt)));
    const { workflowId, name: workflowName, ownerUserId } = version;
    return { runId: row.runId, workflowId, workflowName, ownerUserId, step, isTest: row.isTest, question, decided };
  }
}

function undecided(decision: ApprovalOutcome, at: Date): ApprovalDecided {
  return { decision, by: null, comment: '', at: at.toISOString() };
}
