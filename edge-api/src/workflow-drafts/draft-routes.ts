import { workflowDraftCalls } from '@portage/contracts/calls';
import {
  deleteSamples,
  describeVersion,
  discardDraft,
  findDraft,
  findListedVersion,
  findWorkflow,
  findWorkflowRecord,
} from '@portage/database';
import { auditChange } from '../audit/record-audit.ts';
import { notFound, workflowNotFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { implement } from '../http/implement.ts';
import { presentDraft, presentVersion } from '../workflows/present-version.ts';
import { presentWorkflow } from '../workflows/present-workflow.ts';
import { publishDraft } from './publish-draft.ts';
import { draftConflict, saveDraft } from './save-draft.ts';

/** Drafts next to the published version, and single versions of the history. */
export const workflowDraftRoutes = implement(workflowDraftCalls, {
  'GET /api/workflows/{id}/draft': async ({ params }, context) => {
    await requireOwn(params.id, context);
    const draft = await findDraft(context.db, context.user.id, params.id);
    return { draft: draft && presentDraft(draft, context) };
  },
  'PUT /api/workflows/{id}/draft': async ({ params, body }, context) => {
    const draft = await saveDraft(params.id, body, context);
    return { draft: draft && presentDraft(draft, context) };
  },
  'DELETE /api/workflows/{id}/draft': async ({ params, query }, context) => {
    await requireOwn(params.id, context);
    if (!(await discardDraft(context.db, context.user.id, params.id, query.versionId))) throw draftConflict();
    await deleteSamples(context.db, context.user.id, params.id);
    await auditChange(context, 'workflow.draft-discarded', { workflowId: params.id, versionId: query.versionId });
    return { isSuccess: true, warnings: [] };
  },
  'POST /api/workflows/{id}/draft/publish': async ({ params, body }, context) => {
    const { workflow, warnings } = await publishDraft(params.id, body, context);
    return { workflow: presentWorkflow(workflow, context), warnings };
  },
  'GET /api/workflows/{id}/versions/{versionId}': ({ params }, context) => readVersion(params, context),
  'PUT /api/workflows/{id}/versions/{versionId}': async ({ params, body }, context) => {
    await requireOwn(params.id, context);
    const texts = {
      ...(body.label === undefined ? {} : { label: body.label || null }),
      ...(body.note === undefined ? {} : { note: body.note || null }),
    };
    const isKnown =
      Object.keys(texts).length === 0 || (await describeVersion(context.db, context.user.id, params.id, params.versionId, texts));
    if (!isKnown) throw notFound('This version');
    await auditChange(context, 'workflow.version-described', { workflowId: params.id, versionId: params.versionId });
    return readVersion(params, context);
  },
});

/** @throws ApiProblem 404 */
async function readVersion({ id, versionId }: { id: string; versionId: string }, context: UserContext) {
  const workflow = await findWorkflow(context.db, context.user.id, id);
  if (!workflow) throw workflowNotFound();
  const version = await findListedVersion(context.db, context.user.id, id, versionId);
  if (!version) throw notFound('This version');
  return { workflowVersion: presentVersion(version, workflow.steps, context) };
}

/** @throws ApiProblem 404 */
async function requireOwn(workflowId: string, { db, user }: UserContext): Promise<void> {
  if (!(await findWorkflowRecord(db, user.id, workflowId))) throw workflowNotFound();
}
