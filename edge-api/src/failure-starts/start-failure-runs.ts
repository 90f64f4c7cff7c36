import { readWorkflowQuota } from '@portage/contracts';
import { log } from '@portage/contracts/log';
import {
  claimFailureStarts,
  type FailureStartRow,
  findWorkflow,
  type HttpDatabase,
  noteFailureStart,
  type OutboxOutcome,
} from '@portage/database';
import { MINUTE_MS } from '@portage/primitives/durations';
import type { Env } from '../env.ts';
import { ApiProblem } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { ownersContext } from '../http/owners-context.ts';
import { sendOutbox } from '../outbox/send-outbox.ts';
import { openReadableRun } from '../workflow-instances/locate-run.ts';
import { startVersionRun } from '../workflow-instances/run-shards.ts';

/** A longer payload is omitted: the failed run's page shows it. */
const MOST_PAYLOAD_CHARACTERS = 500_000;

/** Starts the workflows configured to start when a run fails. A repeated start has the same key, the failed run's id, and starts nothing. */
export async function startFailureRuns(env: Env, db: HttpDatabase, now: () => Date = () => new Date()): Promise<void> {
  await sendOutbox({
    claim: (claim) => claimFailureStarts(db, claim),
    deliver: (start) => deliver(env, db, start, now),
    note: (start, outcome) => noteFailureStart(db, start, outcome),
    isFinal: (error) => error instanceof ApiProblem && error.status === 400,
    firstPauseMs: MINUTE_MS / 4,
    longestPauseMs: 10 * MINUTE_MS,
    now,
    logFailure: ({ runId }, cause) => log('warn', 'A workflow could not be started for a failed run', { runId, cause }),
  });
}

async function deliver(
  env: Env,
  db: HttpDatabase,
  start: FailureStartRow,
  now: () => Date,
): Promise<OutboxOutcome<{ startedRunId: string }>> {
  const dropped = (error: string) => ({ droppedAt: now(), error });
  const work = { id: start.runId, ownerUserId: start.ownerUserId, impersonatorUserId: null };
  const context = await ownersContext(env, db, work, now);
  if (!context) return dropped('The account was deleted.');
  const handler = await findWorkflow(db, start.ownerUserId, start.handlerWorkflowId);
  if (!handler) return dropped('The workflow to start was deleted.');
  if (!handler.isActive || handler.publishedVersionId === null) return dropped(`“${handler.name}” is not active.`);
  const payload = await describeFailure(start.runId, context);
  if (!payload) return dropped('The failed run is no longer stored.');
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
