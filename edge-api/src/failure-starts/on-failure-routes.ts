import { onFailureCalls } from '@portage/contracts/calls';
import { findOnFailure, onFailureChain, saveOnFailure } from '@portage/database';
import { auditChange } from '../audit/record-audit.ts';
import { invalid, notFound, workflowNotFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { implement } from '../http/implement.ts';

export const onFailureRoutes = implement(onFailureCalls, {
  'GET /api/workflows/{id}/on-failure': ({ params }, context) => read(params.id, context),
  'PUT /api/workflows/{id}/on-failure': async ({ params, body }, context) => {
    const { db, user } = context;
    const before = await read(params.id, context);
    if (body.workflowId !== null) {
      const chain = await onFailureChain(db, user.id, body.workflowId);
      if (chain.length === 0) throw notFound('The workflow to start');
      if (chain.includes(params.id)) throw invalid(CIRCLE, 'workflowId');
    }
    await saveOnFailure(db, user.id, params.id, body.workflowId);
    await auditChange(context, 'workflow.on-failure-saved', {
      workflowId: params.id,
      before: before.onFailure?.workflowId ?? null,
      after: body.workflowId,
    });
    return read(params.id, context);
  },
});

const CIRCLE = 'Failures would loop: this workflow starts, directly or through others, when the chosen one fails. Choose another.';

async function read(workflowId: string, { db, user }: UserContext) {
  const onFailure = await findOnFailure(db, user.id, workflowId);
  if (onFailure === undefined) throw workflowNotFound();
  return { onFailure };
}
