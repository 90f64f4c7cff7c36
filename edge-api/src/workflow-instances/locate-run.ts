import { parseRunId, type RunLocation, type RunShardRpc, type RunViewer, type WorkflowInstance } from '@portage/contracts';
import { findOwnerEmail, findRun, findRunViewer, isAdmin } from '@portage/database';
import { HOUR_MS } from '@portage/primitives/durations';
import { withoutHiddenToday } from '../hidden-steps/hidden-today.ts';
import { type ApiProblem, notFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { presentInstance } from './present-instance.ts';
import { runShard } from './run-shards.ts';

/** For a run that is unknown or another owner's: the caller can't tell which. */
export function runNotFound(): ApiProblem {
  return notFound('This run');
}

/**
 * The location of a run that the caller may read: their own, or any for an admin. Makes no call yet; only the shard knows
 * whether the run exists.
 *
 * @throws ApiProblem 404
 */
export function locateReadableRun(runId: string, { user, now }: UserContext): RunLocation {
  const location = parseRunId(runId);
  // An invented id must not wake a future shard.
  if (!location || location.hourStartMs > now().getTime() + HOUR_MS) throw runNotFound();
  if (location.ownerUserId !== user.id && !isAdmin(user)) throw runNotFound();
  return location;
}

/** The location of the caller's own run: only the owner may change a run. @throws ApiProblem 404 */
export function locateOwnRun(runId: string, context: UserContext): RunLocation {
  const location = locateReadableRun(runId, context);
  if (location.ownerUserId !== context.user.id) throw runNotFound();
  return location;
}

export interface OpenedRun {
  location: RunLocation;
  shard: RunShardRpc;
  /** The caller, with what the run's workflow currently hides from them. */
  viewer: RunViewer;
}

/** @returns null if the shard doesn't have the run: it may be past retention. @throws ApiProblem 404 for another owner's run */
export async function openReadableRun(runId: string, context: UserContext): Promise<OpenedRun | null> {
  const location = locateReadableRun(runId, context);
  const shard = runShard(context.env, location);
  const run = await shard.getRun(runId);
  return run && { location, shard, viewer: await findRunViewer(context.db, context.user, run.workflowId) };
}

/**
 * A run from its shard or, if the shard is past retention, from the run index.
 *
 * @throws ApiProblem 404
 */
export async function readRun(runId: string, context: UserContext): Promise<WorkflowInstance> {
  const location = locateReadableRun(runId, context);
  const opened = await openReadableRun(runId, context);
  const instance = opened && (await opened.shard.getRun(runId, opened.viewer));
  const isOwn = location.ownerUserId === context.user.id;
  if (instance && isOwn) return { ...instance, ownerUserEmail: context.user.email };

  if (instance) {
    const ownerUserEmail = await findOwnerEmail(context.db, location.ownerUserId);
    return { ...instance, ...(ownerUserEmail === null ? {} : { ownerUserEmail }) };
  }
  const remembered = await findRun(context.db, location.ownerUserId, runId);
  if (!remembered) throw runNotFound();
  const [run] = await withoutHiddenToday([presentInstance(remembered)], context);
  return run ?? presentInstance(remembered);
}
