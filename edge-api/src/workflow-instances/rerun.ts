import { HOPS_HEADER, ORIGIN_HEADER, type RerunType, type RunLocation, type RunTrigger, workflowQuotaOf } from '@portage/contracts';
import { workflowRepository } from '@portage/database';
import type { UserContext } from '../http/context.ts';
import { requireValid } from '../workflows/require-valid.ts';
import { locateOwnRun, readRun } from './locate-run.ts';
import { runShard, startRunOf } from './run-shards.ts';

const DELETED = 'The workflow of this run was deleted.';

interface RerunResult {
  isSuccess: boolean;
  workflowInstanceId?: string;
  errorMessage?: string;
}

/**
 * Runs a failed run of the caller's again (spec ENG-04, ENG-05): ContinueExisting resumes it, StartNew starts a new run of
 * the current version with the same trigger values.
 *
 * @throws ApiProblem 404; 400 `workflow-invalid` when the current version cannot run.
 */
export async function rerun(runId: string, type: RerunType, context: UserContext): Promise<RerunResult> {
  const location = locateOwnRun(runId, context);
  switch (type) {
    case 'ContinueExisting':
      return continueExisting(runId, location, context);
    case 'StartNew':
      return startNew(runId, location, context);
    default:
      return type satisfies never;
  }
}

async function continueExisting(runId: string, location: RunLocation, context: UserContext): Promise<RerunResult> {
  const shard = runShard(context.env, location);
  const instance = await shard.getRun(runId);
  if (!instance) return onlyRemembered(runId, context);
  if (!(await workflowRepository(context.db).find(context.user.id, instance.workflowId))) return refused(DELETED);
  const result = await shard.continueRun(runId, workflowQuotaOf({ ...context.user.effectiveQuotas }).run);
  return result.isSuccess ? { isSuccess: true, workflowInstanceId: result.runId } : result;
}

async function startNew(runId: string, location: RunLocation, context: UserContext): Promise<RerunResult> {
  const shard = runShard(context.env, location);
  const instance = await shard.getRun(runId);
  if (!instance) return onlyRemembered(runId, context);
  if (instance.status !== 'Failed') return refused('Only a failed run can be started again.');

  const trigger = await shard.getRunTrigger(runId);
  if (!trigger) return refused('What set this run off is no longer kept, so it cannot be started again.');
  const workflow = await workflowRepository(context.db).find(context.user.id, instance.workflowId);
  if (!workflow) return refused(DELETED);
  requireValid(workflow.steps, context);

  const workflowInstanceId = await startRunOf(context, {
    ownerUserId: context.user.id,
    quota: workflowQuotaOf({ ...context.user.effectiveQuotas }),
    workflowId: workflow.id,
    versionId: workflow.currentVersionId,
    trigger: withoutChain(trigger),
    startedByHand: true,
    isTest: instance.isTest,
  });
  return { isSuccess: true, workflowInstanceId };
}

/** A person starts it again: it is the first of its chain. */
function withoutChain({ chain: _chain, headers, ...trigger }: RunTrigger): RunTrigger {
  if (!headers) return trigger;
  const { [HOPS_HEADER]: _hops, [ORIGIN_HEADER]: _origin, ...own } = headers;
  return { ...trigger, headers: own };
}

/** The run's shard is past its time: there is nothing to go on from. @throws ApiProblem 404 */
async function onlyRemembered(runId: string, context: UserContext): Promise<RerunResult> {
  const { status } = await readRun(runId, context);
  if (status !== 'Failed') return refused('Only a failed run can be run again.');
  return refused('The steps of this run and what set it off are no longer kept, so it cannot be run again.');
}

function refused(errorMessage: string): RerunResult {
  return { isSuccess: false, errorMessage };
}
