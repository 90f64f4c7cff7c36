import { workflowSharingCalls } from '@portage/contracts/calls';
import { auditChange } from '../audit/record-audit.ts';
import { implement } from '../http/implement.ts';
import { importInfo, importWorkflow, shareWorkflow, stopSharing } from './share-workflow.ts';

/** Shares workflows by link (API-38..41). */
export const workflowSharingRoutes = implement(workflowSharingCalls, {
  'POST /api/workflows/{id}/share': async ({ params }, context) => {
    const link = await shareWorkflow(params.id, context);
    await auditChange(context, 'workflow.shared', { workflowId: params.id });
    return { link };
  },
  'DELETE /api/workflows/{id}/share': async ({ params }, context) => {
    await stopSharing(params.id, context);
    await auditChange(context, 'workflow.sharing-stopped', { workflowId: params.id });
    return { isSuccess: true, warnings: [] };
  },
  'GET /api/workflows/{id}/import-info': ({ params, query }, context) => importInfo(params.id, query.sharedWorkflowCode, context),
  'POST /api/workflows/import': async ({ body }, context) => {
    const workflowId = await importWorkflow(body.workflowIdToImport, body.sharedWorkflowCode, body.workflowName, context);
    await auditChange(context, 'workflow.created', { workflowId, name: body.workflowName, importedFrom: body.workflowIdToImport });
    return { workflowId };
  },
});
