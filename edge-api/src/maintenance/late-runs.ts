import { parseRunId, type WorkflowInstance } from '@portage/contracts';
import { listQuietRuns, QUIET_RUN_MS } from '@portage/database';
import { MINUTE_MS } from '@portage/primitives/durations';
import type { RequestContext } from '../http/context.ts';
import { runShard } from '../workflow-instances/run-shards.ts';
import { inBatches, summarizeInstants } from './count-of.ts';

/** Summaries usually arrive within seconds. */
const LATE_SUMMARY_MS = MINUTE_MS;
const MOST_RUNS = 200;
const ENDED = new Set(['Succeeded', 'Failed', 'Cancelled']);

/**
 * Runs that are open in the database without recent news. Their own objects know the truth: a run that has ended there waits in the
 * queue of summaries; a run that hasn't moved for ten minutes is silent.
 */
export async function lateRuns({ db, env, now }: RequestContext) {
  const nowMs = now().getTime();
  const ids = await listQuietRuns(db, new Date(nowMs - LATE_SUMMARY_MS), MOST_RUNS + 1);
  const isMore = ids.length > MOST_RUNS;
  const runs = await inBatches(ids.slice(0, MOST_RUNS), async (id): Promise<WorkflowInstance | null> => {
    const location = parseRunId(id);
    return location ? runShard(env, location).getRun(id) : null;
  });
  const known = runs.filter((run) => run !== null);
  const ended = known.filter(({ status }) => ENDED.has(status));
  const silent = known.filter((run) => !ENDED.has(run.status) && isSilent(run, nowMs));
  return {
    unsentSummaries: summarizeInstants(
      ended.map(({ finishedAt, lastUpdatedAt }) => finishedAt ?? lastUpdatedAt),
      isMore,
    ),
    silentRuns: summarizeInstants(
      silent.map(({ lastUpdatedAt }) => lastUpdatedAt),
      isMore,
    ),
  };
}

function isSilent({ lastUpdatedAt, continueAt }: WorkflowInstance, nowMs: number): boolean {
  const since = nowMs - QUIET_RUN_MS;
  return Date.parse(lastUpdatedAt) < since && (continueAt === null || Date.parse(continueAt) < since);
}
