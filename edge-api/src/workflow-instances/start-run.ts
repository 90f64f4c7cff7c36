import {
  buildShardName,
  computeRunLane,
  makeRunId,
  type OwnerId,
  type RunChain,
  type RunShardRpc,
  type RunTrigger,
  type StartQuota,
  type StartRunRequest,
  type WorkflowQuota,
  type WorkflowVersionSnapshot,
} from '@portage/contracts';
import { HOUR_MS } from '@portage/primitives/durations';

const MAX_ATTEMPTS = 6;
const RANDOM_CHARACTERS = '0123456789abcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 16;

export interface RunStartPorts {
  shard: (shardName: string) => Pick<RunShardRpc, 'startRun' | 'findRunByDeduplicationKey'>;
  nowMs: () => number;
  randomBytes: (length: number) => Uint8Array;
  /** The lane of a start without a deduplication key. */
  nextLane: () => number;
  /** Counts the start; throws if the owner's quota is used up. */
  takeStart: (quota: StartQuota) => Promise<void>;
  /** Counts a start that a run makes; throws if the chain's first run has already caused as many as it may. */
  takeChainStart: (chain: RunChain) => Promise<void>;
}

export interface RunStart extends Omit<StartRunRequest, 'runId' | 'triggerJson' | 'triggerType' | 'caller' | 'quota'> {
  /** Called only if the shard doesn't know the version. */
  loadVersion: () => Promise<WorkflowVersionSnapshot>;
  trigger: RunTrigger;
  /** The trigger's payload as the caller sent it, if that is JSON: it needn't be serialized again. */
  payloadJson?: string;
  /** The owner's quota, at most a few seconds old. */
  quota: WorkflowQuota;
  /** The run that made this call; absent: no run did. */
  chain?: RunChain;
}

/** The run engine didn't accept the run; retrying later may help. */
export class RunNotStartedError extends Error {
  override readonly name = 'RunNotStartedError';
}

/** The trigger has changed since it was looked up: the caller must look it up again. */
export class TriggerChangedError extends Error {
  override readonly name = 'TriggerChangedError';
}

/** The webhook accepts only other methods. */
export class MethodNotAllowedError extends Error {
  override readonly name = 'MethodNotAllowedError';
  readonly allowed: readonly string[];

  constructor(allowed: readonly string[]) {
    super(`Allowed: ${allowed.join(', ')}`);
    this.allowed = allowed;
  }
}

/** A run that was started now, or earlier by an equal delivery. */
export interface StartedRun {
  runId: string;
  /** How long the caller waits for the run's response; null: it doesn't. */
  answerWithinMs: number | null;
}

/** The run engine refuses this run for good; the message is fit for a person. */
export class RunRefusedError extends Error {
  override readonly name = 'RunRefusedError';
}

/**
 * Starts a run, or finds the one that an equal delivery started before.
 *
 * @returns once its start is on disk.
 * @throws what `takeStart` and `takeChainStart` throw, RunNotStartedError if no shard accepts it, RunRefusedError if none ever will, TriggerChangedError, MethodNotAllowedError.
 */
export async function startRun(ports: RunStartPorts, start: RunStart): Promise<StartedRun> {
  const lane = start.deduplicationKey === undefined ? ports.nextLane() : computeRunLane(start.deduplicationKey);
  if (start.deduplicationKey !== undefined) {
    const earlier = await findInPreviousHour(ports, start.ownerUserId, lane, start.deduplicationKey);
    if (earlier !== null) return { runId: earlier, answerWithinMs: null };
    // A repeated delivery starts nothing, so it uses up nothing.
    const isCounted = start.quota.start !== null || start.chain !== undefined;
    const same = isCounted ? await findInHour(ports, start.ownerUserId, ports.nowMs(), lane, start.deduplicationKey) : null;
    if (same !== null) return { runId: same, answerWithinMs: null };
  }
  if (start.chain) await ports.takeChainStart(start.chain);
  if (start.quota.start) await ports.takeStart(start.quota.start);

  const { loadVersion, trigger, payloadJson, quota, chain, version: ownVersion, ...request } = start;
  const triggerJson = buildTriggerJson(start);
  let version = ownVersion;
  let atMs = ports.nowMs();
  let runId = newRunId(ports, start.ownerUserId, atMs, lane);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const result = await askShard(ports, buildShardName(start.ownerUserId, atMs, lane), {
      ...request,
      runId,
      triggerType: trigger.type,
      triggerJson,
      ...(version ? { version } : {}),
      ...(quota.run ? { quota: quota.run } : {}),
    });
    switch (result.outcome) {
      case 'accepted':
      case 'duplicate':
        return { runId: result.runId, answerWithinMs: result.answerWithinMs ?? null };
      case 'versionNeeded':
        version = await loadVersion();
        break;
      case 'shardClosed':
        // The shard's clock may be ahead of this one, so try at least the next hour.
        atMs = Math.max(ports.nowMs(), (Math.floor(atMs / HOUR_MS) + 1) * HOUR_MS);
        runId = newRunId(ports, start.ownerUserId, atMs, lane);
        break;
      case 'triggerChanged':
        throw new TriggerChangedError();
      case 'refused':
        throw new RunRefusedError(result.message);
      case 'methodNotAllowed':
        throw new MethodNotAllowedError(result.allowed);
      default:
        return result satisfies never;
    }
  }
  throw new RunNotStartedError('The run could not be started: every run shard asked was closed.');
}

function buildTriggerJson({ trigger, payloadJson }: RunStart): string {
  if (payloadJson === undefined) return JSON.stringify(trigger);
  const { payload: _, ...others } = trigger;
  return `${JSON.stringify(others).slice(0, -1)},"payload":${payloadJson}}`;
}

type ShardStart = Parameters<RunShardRpc['startRun']>[0];

/** An object that was just moved or reset fails with `retryable`; the start carries its id, so retrying is safe. */
async function askShard(ports: RunStartPorts, shardName: string, request: ShardStart) {
  try {
    return await ports.shard(shardName).startRun(request);
  } catch (error) {
    if (!isRetryable(error)) throw notStarted(error);
    try {
      return await ports.shard(shardName).startRun(request);
    } catch (repeated) {
      throw notStarted(repeated);
    }
  }
}

/** Whatever kept an object from storing a start (a full disk, a crash, too many calls), the sender may send it again. */
function notStarted(cause: unknown): RunNotStartedError {
  return new RunNotStartedError('The run could not be started: its run shard failed.', { cause });
}

function isRetryable(error: unknown): boolean {
  const { retryable, overloaded } = error as { retryable?: boolean; overloaded?: boolean };
  return retryable === true && overloaded !== true;
}

/** Otherwise a delivery repeated across an hour boundary would reach a shard that has never seen it. */
async function findInPreviousHour(ports: RunStartPorts, ownerUserId: OwnerId, lane: number, key: string): Promise<string | null> {
  return findInHour(ports, ownerUserId, ports.nowMs() - HOUR_MS, lane, key);
}

async function findInHour(ports: RunStartPorts, ownerUserId: OwnerId, atMs: number, lane: number, key: string): Promise<string | null> {
  try {
    return await ports.shard(buildShardName(ownerUserId, atMs, lane)).findRunByDeduplicationKey(key);
  } catch (error) {
    throw notStarted(error);
  }
}

/**
 * A shard's ids grow with time, to the millisecond within the hour: new ones go to the end of their indexes,
 * so a commit touches a few index pages and not one for each run.
 */
function newRunId(ports: RunStartPorts, ownerUserId: OwnerId, atMs: number, lane: number): string {
  const withinHour = (atMs % HOUR_MS).toString(36).padStart(5, '0');
  return makeRunId(ownerUserId, atMs, lane, `${withinHour}${randomText(ports)}`);
}

function randomText(ports: RunStartPorts): string {
  // 252 is the largest multiple of 36 in a byte: above it the first characters would be more frequent.
  let text = '';
  while (text.length < RANDOM_LENGTH) {
    for (const byte of ports.randomBytes(RANDOM_LENGTH)) {
      if (byte < 252 && text.length < RANDOM_LENGTH) text += RANDOM_CHARACTERS[byte % 36];
    }
  }
  return text;
}
