import { parseRunId, type RunLocation } from '@portage/contracts';
import { testEnv } from './api.ts';
import type { KnownStart, RunShard } from './run-shard.ts';

function shardOf(runId: string): RunShard {
  const { shardName } = parseRunId(runId) as RunLocation;
  return testEnv.RUN_SHARDS.get(testEnv.RUN_SHARDS.idFromName(shardName)) as unknown as RunShard;
}

/** The start that the engine was asked for; null if it knows no such run. */
export async function startOf(runId: string): Promise<KnownStart | null> {
  return shardOf(runId).requestOf(runId);
}

export async function removeSteps(runId: string): Promise<void> {
  await shardOf(runId).removeSteps(runId);
}

export async function failRun(runId: string): Promise<void> {
  await shardOf(runId).failRun(runId);
}
