import { workflowTemplateCalls } from '@portage/contracts/calls';
import {
  deleteWorkflowTemplate,
  findWorkflowTemplate,
  isAdmin,
  listWorkflowTemplates,
  restoreWorkflowTemplate,
  type TemplateViewer,
} from '@portage/database';
import { auditChange } from '../audit/record-audit.ts';
import { forbidden, notFound } from '../http/api-problem.ts';
import type { SignedInUser, UserContext } from '../http/context.ts';
import { implement } from '../http/implement.ts';
import { restorableSince } from '../workflow-folders/restorable.ts';
import { presentTemplate, presentTemplates } from './present-template.ts';
import { changeTemplate, createTemplate, orNameTaken, type TemplateChange } from './save-template.ts';

/** Lists, reads and changes templates (API-56..64). */
export const workflowTemplateRoutes = implement(workflowTemplateCalls, {
  async 'GET /api/workflow-templates'({ query }, { db, user }) {
    const { includeInactive = false, ...filter } = query;
    if (includeInactive && !isAdmin(user)) throw forbidden();
    const { templates, totalCount } = await listWorkflowTemplates(db, toViewer(user), { ...filter, includeInactive });
    return { templates: await presentTemplates(db, toViewer(user), templates), totalCount };
  },

  async 'POST /api/workflow-templates'({ body }, context) {
    return { templateId: await createTemplate(context, body) };
  },

  async 'GET /api/workflow-templates/{id}'({ params }, { db, user }) {
    const template = await findWorkflowTemplate(db, params.id, { includeInactive: isAdmin(user) });
    if (!template) throw notFound('This template');
    return { template: await presentTemplate(db, toViewer(user), template, user) };
  },

  'PUT /api/workflow-templates/{id}': ({ params, body }, context) => changed(context, params.id, body),
  'PATCH /api/workflow-templates/{id}': ({ params, body }, context) => changed(context, params.id, body),
  'POST /api/workflow-templates/{id}/activate': ({ params }, context) => changed(context, params.id, { isActive: true }),
  'POST /api/workflow-templates/{id}/deactivate': ({ params }, context) => changed(context, params.id, { isActive: false }),

  async 'DELETE /api/workflow-templates/{id}'({ params }, context) {
    const name = await deleteWorkflowTemplate(context.db, params.id, context.now());
    if (name === null) throw notFound('This template');
    await auditChange(context, 'workflow-template.deleted', { templateId: params.id, name });
    return { isSuccess: true, warnings: [] };
  },

  async 'POST /api/workflow-templates/{id}/restore'({ params: { id } }, context) {
    const { db } = context;
    const bounds = { at: context.now(), deletedAfter: restorableSince(context.now()) };
    const name = await orNameTaken('this name', () => restoreWorkflowTemplate(db, id, bounds));
    // A second press of Undo finds the template already restored.
    if (name === null && !(await findWorkflowTemplate(db, id, { includeInactive: true }))) throw notFound('This template');
    await auditChange(context, 'workflow-template.restored', { templateId: id, ...(name === null ? {} : { name }) });
    return { isSuccess: true, warnings: [] };
  },
});

function toViewer(user: SignedInUser): TemplateViewer {
  return isAdmin(user) ? 'admin' : { userId: user.id };
}

async function changed(context: UserContext, id: string, change: TemplateChange) {
  return { template: await presentTemplate(context.db, toViewer(context.user), await changeTemplate(context, id, change), context.user) };
}
