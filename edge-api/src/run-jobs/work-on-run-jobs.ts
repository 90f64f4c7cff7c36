import { formatErrorCauses, log } from '@portage/contracts/log';
import {
  claimRunJob,
  endRunJobTurn,
  type HttpDatabase,
  listNextRunJobItems,
  type RunJobItem,
  type RunJobResult,
  type RunJobRow,
  stopRunJob,
} from '@portage/database';
import { MINUTE_MS } from '@portage/primitives/durations';
import type { Env } from '../env.ts';
import { ApiProblem } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { ownersContext } from '../http/owners-context.ts';
import { locateOwnRun } from '../workflow-instances/locate-run.ts';
import { rerun } from '../workflow-instances/rerun.ts';
import { runShard } from '../workflow-instances/run-shards.ts';

/** Runs of one job before the next job has its turn. */
const RUNS_A_TURN = 20;
const RUNS_AT_ONCE = 4;
/** Longer than a turn takes. */
const CLAIM_MS = MINUTE_MS;
const MOST_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 5_000;

interface Work {
  /** No new turn begins after this time. */
  forMs: number;
  now?: () => Date;
}

/**
 * Works on due jobs, each one turn at a time. It may be stopped at any point and may run several times at once: a run that was started
 * but not recorded is repeated, and the job's id makes it happen once.
 */
export async function workOnRunJobs(env: Env, db: HttpDatabase, { forMs, now = () => new Date() }: Work): Promise<void> {
  const endsMs = Date.now() + forMs;
  while (Date.now() < endsMs) {
    const job = await claimRunJob(db, now(), new Date(now().getTime() + CLAIM_MS));
    if (!job) return;
    await takeTurn(env, db, job, now);
  }
}

async function takeTurn(env: Env, db: HttpDatabase, job: RunJobRow, now: () => Date): Promise<void> {
  const { id, ownerUserId, impersonatorUserId } = job;
  const context = await ownersContext(env, db, { id, ownerUserId, impersonatorUserId }, now);
  if (!context) {
    await stopRunJob(db, job.ownerUserId, job.id, now(), 'The account was deleted.');
    return;
  }
  const items = await listNextRunJobItems(db, job.id, RUNS_A_TURN);
  const results: RunJobResult[] = [];
  let pause: { untilMs: number; message: string } | null = null;
  const waiting = [...items];
  const work = async () => {
    for (let item = waiting.shift(); item && !pause; item = waiting.shift()) {
      const outcome = await processItem(job, item, context);
      if (outcome.result) results.push(outcome.result);
      pause ??= outcome.pause;
    }
  };
  await Promise.all(Array.from({ length: RUNS_AT_ONCE }, work));
  // Assigned in `work`, which TypeScript can't see.
  const paused = pause as { untilMs: number; message: string } | null;
  await endRunJobTurn(db, job.id, results, {
    now: now(),
    waitsUntil: paused && new Date(paused.untilMs),
    message: paused?.message ?? null,
  });
}

async function processItem(
  job: RunJobRow,
  item: RunJobItem,
  context: UserContext,
): Promise<{ result: RunJobResult | null; pause: { untilMs: number; message: string } | null }> {
  const { position } = item;
  const refused = (message: string) => ({ result: { position, outcome: 'Refused' as const, message }, pause: null });
  try {
    const answer = await changeRun(job, item.runId, context);
    if (!answer.isSuccess) return refused(answer.errorMessage ?? 'This run couldn’t be changed.');
    return { result: { position, outcome: 'Done', message: null }, pause: null };
  } catch (error) {
    const nowMs = context.now().getTime();
    if (error instanceof ApiProblem && error.status === 429) {
      const untilMs = nowMs + Math.max(1, Number(error.headers['retry-after']) || 60) * 1_000;
      // The run is not to blame for a quota, so a quota costs no attempt.
      return { result: null, pause: { untilMs, message: error.message } };
    }
    if (error instanceof ApiProblem && error.status < 500) return refused(error.message);
    log('warn', 'A job could not change a run', { runId: item.runId, jobId: job.id, cause: formatErrorCauses(error) });
    if (item.attempts + 1 >= MOST_ATTEMPTS) return refused('This run couldn’t be changed right now.');
    return {
      result: { position, outcome: 'Again', message: null },
      pause: { untilMs: nowMs + FIRST_PAUSE_MS * 2 ** item.attempts, message: 'Runs can’t be changed right now; the job will try again.' },
    };
  }
}

async function changeRun(
  { id: key, action }: RunJobRow,
  runId: string,
  context: UserContext,
): Promise<{ isSuccess: boolean; errorMessage?: string }> {
  switch (action) {
    case 'Cancel':
      return runShard(context.env, locateOwnRun(runId, context)).cancelRun(runId);
    case 'Continue':
      return rerun(runId, { type: 'ContinueExisting', key }, context);
    case 'ContinueRepaired':
      return rerun(runId, { type: 'ContinueExisting', version: 'Current', key }, context);
    case 'StartNew':
      return rerun(runId, { type: 'StartNew', key }, context);
    default:
      return action satisfies never;
  }
}
