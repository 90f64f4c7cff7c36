import { parseRunId } from '@portage/contracts';
import { causeOf, log } from '@portage/contracts/log';
import { type Database, QUIET_RUN_MS } from '@portage/database';
import { sql } from 'drizzle-orm';

const MOST_RUNS = 500;

export interface SweepPorts {
  db: Database;
  nowMs: number;
  /** Wakes the shard; the shard then takes up what it left and sends its summaries anew. */
  nudge(shardName: string, runIds: string[]): Promise<unknown>;
}

/**
 * Finds runs that PostgreSQL believes in progress although they are quiet, and wakes their shards: the net under the
 * alarms (DESIGN 3). @returns how many runs were found.
 */
export async function sweepQuietRuns({ db, nowMs, nudge }: SweepPorts): Promise<number> {
  const quietSince = new Date(nowMs - QUIET_RUN_MS).toISOString();
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from workflow_instances
    where status in ('Scheduled', 'InProgress', 'Delayed') and last_updated_at < ${quietSince}::timestamptz
      and (continue_at is null or continue_at < ${quietSince}::timestamptz)
    order by last_updated_at limit ${MOST_RUNS}`);
  const byShard = new Map<string, string[]>();
  for (const { id } of rows) {
    const shardName = parseRunId(id)?.shardName;
    if (shardName === undefined) continue;
    const runIds = byShard.get(shardName);
    if (runIds) runIds.push(id);
    else byShard.set(shardName, [id]);
  }
  const nudged = [...byShard].map(async ([shardName, runIds]) => {
    try {
      await nudge(shardName, runIds);
    } catch (error) {
      log('error', 'A shard could not be woken', { shardName, runId: runIds[0], quietRuns: runIds.length, cause: causeOf(error) });
    }
  });
  await Promise.all(nudged);
  return rows.length;
}
