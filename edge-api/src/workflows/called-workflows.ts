import { calledWorkflowCalls } from '@portage/contracts/calls';
import { findCallableWorkflow, findWorkflow, leadsTo, listCalledRuns } from '@portage/database';
import { workflowNotFound } from '../http/api-problem.ts';
import { implement } from '../http/implement.ts';
import { locateReadableRun, readRun } from '../workflow-instances/locate-run.ts';

export const calledWorkflowRoutes = implement(calledWorkflowCalls, {
  'GET /api/workflows/{id}/called/{calledId}': async ({ params }, { db, user }) => {
    const caller = await findWorkflow(db, user.id, params.id);
    if (!caller) throw workflowNotFound();
    const called = await findCallableWorkflow(db, user.id, params.calledId);
    if (!called) return { workflow: null, isCircle: false };
    const isCircle = await leadsTo(db, user.id, params.calledId, params.id);
    return { workflow: { name: called.name, isActive: called.activeVersionId !== null }, isCircle };
  },
  'GET /api/workflows/instances/{id}/called-runs': async ({ params }, context) => {
    const { ownerUserId } = locateReadableRun(params.id, context);
    // Another owner's run gets the same response as a missing one.
    await readRun(params.id, context);
    const { runs, totalCount } = await listCalledRuns(context.db, ownerUserId, params.id);
    return {
      runs: runs.map(({ id, name, workflowId, status, createdAt, startedAt, finishedAt, errorMessage, waiting }) => ({
        id,
        name,
        workflowId,
        status,
        createdAt: createdAt.toISOString(),
        startedAt: startedAt?.toISOString() ?? null,
        finishedAt: finishedAt?.toISOString() ?? null,
        errorMessage,
        waitsFor: waiting && { kind: waiting.kind, subject: waiting.kind === 'Approval' ? waiting.subject : null },
      })),
      totalCount,
    };
  },
});
