import { parseRunId, type RunLocation, type RunShardRpc, type RunViewer, type WorkflowInstance } from '@portage/contracts';
import { workflowInstanceRepository } from '@portage/database';
import { HOUR_MS } from '@portage/primitives/durations';
import { runViewerOf, withoutHiddenToday } from '../hidden-steps/hidden-today.ts';
import { type ApiProblem, notFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { isAdmin } from '../http/list-scope.ts';
import { presentInstance } from './present-instance.ts';
import { runShard } from './run-shards.ts';

/** Unknown, or another owner's: the caller cannot tell which. */
export function runNotFound(): ApiProblem {
  return notFound('This run');
}

/**
 * Where a run lives that the caller may read: their own, any for an admin. Nothing is asked yet; whether the run exists
 * the shard knows.
 *
 * @throws ApiProblem 404
 */
export function locateReadableRun(runId: string, { user, now }: UserContext): RunLocation {
  const location = parseRunId(runId);
  // No shard of the future is woken for an invented id.
  if (!location || location.hourStartMs > now().getTime() + HOUR_MS) throw runNotFound();
  if (location.ownerUserId !== user.id && !isAdmin(user)) throw runNotFound();
  return location;
}

/** Where a run of the caller's own lives: to change a run one must own it. @throws ApiProblem 404 */
export function locateOwnRun(runId: string, context: UserContext): RunLocation {
  const location = locateReadableRun(runId, context);
  if (location.ownerUserId !== context.user.id) throw runNotFound();
  return location;
}

/** A run that its shard still has. */
export interface OpenedRun {
  location: RunLocation;
  shard: RunShardRpc;
  /** The caller, with what the run's workflow hides from them today. */
  viewer: RunViewer;
}

/** @returns null where the shard does not have the run: it may be past its retention. @throws ApiProblem 404 for another owner's */
export async function openReadableRun(runId: string, context: UserContext): Promise<OpenedRun | null> {
  const location = locateReadableRun(runId, context);
  const shard = runShard(context.env, location);
  const run = await shard.getRun(runId);
  return run && { location, shard, viewer: await runViewerOf(run.workflowId, context) };
}

/**
 * A run as its shard has it, else, where the shard is past its retention, as the run index remembers it.
 *
 * @throws ApiProblem 404
 */
export async function readRun(runId: string, context: UserContext): Promise<WorkflowInstance> {
  const location = locateReadableRun(runId, context);
  const opened = await openReadableRun(runId, context);
  const instance = opened && (await opened.shard.getRun(runId, opened.viewer));
  const isOwn = location.ownerUserId === context.user.id;
  if (instance && isOwn) return { ...instance, ownerUserEmail: context.user.email };

  const repository = workflowInstanceRepository(context.db);
  if (instance) {
    const ownerUserEmail = await repository.ownerEmail(location.ownerUserId);
    return { ...instance, ...(ownerUserEmail === null ? {} : { ownerUserEmail }) };
  }
  const remembered = await repository.findOne(location.ownerUserId, runId);
  if (!remembered) throw runNotFound();
  const [run] = await withoutHiddenToday([presentInstance(remembered)], context);
  return run ?? presentInstance(remembered);
}
