import type { RunShardRpc, WorkflowVersionSnapshot } from '@portage/contracts';
import { connectHttp, findCallableWorkflow, workflowVersionRepository } from '@portage/database';
import { withPatience } from '../data/with-patience.ts';
import type { Env } from '../env.ts';
import { admitCall } from '../quota/admit-fire.ts';
import type { CallPorts } from './call-ports.ts';

/** Another shard, or this one, as its callers see it. */
export function shardStub(env: Env, shardName: string): RunShardRpc {
  // The stub's own type turns `unknown` values into `never`; every value of RunShardRpc can be cloned.
  return env.RUN_SHARDS.get(env.RUN_SHARDS.idFromName(shardName)) as unknown as RunShardRpc;
}

/** Workflows, versions and quotas in PostgreSQL, waited for while it is away (HOSTILE 10). */
export function callAdapters(env: Env, wait: (ms: number) => Promise<void>): CallPorts {
  return {
    find: (ownerUserId, workflowId) => withPatience(() => findCallableWorkflow(ownerUserId, connectHttp(env), workflowId), wait),
    async version(ownerUserId, versionId) {
      const find = () => workflowVersionRepository(connectHttp(env)).find(ownerUserId, versionId);
      const version = await withPatience(find, wait);
      if (!version) return null;
      const { workflowId, name, loggingMode, steps } = version;
      return { versionId, workflowId, ownerUserId, name, loggingMode, steps } satisfies WorkflowVersionSnapshot;
    },
    admit: (ownerUserId, chain) => admitCall(env, ownerUserId, chain),
    shard: (shardName) => shardStub(env, shardName),
  };
}
