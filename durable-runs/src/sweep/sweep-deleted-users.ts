import { parseRunId } from '@portage/contracts';
import { formatErrorCauses, log } from '@portage/contracts/log';
import { type HttpDatabase, listOpenRunsOfDeletedUsers } from '@portage/database';
import { DAY_MS } from '@portage/primitives/durations';

/** A run that couldn't be cancelled for this long after its owner was deleted is left to end by itself, without connectors. */
const LOOK_BACK_MS = 7 * DAY_MS;
const MOST_RUNS = 1_000;
const AT_ONCE = 20;

export interface SweepDeletedUsersPorts {
  db: HttpDatabase;
  nowMs: number;
  cancel(shardName: string, runId: string): Promise<unknown>;
}

/**
 * Cancels runs whose owner was deleted. This catches runs that a cached webhook URL started right after the deletion, or whose
 * shard couldn't be reached then. @returns how many were found.
 */
export async function sweepDeletedUsers({ db, nowMs, cancel }: SweepDeletedUsersPorts): Promise<number> {
  const runIds = await listOpenRunsOfDeletedUsers(db, new Date(nowMs - LOOK_BACK_MS), MOST_RUNS);
  for (let at = 0; at < runIds.length; at += AT_ONCE) {
    const asked = runIds.slice(at, at + AT_ONCE).map(async (runId) => {
      const shardName = parseRunId(runId)?.shardName;
      if (shardName === undefined) return;
      try {
        await cancel(shardName, runId);
      } catch (error) {
        log('error', 'A run of a deleted user could not be cancelled', { runId, cause: formatErrorCauses(error) });
      }
    });
    await Promise.all(asked);
  }
  return runIds.length;
}
