import {
  buildShardName,
  type OwnerId,
  RUN_LANES,
  type RunChain,
  type RunLocation,
  type RunShardRpc,
  readRunChain,
  type StartQuota,
  type StartRunRequest,
  startResultOfText,
  startText,
  type WorkflowVersionSnapshot,
} from '@portage/contracts';
import { findWorkflowVersion } from '@portage/database';
import { BoundedCache } from '@portage/primitives/bounded-cache';
import { HOUR_MS } from '@portage/primitives/durations';
import { ApiProblem } from '../http/api-problem.ts';
import type { RequestContext } from '../http/context.ts';
import { lookUpInTime, lookUpProblem } from '../look-ups/last-known.ts';
import { LaneTurns } from './lane-turns.ts';
import { MethodNotAllowedError, RunNotStartedError, RunRefusedError, type RunStart, type StartedRun, startRun } from './start-run.ts';
import { takeChainStart, takeStart } from './take-start.ts';

type ShardEnv = Pick<RequestContext['env'], 'RUN_SHARDS'>;
type StartContext = Pick<RequestContext, 'env' | 'db' | 'now' | 'request'>;

/** Steps of all cached versions together, in characters of JSON: what an isolate can spare of its 128 MB. */
const MAX_VERSION_CHARACTERS = 16_000_000;
/** Versions never change, so a version that was read once stays valid. */
const versions = new BoundedCache<WorkflowVersionSnapshot>({ maxSize: MAX_VERSION_CHARACTERS });
/** Created at the first start: Workers disallow `crypto.getRandomValues` at module scope. */
let laneTurns: LaneTurns | null = null;

/** The object that holds a run, for its `fetch` (the live view). */
export function runShardStub(env: ShardEnv, shardName: string) {
  return env.RUN_SHARDS.get(getShardId(env, shardName));
}

/** Ids of the shards called last: a busy owner's starts go to four of them for an hour, and each id costs a hash. */
const shardIds = new BoundedCache<DurableObjectId>({ maxSize: 1_000 });

function getShardId(env: ShardEnv, shardName: string): DurableObjectId {
  const known = shardIds.get(shardName);
  if (known) return known;
  const id = env.RUN_SHARDS.idFromName(shardName);
  shardIds.set(shardName, id);
  return id;
}

/** All of an owner's shards that accept new runs at one of these instants. */
export function listShardNames(ownerUserId: OwnerId, instantsMs: readonly number[]): string[] {
  const lanes = Array.from({ length: RUN_LANES }, (_, lane) => lane);
  return [...new Set(instantsMs.flatMap((atMs) => lanes.map((lane) => buildShardName(ownerUserId, atMs, lane))))];
}

/** Starts and their responses are sent as text. */
function startingShard(env: ShardEnv, shardName: string): Pick<RunShardRpc, 'startRun' | 'findRunByDeduplicationKey'> {
  const shard = runShard(env, { shardName });
  return {
    startRun: async (request: StartRunRequest) => startResultOfText(await shard.startRunText(startText(request))),
    findRunByDeduplicationKey: (key) => shard.findRunByDeduplicationKey(key),
  };
}

export function runShard(env: ShardEnv, { shardName }: Pick<RunLocation, 'shardName'>): RunShardRpc {
  // The stub's own type turns `unknown` values into `never`; every value of RunShardRpc can be cloned.
  return runShardStub(env, shardName) as unknown as RunShardRpc;
}

/**
 * Starts a run of one of the owner's versions; its steps are read only if a shard asks for them.
 *
 * @param start with `version`: one that isn't stored anywhere, only for this run; sent at once, because no shard knows it.
 * @returns the run's id once its start is on disk.
 * @throws as `startAwaitableRun`
 */
export async function startVersionRun(...start: Parameters<typeof startAwaitableRun>): Promise<string> {
  return (await startAwaitableRun(...start)).runId;
}

/**
 * Like `startVersionRun`, for a caller that may wait for the run's response.
 *
 * @throws ApiProblem 400 `run-refused`, 405 `method-not-allowed`, 429 `quota-exceeded`, 503 `run-not-started`, `database-away`; TriggerChangedError.
 */
export async function startAwaitableRun(context: StartContext, start: Omit<RunStart, 'loadVersion'>): Promise<StartedRun> {
  const ports = {
    shard: (shardName: string) => startingShard(context.env, shardName),
    nowMs: () => context.now().getTime(),
    randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
    nextLane: () => {
      laneTurns ??= new LaneTurns(crypto.getRandomValues(new Uint8Array(1))[0] ?? 0);
      return laneTurns.next(context.now().getTime());
    },
    takeStart: (quota: StartQuota) => takeStart(context, start.ownerUserId, quota),
    takeChainStart: (chain: RunChain) => takeChainStart(context, start.ownerUserId, chain),
  };
  const loadVersion = () => loadCachedVersion(context, start.ownerUserId, start.versionId);
  try {
    return await startRun(ports, { ...start, ...readChain(context.request, start), loadVersion });
  } catch (error) {
    throw startProblem(error);
  }
}

/** The chain of a call made by a run: what it starts counts for that run. A webhook's trigger contains the headers themselves. */
function readChain({ headers }: Request, { trigger }: Pick<RunStart, 'trigger'>): Partial<Pick<RunStart, 'chain' | 'trigger'>> {
  const chain = readRunChain((name) => headers.get(name));
  if (!chain) return {};
  return trigger.type === 'Webhook' ? { chain } : { chain, trigger: { ...trigger, chain } };
}

function startProblem(error: unknown): unknown {
  if (error instanceof RunRefusedError) return new ApiProblem(400, 'run-refused', error.message);
  if (error instanceof MethodNotAllowedError) {
    const allowed = error.allowed.join(', ');
    return new ApiProblem(405, 'method-not-allowed', `This webhook accepts calls by ${allowed} only.`, { headers: { allow: allowed } });
  }
  return error instanceof RunNotStartedError ? runNotStarted(error) : error;
}

/** Senders of webhooks retry after a 5xx, so nothing is lost by refusing now. */
export function runNotStarted(cause: unknown): ApiProblem {
  return new ApiProblem(503, 'run-not-started', 'The run couldn’t be started right now. Please try again.', {
    cause,
    headers: { 'retry-after': '1' },
  });
}

/** @throws as `readVersion` */
async function loadCachedVersion(context: StartContext, ownerUserId: OwnerId, versionId: string): Promise<WorkflowVersionSnapshot> {
  const known = versions.get(versionId);
  if (known) return known;
  const version = await readVersion(context, ownerUserId, versionId);
  versions.set(versionId, version, { size: JSON.stringify(version.steps).length });
  return version;
}

/** @throws ApiProblem 503 `database-away` after two seconds, if no shard of the last hour knows the version either */
async function readVersion(context: StartContext, ownerUserId: OwnerId, versionId: string): Promise<WorkflowVersionSnapshot> {
  try {
    return await readStoredVersion(context, ownerUserId, versionId);
  } catch (error) {
    const problem = lookUpProblem(error);
    const known = problem === error ? null : await findVersionInShards(context, ownerUserId, versionId);
    if (known) return known;
    throw problem;
  }
}

/** A shard that began a run with the version has stored it. */
async function findVersionInShards(
  { env, now }: StartContext,
  ownerUserId: OwnerId,
  versionId: string,
): Promise<WorkflowVersionSnapshot | null> {
  const shardNames = listShardNames(ownerUserId, [now().getTime(), now().getTime() - HOUR_MS]);
  const found = await Promise.allSettled(shardNames.map((shardName) => runShard(env, { shardName }).findVersion(versionId)));
  const json = found.map((result) => (result.status === 'fulfilled' ? result.value : null)).find((value) => value !== null);
  return json === undefined ? null : (JSON.parse(json) as WorkflowVersionSnapshot);
}

/** A version as a run pins it. */
export async function readStoredVersion(
  { db }: Pick<StartContext, 'db'>,
  ownerUserId: OwnerId,
  versionId: string,
): Promise<WorkflowVersionSnapshot> {
  const version = await lookUpInTime(findWorkflowVersion(db, ownerUserId, versionId));
  if (!version) throw new Error(`Version ${versionId} does not exist`);
  const { workflowId, name, loggingMode, steps } = version;
  return { versionId, workflowId, ownerUserId, name, loggingMode, steps };
}
