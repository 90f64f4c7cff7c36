import { connectorEventCalls } from '@portage/contracts/calls';
import { findWorkflowRecord } from '@portage/database';
import { workflowNotFound } from '../http/api-problem.ts';
import { implement } from '../http/implement.ts';
import { eventObject } from './event-object.ts';

export const connectorEventRoutes = implement(connectorEventCalls, {
  'GET /api/workflows/{id}/event-status': async ({ params }, context) => {
    const workflow = await findWorkflowRecord(context.db, context.user.id, params.id);
    if (!workflow) throw workflowNotFound();
    return eventObject(context, workflow.id).status();
  },
});
