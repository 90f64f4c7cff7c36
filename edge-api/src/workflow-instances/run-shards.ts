import type { RunLocation, RunShardRpc, WorkflowVersionSnapshot } from '@portage/contracts';
import { workflowVersionRepository } from '@portage/database';
import type { RequestContext } from '../http/context.ts';
import { type RunStart, startRun } from './start-run.ts';
import { VersionCache } from './version-cache.ts';

type ShardEnv = Pick<RequestContext['env'], 'RUN_SHARDS'>;

const versionCache = new VersionCache();

/** The object that holds a run, for its `fetch` (the live view). */
export function runShardStub(env: ShardEnv, shardName: string) {
  return env.RUN_SHARDS.get(env.RUN_SHARDS.idFromName(shardName));
}

/** The calls of a run shard. */
export function runShard(env: ShardEnv, { shardName }: Pick<RunLocation, 'shardName'>): RunShardRpc {
  // The stub's own type turns `unknown` values into `never`; every value of RunShardRpc can be cloned.
  return runShardStub(env, shardName) as unknown as RunShardRpc;
}

/** Starts a run of a version of the owner's; its steps are read only when a shard asks for them. */
export function startRunOf(context: Pick<RequestContext, 'env' | 'db' | 'now'>, start: Omit<RunStart, 'loadVersion'>): Promise<string> {
  return startRun(
    {
      shard: (shardName) => runShard(context.env, { shardName }),
      nowMs: () => context.now().getTime(),
      randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    },
    { ...start, loadVersion: () => versionCache.get(start.versionId, () => readVersion(context, start.ownerUserId, start.versionId)) },
  );
}

async function readVersion({ db }: Pick<RequestContext, 'db'>, ownerUserId: string, versionId: string): Promise<WorkflowVersionSnapshot> {
  const version = await workflowVersionRepository(db).find(ownerUserId, versionId);
  if (!version) throw new Error(`Version ${versionId} does not exist`);
  const { workflowId, name, loggingMode, steps } = version;
  return { versionId, workflowId, ownerUserId, name, loggingMode, steps };
}
