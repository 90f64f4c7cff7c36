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
export function inTime<Result>(work: Promise<Result>): Promise<Result> {
  return Promise.race([work, patienceEnds()]);
}

async function patienceEnds(): Promise<never> {
  await scheduler.wait(PATIENCE_MS);
  throw new Error(`No response within ${PATIENCE_MS} ms`);
}
