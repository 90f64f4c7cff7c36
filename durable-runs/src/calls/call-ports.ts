import type { RunChain, RunQuota, RunShardRpc, WorkflowVersionSnapshot } from '@portage/contracts';
import type { Admission } from '../quota/admit-fire.ts';
import type { StepNotes } from '../steps/step-notes.ts';

/** The world as a step that calls a workflow uses it. */
export interface CallPorts {
  /** A workflow of the owner; null where it is deleted or belongs to another account. */
  find(ownerUserId: string, workflowId: string): Promise<CallableWorkflow | null>;
  version(ownerUserId: string, versionId: string): Promise<WorkflowVersionSnapshot | null>;
  /** Counts the start against the owner's quotas, and against what one run may set off. */
  admit(ownerUserId: string, chain: RunChain): Promise<Admission>;
  shard(shardName: string): Pick<RunShardRpc, 'startRun'>;
}

export interface CallableWorkflow {
  name: string;
  /** Null: it is not active. */
  activeVersionId: string | null;
}

export interface WorkflowCall {
  workflowId: string;
  payload: unknown;
  /** Whether the step waits for the end of the started run. */
  waits: boolean;
}

/** The run whose step calls. */
export interface CallingRun {
  runId: string;
  ownerUserId: string;
  isTest: boolean;
  /** How many runs stand above it. */
  depth: number;
  chain: RunChain;
  notes: StepNotes;
  /** Values in the payload that are known as secrets. */
  secretsIn(json: string): readonly string[];
}

export type StartedCall = { ok: true; runId: string; name: string; startedAtMs: number } | { ok: false; message: string };

/** The note that the step makes before the start leaves: every attempt starts the same run. */
export interface CallNote {
  runId: string;
  versionId: string;
  name: string;
  quota: RunQuota | null;
  startedAtMs: number;
  waits: boolean;
}

export const CALL_NOTE = 'call';

/** By which a waiting step knows the end of a run. */
export function refOfRun(runId: string): string {
  return `run/${runId}`;
}

/** The run with this name; null: the name means something else. */
export function runOfRef(ref: string): string | null {
  return ref.startsWith('run/') ? ref.slice('run/'.length) : null;
}
