import { parseRunId } from '@portage/contracts';
import { formatErrorCauses, log } from '@portage/contracts/log';
import { type HttpDatabase, listQuietRuns, QUIET_RUN_MS } from '@portage/database';

const MOST_RUNS = 500;

export interface SweepPorts {
  db: HttpDatabase;
  nowMs: number;
  /** Wakes the shard, which then picks up its open runs and sends their summaries again. */
  nudge(shardName: string, runIds: string[]): Promise<unknown>;
}

/**
 * Finds runs that PostgreSQL believes are in progress although they're quiet, and wakes their shards: the safety net under the
 * alarms (durable-runs/README.md). @returns how many runs were found.
 */
export async function sweepQuietRuns({ db, nowMs, nudge }: SweepPorts): Promise<number> {
  const runIds = await listQuietRuns(db, new Date(nowMs - QUIET_RUN_MS), MOST_RUNS);
  const byShard = new Map<string, string[]>();
  for (const id of runIds) {
    const shardName = parseRunId(id)?.shardName;
    if (shardName === undefined) continue;
    const known = byShard.get(shardName);
    if (known) known.push(id);
    else byShard.set(shardName, [id]);
  }
  const nudged = [...byShard].map(async ([shardName, quiet]) => {
    try {
      await nudge(shardName, quiet);
    } catch (error) {
      log('error', 'A shard could not be woken', { shardName, runId: quiet[0], quietRuns: quiet.length, cause: formatErrorCauses(error) });
    }
  });
  await Promise.all(nudged);
  return runIds.length;
}
