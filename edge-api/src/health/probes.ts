import { inTime } from '@portage/primitives/in-time';
import type { Env } from '../env.ts';
import { runShard } from '../workflow-instances/run-shards.ts';

export const PATIENCE_MS = 5_000;

/** An object used only to check that objects respond. */
const PROBE_SHARD = 'health';

/** @throws Error without a response */
export async function probeObjects(env: Env): Promise<void> {
  await runShard(env, { shardName: PROBE_SHARD }).getRun(PROBE_SHARD);
}

/** @throws Error also if the work takes too long */
export function checkInTime<Result>(work: Promise<Result>): Promise<Result> {
  return inTime(work, PATIENCE_MS, () => new Error(`No response within ${PATIENCE_MS} ms`));
}
