import { playbookTemplateCalls } from '@portage/contracts/calls';
import {
  deletePlaybookTemplate,
  findPlaybookTemplate,
  findWrittenPlaybookTemplate,
  isAdmin,
  listPlaybookTemplates,
} from '@portage/database';
import { auditChange } from '../../audit/record-audit.ts';
import { implement } from '../../http/implement.ts';
import { presentTemplate, presentTemplates } from './present-template.ts';
import { changeTemplate, createTemplate, replaceTemplate, templateNotFound } from './save-template.ts';
import { templateText, templateVersion } from './template-text.ts';

/** Lists, reads and changes playbook templates (API-127..129). */
export const playbookTemplateRoutes = implement(playbookTemplateCalls, {
  'GET /api/playbook-templates': async ({ query }, context) => {
    const filter = { ...query, includeInactive: isAdmin(context.user) };
    const { templates, totalCount } = await listPlaybookTemplates(context.db, filter);
    return { templates: await presentTemplates(templates, context), totalCount };
  },

  'GET /api/playbook-templates/{id}': async ({ params }, context) => {
    const row = await findPlaybookTemplate(context.db, params.id, { includeInactive: isAdmin(context.user) });
    if (!row) throw templateNotFound();
    return { template: await presentTemplate(row, context) };
  },

  'POST /api/playbook-templates': async ({ body }, context) => ({
    template: await presentTemplate(await createTemplate(context, body), context),
  }),

  'GET /api/playbook-templates/{id}/yaml': async ({ params }, { db }) => {
    const row = await findWrittenPlaybookTemplate(db, params.id);
    if (!row) throw templateNotFound();
    return { yaml: templateText(row), version: templateVersion(row) };
  },

  'PUT /api/playbook-templates/{id}': async ({ params, body }, context) => {
    const before = await findPlaybookTemplate(context.db, params.id, { includeInactive: true });
    if (!before) throw templateNotFound();
    return { template: await presentTemplate(await replaceTemplate(context, before, body), context) };
  },

  'PATCH /api/playbook-templates/{id}': async ({ params, body }, context) => {
    const before = await findPlaybookTemplate(context.db, params.id, { includeInactive: true });
    if (!before) throw templateNotFound();
    return { template: await presentTemplate(await changeTemplate(context, before, body), context) };
  },

  'DELETE /api/playbook-templates/{id}': async ({ params }, context) => {
    const name = await deletePlaybookTemplate(context.db, params.id, context.now());
    if (name === null) throw templateNotFound();
    await auditChange(context, 'playbook-template.deleted', { playbookTemplateId: params.id, name });
    return { isSuccess: true, warnings: [] };
  },
});
