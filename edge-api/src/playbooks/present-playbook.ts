import type { HandlerResult } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { findPlaybookTemplates, findWorkflowStates, type PlaybookTemplateRow } from '@portage/database';
import { canAddStep, findSchedule, templateChanges } from '@portage/playbooks';
import type { UserContext } from '../http/context.ts';
import { connectorProblems, loadConnectors } from './model/connector-problems.ts';
import { type OpenPlaybook, parseDefinition } from './model/stored-playbook.ts';
import { loadTemplateTypes, presentApplications, type TypesById, wholeTemplate } from './templates/present-template.ts';

type Playbook = HandlerResult<Calls, 'GET /api/playbooks/{id}'>['playbook'];

export async function presentPlaybook(row: OpenPlaybook, context: UserContext): Promise<Playbook> {
  const [playbook] = await presentPlaybooks([row], context);
  if (!playbook) throw new Error('A playbook is shown as one playbook');
  return playbook;
}

/** Spec PB-13, with the state of the playbooks' workflows and connectors. */
export async function presentPlaybooks(rows: readonly OpenPlaybook[], context: UserContext): Promise<Playbook[]> {
  const workflowIds = rows.flatMap((row) => Object.values(row.workflowIds));
  const [templates, types, states] = await Promise.all([
    findPlaybookTemplates(
      context.db,
      rows.map(({ playbookTemplateId }) => playbookTemplateId),
    ),
    loadTemplateTypes(
      rows.map(({ definition }) => definition),
      context,
    ),
    findWorkflowStates(context.db, context.user.id, workflowIds),
  ]);
  return Promise.all(
    rows.map(async (row) => {
      const { definition, wizard } = row;
      const template = templates.get(row.playbookTemplateId) ?? null;
      const workflows = Object.entries(row.workflowIds).flatMap(([workflowTemplateId, workflowId]) => {
        const state = states.get(workflowId);
        if (!state || state.isDeleted) return [];
        const isIntegration = !definition.workflowTemplateIds.includes(workflowTemplateId);
        const { name, isActive, itemsInError } = state;
        return [{ workflowTemplateId, workflowId, name, isActive, isIntegration, itemsInError }];
      });
      const problems = connectorProblems(wizard, await loadConnectors(wizard, context));
      return { ...presentOutline(row, template, types), workflows, problems };
    }),
  );
}

function presentOutline(row: OpenPlaybook, template: PlaybookTemplateRow | null, types: TypesById) {
  const { definition, wizard } = row;
  const schedule = findSchedule(wizard);
  const made = Object.keys(row.applied);
  // The definition is the version that the playbook uses; the list's name and switch are current.
  const frame = template ?? { ...definition, isActive: false, isSystem: false };
  return {
    id: row.id,
    playbookTemplateId: row.playbookTemplateId,
    template: wholeTemplate({ ...frame, id: row.playbookTemplateId }, definition, types, row.id),
    customPlaybookType: definition.customPlaybookType ?? null,
    workflowTemplateIdsToWorkflowIds: Object.fromEntries(Object.entries(row.workflowIds).filter(([id]) => made.includes(id))),
    isDeleted: row.isDeleted,
    deletedAt: row.deletedAt?.toISOString() ?? null,
    wizard: { ...wizard, userId: row.ownerUserId, canAddStep: canAddStep(definition, wizard) },
    startAt: schedule?.startAt ?? null,
    period: schedule?.period ?? null,
    frequency: schedule?.frequency ?? null,
    integrationApplicationsConfiguration: presentApplications(definition),
    isConverted: row.convertedAt !== null,
    isPaused: row.isPaused,
    hasNewerTemplate: template !== null && templateChanges(definition, parseDefinition(template)).length > 0,
    createdAt: row.createdAt.toISOString(),
    lastUpdatedAt: row.lastUpdatedAt.toISOString(),
  };
}
