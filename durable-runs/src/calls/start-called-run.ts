import {
  makeRunId,
  type OwnerId,
  RUN_LANES,
  type RunTrigger,
  type StartRunRequest,
  type WorkflowVersionSnapshot,
} from '@portage/contracts';
import { formatErrorCauses, log } from '@portage/contracts/log';
import { workflowLimits } from '@portage/workflow';
import { CALL_NOTE, type CallingRun, type CallNote, type CallPorts, refOfRun, type StartedCall, type WorkflowCall } from './call-ports.ts';
import { getShardName } from './send-start.ts';

const PAUSES_MS = [100, 300, 1_000, 3_000, 5_000];

interface StartTools {
  now(): number;
  pause(ms: number): Promise<void>;
  isUnwanted(): boolean;
}

/**
 * Starts a run of another workflow once. Its id is stored before the start is sent, so an attempt whose response was lost and the
 * next attempt name the same run.
 */
export async function startCalledRun(ports: CallPorts, calling: CallingRun, call: WorkflowCall, tools: StartTools): Promise<StartedCall> {
  if (calling.depth >= workflowLimits.callDepth) return refused(TOO_DEEP);
  const made = await prepareNote(ports, calling, call, tools);
  if (typeof made === 'string') return refused(made);
  let note = made;
  let version: WorkflowVersionSnapshot | null = null;
  for (let failures = 0; ; ) {
    if (tools.isUnwanted()) return refused(UNWANTED);
    try {
      const result = await ports.shard(getShardName(note.runId)).startRun(buildStartRequest(note, calling, call, version));
      switch (result.outcome) {
        case 'accepted':
        case 'duplicate':
          return { ok: true, runId: result.runId, name: note.name, startedAtMs: note.startedAtMs };
        case 'refused':
          return refused(`“${note.name}” was not started. ${result.message}`);
        case 'versionNeeded':
          version = await ports.version(calling.ownerUserId, note.versionId);
          if (!version) return refused(`“${note.name}” was not started: its version is no longer stored.`);
          break;
        case 'shardClosed':
          note = { ...note, runId: newRunId(calling.ownerUserId, tools.now()) };
          calling.notes.put([[CALL_NOTE, note]]);
          break;
        case 'methodNotAllowed':
        case 'triggerChanged':
          throw new Error(`A called run is not answered ${result.outcome}`);
        default:
          return result satisfies never;
      }
    } catch (error) {
      log('warn', 'A called run could not be started', { runId: calling.runId, called: note.runId, cause: formatErrorCauses(error) });
      const pauseMs = PAUSES_MS[failures];
      failures += 1;
      if (pauseMs === undefined) return refused(`“${note.name}” could not be started: the run engine isn’t responding. Please try again.`);
      await tools.pause(pauseMs);
    }
  }
}

async function prepareNote(
  ports: CallPorts,
  calling: CallingRun,
  call: WorkflowCall,
  { now, isUnwanted }: StartTools,
): Promise<CallNote | string> {
  const { ownerUserId, chain, notes } = calling;
  const known = notes.get(CALL_NOTE) as CallNote | undefined;
  if (known) return known;
  const called = await ports.find(ownerUserId, call.workflowId);
  if (!called) return GONE;
  if (called.activeVersionId === null)
    return `“${called.name}” is not active, so it cannot be called. Activate it, then continue this run.`;
  const admission = await ports.admit(ownerUserId, chain);
  if (!admission.isAdmitted) return admission.message;
  if (isUnwanted()) return UNWANTED;
  const startedAtMs = now();
  const runId = newRunId(ownerUserId, startedAtMs);
  const { quota } = admission;
  const note: CallNote = { runId, versionId: called.activeVersionId, name: called.name, quota, startedAtMs, waits: call.waits };
  notes.put([[CALL_NOTE, note]]);
  return note;
}

function buildStartRequest(
  { runId, versionId, quota }: CallNote,
  { runId: callerId, ownerUserId, isTest, depth, chain, secretsIn }: CallingRun,
  { workflowId, payload, waits }: WorkflowCall,
  version: WorkflowVersionSnapshot | null,
): StartRunRequest {
  const secrets = secretsIn(JSON.stringify(payload) ?? '');
  const trigger: RunTrigger = { type: 'Manual', payload, chain, ...(secrets.length > 0 ? { secrets } : {}) };
  return {
    runId,
    ownerUserId,
    workflowId,
    versionId,
    ...(version ? { version } : {}),
    ...(quota ? { quota } : {}),
    triggerType: 'Manual',
    triggerJson: JSON.stringify(trigger),
    startedByHand: false,
    isTest,
    cause: 'Call',
    caller: { runId: callerId, depth: depth + 1, ref: waits ? refOfRun(runId) : null },
  };
}

function newRunId(ownerUserId: OwnerId, nowMs: number): string {
  const random = crypto.randomUUID().replaceAll('-', '').slice(0, 20);
  return makeRunId(ownerUserId, nowMs, Number.parseInt(random.slice(0, 4), 16) % RUN_LANES, random);
}

function refused(message: string): StartedCall {
  return { ok: false, message };
}

const TOO_DEEP = `Workflows call one another more than ${workflowLimits.callDepth} levels deep, which is the limit. Do they call one another in a loop?`;
const UNWANTED = 'The calling run no longer waits for this call.';
const GONE = 'The workflow to call was deleted, or belongs to another account. Choose another one in the step.';
