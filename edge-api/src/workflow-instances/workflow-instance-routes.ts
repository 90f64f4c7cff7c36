import { workflowInstanceCalls } from '@portage/contracts/calls';
import { listRuns, listWorkflowRuns } from '@portage/database';
import { readContentFilter, readTagFilter, withoutHiddenToday } from '../hidden-steps/hidden-today.ts';
import { implement } from '../http/implement.ts';
import { listScope } from '../http/list-scope.ts';
import { listAttempts } from './list-attempts.ts';
import { listSteps, noStep, readOverview } from './list-steps.ts';
import { locateOwnRun, openReadableRun, readRun } from './locate-run.ts';
import { presentInstance } from './present-instance.ts';
import { rerun } from './rerun.ts';
import { runShard } from './run-shards.ts';

/** API-46..55. Lists come from the run index, a single run and its steps from its shard. */
export const workflowInstanceRoutes = implement(workflowInstanceCalls, {
  'GET /api/workflows/instances': async ({ query }, context) => {
    const instances = await listWorkflowRuns(context.db, context.user.id, query.WorkflowId, query.PageSize);
    return { workflowInstances: await withoutHiddenToday(instances.map(presentInstance), context) };
  },
  'GET /api/workflows/find-instances': async ({ query }, context) => {
    const scope = listScope(context.user, query);
    const found = await listRuns(context.db, scope, {
      workflowId: query.workflowId,
      status: query.workflowInstanceStatus,
      startedFrom: query.workflowStartedAtStart === undefined ? undefined : new Date(query.workflowStartedAtStart),
      startedTo: query.workflowStartedAtEnd === undefined ? undefined : new Date(query.workflowStartedAtEnd),
      userEmail: query.userEmail,
      tag: await readTagFilter(query, context),
      content: await readContentFilter(query.content, context),
      withoutTests: query.withoutTests,
      isOldestFirst: query.sort === 'started',
      pageIndex: query.pageIndex,
      pageSize: query.pageSize,
    });
    const workflowInstances = await withoutHiddenToday(found.workflowInstances.map(presentInstance), context);
    return { workflowInstances, totalCount: found.totalCount };
  },
  'GET /api/workflows/instances/{id}': async ({ params }, context) => ({ workflowInstance: await readRun(params.id, context) }),
  'GET /api/workflows/instances/{id}/overview': ({ params }, context) => readOverview(params.id, context),
  'POST /api/workflows/instances/{id}/briefs': async ({ params, body }, context) => {
    const opened = await openReadableRun(params.id, context);
    const briefs = opened && (await opened.shard.getStepBriefs(params.id, body.clientIds, opened.viewer));
    if (!briefs) await readRun(params.id, context);
    return { briefs: briefs ?? [] };
  },
  'GET /api/workflows/instances/{id}/attempts': async ({ params }, context) => ({ attempts: await listAttempts(params.id, context) }),
  'GET /api/workflows/instances/{id}/re-run': ({ params, query }, context) => rerun(params.id, query, context),
  'GET /api/workflows/instances/{id}/cancel': async ({ params }, context) => {
    const shard = runShard(context.env, locateOwnRun(params.id, context));
    if (await shard.getRun(params.id)) return shard.cancelRun(params.id);
    const { status } = await readRun(params.id, context);
    return { isSuccess: false, errorMessage: `The run has already ended: ${status}.` };
  },
  'GET /api/workflows/step-instances': async ({ query: { workflowInstanceId, ...page } }, context) => {
    return listSteps(workflowInstanceId, page, context);
  },
  'GET /api/workflows/step-instances/{id}': async ({ params, query: { workflowInstanceId, attempt } }, context) => {
    const opened = await openReadableRun(workflowInstanceId, context);
    const stepInstance = opened && (await opened.shard.getStepInstance(workflowInstanceId, params.id, opened.viewer, attempt));
    if (!stepInstance) throw await noStep(workflowInstanceId, 'This step', context);
    return { stepInstance };
  },
  'GET /api/workflows/step-instances/{id}/context': async ({ params, query: { workflowInstanceId } }, context) => {
    const opened = await openReadableRun(workflowInstanceId, context);
    const workflowStepContext = opened && (await opened.shard.getStepContext(workflowInstanceId, params.id, opened.viewer));
    if (!workflowStepContext) throw await noStep(workflowInstanceId, 'What this step could see', context);
    return { workflowStepContext };
  },
});
