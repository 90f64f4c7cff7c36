import { readWorkflowQuota } from '@portage/contracts';
import { deleteSamples, findWorkflow, type WorkflowTrigger } from '@portage/database';
import { isSameJson } from '@portage/primitives/json';
import { conflict, notFound } from '../http/api-problem.ts';
import type { RequestContext } from '../http/context.ts';
import { pinnedResults } from '../workflow-instances/read-pins.ts';
import { runNotStarted, startAwaitableRun } from '../workflow-instances/run-shards.ts';
import { type RunStart, type StartedRun, TriggerChangedError } from '../workflow-instances/start-run.ts';
import { forgetTrigger, lookUpTrigger } from './trigger-cache.ts';

/** The workflow that a call to a webhook address currently starts, according to the cache. */
export interface CallTarget {
  triggerCode: string;
  trigger: WorkflowTrigger;
  versionId: string;
  isTest: boolean;
  knownAtMs: number;
}

/** The parts of a run's start that come from the call itself. */
export type CallStart = Pick<RunStart, 'trigger' | 'payloadJson' | 'deduplicationKey'>;

const TRIGGER_CODE = /^[A-Za-z0-9_-]{1,64}$/;

/** @throws ApiProblem 404 unknown, 409 `workflow-inactive`, 503 `database-away`. */
export async function findTarget(context: RequestContext, triggerCode: string): Promise<CallTarget> {
  const known = TRIGGER_CODE.test(triggerCode) ? await lookUpTrigger(context, triggerCode) : null;
  const trigger = known?.value;
  if (!known || (trigger?.triggerType !== 'Webhook' && trigger?.triggerType !== 'ConnectorEvent')) {
    throw notFound('A workflow with this webhook address');
  }
  const run = pickVersion(trigger, context.now());
  if (!run) throw conflict('workflow-inactive', 'This workflow is inactive and doesn’t accept webhooks.');
  return { triggerCode, trigger, knownAtMs: known.knownAtMs, ...run };
}

/** The version that a call currently runs (spec HOOK-03, HOOK-04); null: none. */
function pickVersion(trigger: WorkflowTrigger, now: Date): { versionId: string; isTest: boolean } | null {
  const { isActive, publishedVersionId, currentVersionId, testUntil } = trigger;
  if (isActive) return publishedVersionId === null ? null : { versionId: publishedVersionId, isTest: false };
  return testUntil !== null && now < testUntil ? { versionId: currentVersionId, isTest: true } : null;
}

/**
 * Starts the address's workflow. If a shard knows of a later change to the workflow, the address is looked up again.
 *
 * @returns once the start is on disk.
 * @throws ApiProblem as `findTarget` and `startAwaitableRun`.
 */
export async function startByTrigger(context: RequestContext, target: CallTarget, start: CallStart): Promise<StartedRun> {
  try {
    return await startAwaitableRun(context, { ...(await buildStart(context, target, start)), triggerKnownAtMs: target.knownAtMs });
  } catch (error) {
    if (!(error instanceof TriggerChangedError)) throw error;
    forgetTrigger(target.triggerCode);
    // This look-up began after the change that the shard knows of.
    const changed = await findTarget(context, target.triggerCode);
    // The call was read, and verified, for the trigger's former type.
    if (changed.trigger.triggerType !== target.trigger.triggerType) throw notFound('A workflow with this webhook address');
    if (!isSameJson(changed.trigger.verification, target.trigger.verification)) throw runNotStarted(error);
    return startAwaitableRun(context, await buildStart(context, changed, start));
  }
}

async function buildStart(
  context: RequestContext,
  { trigger, versionId, isTest }: CallTarget,
  start: CallStart,
): Promise<Parameters<typeof startAwaitableRun>[1]> {
  const given = isTest ? await prepareTest(context, trigger) : {};
  const isGiven = Object.keys(given).length > 0;
  return {
    ownerUserId: trigger.ownerUserId,
    quota: readWorkflowQuota({ ...trigger.quotaSettings }),
    workflowId: trigger.workflowId,
    versionId,
    startedByHand: false,
    isTest,
    ...start,
    ...(isGiven ? { trigger: { ...start.trigger, test: { given } } } : {}),
  };
}

/** A test uses its workflow's pinned outputs, whatever starts it, and replaces what earlier tests returned. @returns the pinned outputs */
async function prepareTest({ db }: RequestContext, { ownerUserId, workflowId }: WorkflowTrigger) {
  const [workflow] = await Promise.all([findWorkflow(db, ownerUserId, workflowId), deleteSamples(db, ownerUserId, workflowId)]);
  return workflow ? pinnedResults(ownerUserId, db, workflow) : {};
}
