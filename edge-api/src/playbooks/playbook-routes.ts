import { playbookCalls } from '@portage/contracts/calls';
import { findPlaybookTemplate, insertPlaybook, isAdmin, listPlaybooks } from '@portage/database';
import { newWizard } from '@portage/playbooks';
import { auditChange } from '../audit/record-audit.ts';
import type { UserContext } from '../http/context.ts';
import { implement } from '../http/implement.ts';
import { entitySchema } from '../integrations/entity-schema.ts';
import { convertPlaybook } from './conversion/convert-playbook.ts';
import { listTemplateChanges, takeNewerTemplate } from './conversion/newer-template.ts';
import { deletePlaybook, pausePlaybook, resumePlaybook } from './conversion/pause-playbook.ts';
import { defaultMappings, previewPlaybook } from './conversion/preview-playbook.ts';
import { ownPlaybook } from './model/change-playbook.ts';
import { requireApplications } from './model/require-applications.ts';
import { type OpenPlaybook, openPlaybook, parseDefinition } from './model/stored-playbook.ts';
import { presentPlaybook, presentPlaybooks } from './present-playbook.ts';
import { templateNotFound } from './templates/save-template.ts';
import { loadTemplateNames } from './templates/template-names.ts';
import { lookUpOptions } from './wizard/look-up-options.ts';
import { removeWizardStep, saveWizardStep } from './wizard/save-wizard-step.ts';
import { listValuesToFill } from './wizard/values-to-fill.ts';

/** The caller's playbooks and their wizards (API-130..140). */
export const playbookRoutes = implement(playbookCalls, {
  'GET /api/playbooks': async ({ query: { playbookTemplateIds } }, context) => {
    const templateIds = playbookTemplateIds === undefined ? undefined : [playbookTemplateIds].flat();
    const rows = await listPlaybooks(context.db, context.user.id, templateIds);
    return { playbooks: await presentPlaybooks(rows.map(openPlaybook), context) };
  },

  'POST /api/playbooks': async ({ body }, context) => ({ playbookId: await startPlaybook(body.playbookTemplateId, context) }),

  'GET /api/playbooks/schema-fields': async ({ query }, context) => {
    const { sourceEntity, targetEntity, dependEntity, targetConnectorId: connectorId, directionType } = query;
    // The system that is written: the target, or the source if records come back.
    const entity = directionType === 'SourceToTarget' ? targetEntity : sourceEntity;
    const asked = { connectorId, entityType: 'Target', targetEntity: dependEntity ?? entity, directionType: 'SourceToTarget' } as const;
    const { schemaProperties } = await entitySchema(asked, context);
    return {
      schemaFields: schemaProperties.map(({ path, title, type, isRequired }) => ({ name: path, label: title, type, isRequired })),
    };
  },

  'GET /api/playbooks/{id}': async ({ params }, context) => shown(await ownPlaybook(params.id, context), context),

  'DELETE /api/playbooks/{id}': async ({ params }, context) => {
    await deletePlaybook(params.id, context);
    return { isSuccess: true, warnings: [] };
  },

  'PUT /api/playbooks/{id}/wizard/steps/{stepId}/save': ({ params, body }, context) =>
    saveWizardStep(params.id, params.stepId, body, context),

  'DELETE /api/playbooks/{id}/wizard/steps/{stepId}': async ({ params }, context) =>
    shown(await removeWizardStep(params.id, params.stepId, context), context),

  'GET /api/playbooks/{id}/wizard/steps/{stepId}/values-to-fill': ({ params }, context) => listValuesToFill(params, context),

  'POST /api/playbooks/{id}/preview': async ({ params, body }, context) => ({
    flows: await previewPlaybook(params.id, body.workflowTemplateId, context),
  }),

  'POST /api/playbooks/{id}/update-from-wizard': async ({ params }, context) => {
    const { row, warnings } = await convertPlaybook(params.id, context);
    return { ...(await shown(row, context)), warnings };
  },

  'GET /api/playbooks/{id}/lookup-options/{stepId}/{fieldName}': async ({ params, query }, context) => ({
    lookupOptions: await lookUpOptions({ ...params, search: query.query ?? '' }, context),
  }),

  'GET /api/playbooks/{id}/default-mappings/{workflowTemplateId}': ({ params }, context) =>
    defaultMappings(params.id, params.workflowTemplateId, context),

  'POST /api/playbooks/{id}/pause': async ({ params }, context) => shown(await pausePlaybook(params.id, context), context),

  'POST /api/playbooks/{id}/resume': async ({ params }, context) => shown(await resumePlaybook(params.id, context), context),

  'GET /api/playbooks/{id}/template-changes': async ({ params }, context) => ({ changes: await listTemplateChanges(params.id, context) }),

  'POST /api/playbooks/{id}/take-newer-template': async ({ params }, context) =>
    shown(await takeNewerTemplate(params.id, context), context),
});

async function shown(row: OpenPlaybook, context: UserContext) {
  return { playbook: await presentPlaybook(row, context) };
}

/** Starts or returns the caller's playbook for a template (API-131). @throws ApiProblem 404 for templates that the caller isn't offered */
async function startPlaybook(playbookTemplateId: string, context: UserContext): Promise<string> {
  const { db, user, newId, now } = context;
  const template = await findPlaybookTemplate(db, playbookTemplateId, { includeInactive: isAdmin(user) });
  if (!template) throw templateNotFound();
  const definition = parseDefinition(template);
  requireApplications(definition, context);
  const wizard = newWizard(definition, await loadTemplateNames(definition, context));
  const row = { id: newId(), playbookTemplateId, definition, wizard, createdAt: now() };
  const { id, isNew } = await insertPlaybook(db, user.id, row);
  if (isNew) await auditChange(context, 'playbook.started', { playbookId: id, playbookTemplateId });
  return id;
}
