import {
  HOPS_HEADER,
  ORIGIN_HEADER,
  type RerunType,
  type RerunVersion,
  type RunLocation,
  type RunStatus,
  type RunTrigger,
  readWorkflowQuota,
  type WorkflowVersionSnapshot,
} from '@portage/contracts';
import { findWorkflow, settleVersion, type WorkflowWithSteps } from '@portage/database';
import type { UserContext } from '../http/context.ts';
import { locateOwnRun, readRun } from './locate-run.ts';
import { requireRunnable } from './require-valid.ts';
import { readStoredVersion, runShard, startVersionRun } from './run-shards.ts';

const DELETED = 'The workflow of this run was deleted.';

interface RerunWish {
  type: RerunType;
  version?: RerunVersion | undefined;
  /** A re-run repeated with the same key happens once. */
  key?: string | undefined;
}

interface RerunResult {
  isSuccess: boolean;
  workflowInstanceId?: string;
  errorMessage?: string;
}

/**
 * Re-runs a run of the caller's (spec ENG-04, ENG-05): ContinueExisting resumes a failed one, with its own version or with the
 * current one, StartNew starts a new run of the current version with the trigger values of any finished run.
 *
 * @throws ApiProblem 404; 400 `workflow-invalid` when the current version cannot run.
 */
export async function rerun(runId: string, { type, version, key }: RerunWish, context: UserContext): Promise<RerunResult> {
  const location = locateOwnRun(runId, context);
  switch (type) {
    case 'ContinueExisting':
      return continueExisting(runId, location, { version: version ?? 'Own', key }, context);
    case 'StartNew':
      return startNew(runId, location, key, context);
    default:
      return type satisfies never;
  }
}

async function continueExisting(
  runId: string,
  location: RunLocation,
  wanted: { version: RerunVersion; key: string | undefined },
  context: UserContext,
): Promise<RerunResult> {
  const shard = runShard(context.env, location);
  const instance = await shard.getRun(runId);
  if (!instance) return onlyRemembered(runId, context);
  const workflow = await findWorkflow(context.db, context.user.id, instance.workflowId);
  if (!workflow) return refused(DELETED);
  const version = wanted.version === 'Current' ? await currentVersion(workflow, context) : null;
  const { id: userId, impersonatorUserId } = context.user;
  const result = await shard.continueRun(runId, readWorkflowQuota({ ...context.user.effectiveQuotas }).run, {
    by: { userId, impersonatorUserId },
    ...(version ? { version } : {}),
    ...(wanted.key === undefined ? {} : { key: wanted.key }),
  });
  return result.isSuccess ? { isSuccess: true, workflowInstanceId: result.runId } : result;
}

/** @throws ApiProblem 400 `workflow-invalid` */
async function currentVersion(workflow: WorkflowWithSteps, context: UserContext): Promise<WorkflowVersionSnapshot> {
  requireRunnable(workflow.steps, context);
  await settleVersion(context.db, context.user.id, workflow.currentVersionId);
  return readStoredVersion(context, context.user.id, workflow.currentVersionId);
}

async function startNew(runId: string, location: RunLocation, key: string | undefined, context: UserContext): Promise<RerunResult> {
  const shard = runShard(context.env, location);
  const instance = await shard.getRun(runId);
  if (!instance) return onlyRemembered(runId, context);
  if (!hasEnded(instance.status)) return refused('This run hasn’t ended yet. Cancel it first, or wait.');

  const trigger = await shard.getRunTrigger(runId);
  if (!trigger) return refused('The payload of this run is no longer stored, so it cannot be started again.');
  const workflow = await findWorkflow(context.db, context.user.id, instance.workflowId);
  if (!workflow) return refused(DELETED);
  requireRunnable(workflow.steps, context);

  const workflowInstanceId = await startVersionRun(context, {
    ownerUserId: context.user.id,
    quota: readWorkflowQuota({ ...context.user.effectiveQuotas }),
    workflowId: workflow.id,
    versionId: workflow.currentVersionId,
    trigger: withoutChain(trigger),
    startedByHand: true,
    isTest: instance.isTest,
    cause: 'Rerun',
    ...(key === undefined ? {} : { deduplicationKey: `re-run/${key}/${runId}` }),
  });
  return { isSuccess: true, workflowInstanceId };
}

/** A person starts it again, so it is the first of its chain. */
function withoutChain({ chain: _chain, headers, ...trigger }: RunTrigger): RunTrigger {
  if (!headers) return trigger;
  const { [HOPS_HEADER]: _hops, [ORIGIN_HEADER]: _origin, ...own } = headers;
  return { ...trigger, headers: own };
}

/** The run's shard is past retention: there is nothing to continue from. @throws ApiProblem 404 */
async function onlyRemembered(runId: string, context: UserContext): Promise<RerunResult> {
  await readRun(runId, context);
  return refused('The steps of this run and its trigger data are no longer stored, so it cannot be run again.');
}

function hasEnded(status: RunStatus): boolean {
  return status === 'Succeeded' || status === 'Failed' || status === 'Cancelled';
}

function refused(errorMessage: string): RerunResult {
  return { isSuccess: false, errorMessage };
}
