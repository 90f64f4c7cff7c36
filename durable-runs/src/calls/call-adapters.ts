import type { WorkflowVersionSnapshot } from '@portage/contracts';
import { connectHttp, findCallableWorkflow, findWorkflowVersion } from '@portage/database';
import { retryDatabase } from '../data/retry-database.ts';
import type { Env } from '../env.ts';
import { objectNamed } from '../object-named.ts';
import { admitCall } from '../quota/admit-fire.ts';
import type { CallPorts } from './call-ports.ts';

/** Workflows, versions and quotas in PostgreSQL. Waits while the database is down (HOSTILE 10). */
export function callAdapters(env: Env, wait: (ms: number) => Promise<void>): CallPorts {
  return {
    find: (ownerUserId, workflowId) => retryDatabase(() => findCallableWorkflow(connectHttp(env), ownerUserId, workflowId), wait),
    async version(ownerUserId, versionId) {
      const find = () => findWorkflowVersion(connectHttp(env), ownerUserId, versionId);
      const version = await retryDatabase(find, wait);
      if (!version) return null;
      const { workflowId, name, loggingMode, steps } = version;
      return { versionId, workflowId, ownerUserId, name, loggingMode, steps } satisfies WorkflowVersionSnapshot;
    },
    admit: (ownerUserId, chain) => admitCall(env, ownerUserId, chain),
    shard: (shardName) => objectNamed(env.RUN_SHARDS, shardName),
  };
}
