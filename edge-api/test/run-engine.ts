import { parseRunId, type RunLocation } from '@portage/contracts';
import { testEnv } from './api.ts';
import type { RecordedStart, RunShard } from './run-shard.ts';

function getShard(runId: string): RunShard {
  const { shardName } = parseRunId(runId) as RunLocation;
  return testEnv.RUN_SHARDS.get(testEnv.RUN_SHARDS.idFromName(shardName)) as unknown as RunShard;
}

export async function findStart(runId: string): Promise<RecordedStart | null> {
  return getShard(runId).requestOf(runId);
}

export async function removeSteps(runId: string): Promise<void> {
  await getShard(runId).removeSteps(runId);
}

export async function failRun(runId: string): Promise<void> {
  await getShard(runId).failRun(runId);
}
