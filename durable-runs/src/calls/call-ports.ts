import type { OwnerId, RunChain, RunQuota, RunShardRpc, WorkflowVersionSnapshot } from '@portage/contracts';
import type { StepNotes } from '../core/step-notes.ts';
import type { Admission } from '../quota/admit-fire.ts';

export interface CallPorts {
  /** A workflow of the owner; null if it's deleted or belongs to another account. */
  find(ownerUserId: OwnerId, workflowId: string): Promise<CallableWorkflow | null>;
  version(ownerUserId: OwnerId, versionId: string): Promise<WorkflowVersionSnapshot | null>;
  /** Counts the start against the owner's quotas and against the limit on runs that one run may cause. */
  admit(ownerUserId: OwnerId, chain: RunChain): Promise<Admission>;
  shard(shardName: string): Pick<RunShardRpc, 'startRun'>;
}

export interface CallableWorkflow {
  name: string;
  /** Null if the workflow is inactive. */
  activeVersionId: string | null;
}

export interface WorkflowCall {
  workflowId: string;
  payload: unknown;
  waits: boolean;
}

export interface CallingRun {
  runId: string;
  ownerUserId: OwnerId;
  isTest: boolean;
  /** How many runs precede it in the chain of calls. */
  depth: number;
  chain: RunChain;
  notes: StepNotes;
  secretsIn(json: string): readonly string[];
}

export type StartedCall = { ok: true; runId: string; name: string; startedAtMs: number } | { ok: false; message: string };

/** Stored before the start is sent, so every attempt starts the same run. */
export interface CallNote {
  runId: string;
  versionId: string;
  name: string;
  quota: RunQuota | null;
  startedAtMs: number;
  waits: boolean;
}

export const CALL_NOTE = 'call';

/** Identifies the run whose end a step waits for. */
export function refOfRun(runId: string): string {
  return `run/${runId}`;
}

/** The id of the run that a ref names; null if it names something else. */
export function runOfRef(ref: string): string | null {
  return ref.startsWith('run/') ? ref.slice('run/'.length) : null;
}
