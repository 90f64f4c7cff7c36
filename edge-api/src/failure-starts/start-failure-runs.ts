import { readWorkflowQuota } from '@portage/contracts';
import { formatErrorCauses, log } from '@portage/contracts/log';
import {
  claimFailureStarts,
  type FailureStartOutcome,
  type FailureStartRow,
  type HttpDatabase,
  noteFailureStart,
  workflowRepository,
} from '@portage/database';
import { cutText } from '@portage/primitives/cut-text';
import { DAY_MS, MINUTE_MS } from '@portage/primitives/durations';
import type { Env } from '../env.ts';
import { ApiProblem } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { ownersContext } from '../http/owners-context.ts';
import { openReadableRun } from '../workflow-instances/locate-run.ts';
import { startVersionRun } from '../workflow-instances/run-shards.ts';

const STARTS_A_ROUND = 20;
const MOST_ROUNDS = 10;
const CLAIM_MS = MINUTE_MS;
const FIRST_PAUSE_MS = MINUTE_MS / 4;
const LONGEST_PAUSE_MS = 10 * MINUTE_MS;
const TRIED_FOR_MS = DAY_MS;
/** A longer payload is omitted: the failed run's page shows it. */
const MOST_PAYLOAD_CHARACTERS = 500_000;

/**
 * Starts the workflows configured to start when a run fails. It may be stopped at any point and may run several times at once: a repeated
 * start has the failed run's id as its key and starts nothing.
 */
export async function startFailureRuns(env: Env, db: HttpDatabase, now: () => Date = () => new Date()): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const until = new Date(now().getTime() + CLAIM_MS);
    const due = await claimFailureStarts(db, { now: now(), until, limit: STARTS_A_ROUND });
    await Promise.all(due.map(async (start) => noteFailureStart(db, start, await attemptStart(env, db, start, now))));
    if (due.length < STARTS_A_ROUND) return;
  }
}

async function attemptStart(env: Env, db: HttpDatabase, start: FailureStartRow, now: () => Date): Promise<FailureStartOutcome> {
  const dropped = (error: string) => ({ droppedAt: now(), error });
  try {
    const work = { id: start.runId, ownerUserId: start.ownerUserId, impersonatorUserId: null };
    const context = await ownersContext(env, db, work, now);
    if (!context) return dropped('The account was deleted.');
    const handler = await workflowRepository(db).find(start.ownerUserId, start.handlerWorkflowId);
    if (!handler) return dropped('The workflow to start was deleted.');
    if (!handler.isActive || handler.publishedVersionId === null) return dropped(`“${handler.name}” is not active.`);
    const payload = await describeFailure(start.runId, context);
    if (!payload) return dropped('The failed run is no longer kept.');
    const startedRunId = await startVersionRun(context, {
      ownerUserId: start.ownerUserId,
      quota: readWorkflowQuota({ ...context.user.effectiveQuotas }),
      workflowId: handler.id,
      versionId: handler.publishedVersionId,
      trigger: { type: handler.triggerType ?? 'Manual', payload, chain: { hops: start.depth + 1, origin: start.runId } },
      startedByHand: false,
      isTest: false,
      cause: 'Failure',
      failureDepth: start.depth + 1,
      deduplicationKey: `on-failure/${start.runId}`,
    });
    return { startedRunId };
  } catch (error) {
    const reason = error instanceof Error ? cutText(error.message, 500) : String(error);
    log('warn', 'A workflow could not be started for a failed run', { runId: start.runId, cause: formatErrorCauses(error) });
    if (error instanceof ApiProblem && error.status === 400) return dropped(reason);
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(10, start.attempts));
    const nextAttemptAt = new Date(now().getTime() + pauseMs);
    const isTooLate = nextAttemptAt.getTime() - start.createdAt.getTime() > TRIED_FOR_MS;
    return isTooLate ? dropped(reason) : { nextAttemptAt, error: reason };
  }
}

/** The started workflow's payload, without secrets and hidden steps; null: the run is no longer stored. */
async function describeFailure(runId: string, context: UserContext): Promise<Record<string, unknown> | null> {
  const opened = await openReadableRun(runId, context);
  if (!opened) return null;
  const { shard, viewer } = opened;
  const [run, trigger] = await Promise.all([shard.getRun(runId, viewer), shard.getStepInstance(runId, '0', viewer)]);
  if (!run) return null;
  const payload = trigger?.stepData?.payload;
  const isTooLong = payload !== undefined && JSON.stringify(payload).length > MOST_PAYLOAD_CHARACTERS;
  return {
    workflow: { id: run.workflowId, name: run.name },
    run: {
      id: run.id,
      startedAt: run.startedAt,
      failedAt: run.finishedAt,
      link: `${context.publicOrigin}/run-history/${run.id}/view`,
      ...(run.tags ? { tags: Object.fromEntries(run.tags.map(({ name, value }) => [name, value])) } : {}),
    },
    step: run.failedStep ?? null,
    error: run.errorMessage,
    ...(payload === undefined || isTooLong ? { payload: null } : { payload }),
  };
}
