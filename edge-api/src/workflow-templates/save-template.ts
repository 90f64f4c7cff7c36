import type { ParsedInput } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import {
  findConnectorTypeIds,
  findSqlState,
  findTemplateSource,
  findWorkflowTemplate,
  insertWorkflowTemplate,
  isTemplateNameTaken,
  UNIQUE_VIOLATION,
  updateWorkflowTemplate,
  type WorkflowTemplateRow,
} from '@portage/database';
import { collectConnectorIds, collectConnectorTypeIds, templateSteps, type WorkflowStep, withConnectorTypes } from '@portage/workflow';
import { auditChange } from '../audit/record-audit.ts';
import { type ApiProblem, conflict, notFound, workflowNotFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';

export type TemplateChange = ParsedInput<Calls, 'PATCH /api/workflow-templates/{id}'>['body'];

/**
 * Creates a template from any user's workflow; the caller is an admin (spec API-57).
 *
 * @returns its id
 * @throws ApiProblem 404 for a workflow that doesn't exist, 409 `template-name-taken`
 */
export async function createTemplate(
  context: UserContext,
  { name, description, workflowId }: ParsedInput<Calls, 'POST /api/workflow-templates'>['body'],
): Promise<string> {
  const { db, user } = context;
  const [content, isTaken] = await Promise.all([loadContent(context, workflowId), isTemplateNameTaken(db, name, null)]);
  if (isTaken) throw nameTaken(name);
  const [id, at] = [context.newId(), context.now()];
  const row = { id, name, description: description?.trim() || null, isActive: true, ...content };
  await orNameTaken(name, () => insertWorkflowTemplate(db, { ...row, createdByUserId: user.id, createdAt: at, lastUpdatedAt: at }));
  await auditChange(context, 'workflow-template.created', { templateId: id, name, workflowId });
  return id;
}

/**
 * Members that the change omits stay (spec API-59..64).
 *
 * @throws ApiProblem 404, 409 `template-name-taken`
 */
export async function changeTemplate(context: UserContext, id: string, change: TemplateChange): Promise<WorkflowTemplateRow> {
  const { db } = context;
  const before = await findWorkflowTemplate(db, id, { includeInactive: true });
  if (!before) throw notFound('This template');
  const { name = before.name, description = before.description, isActive = before.isActive, workflowId } = change;
  const [content, isTaken] = await Promise.all([
    workflowId === undefined ? null : loadContent(context, workflowId),
    name.toLowerCase() === before.name.toLowerCase() ? false : isTemplateNameTaken(db, name, id),
  ]);
  if (isTaken) throw nameTaken(name);
  const at = context.now();
  const columns = { name, description: description?.trim() || null, isActive, ...content };
  // A changed built-in template is the admin's from now on; only switching it on or off doesn't make it so.
  const isEdited = content !== null || columns.name !== before.name || columns.description !== before.description;
  const editedAt = before.isSystem && isEdited ? { editedAt: at } : {};
  const after = await orNameTaken(name, () => updateWorkflowTemplate(db, id, { ...columns, ...editedAt, lastUpdatedAt: at }));
  if (!after) throw notFound('This template');
  await auditChange(context, 'workflow-template.saved', {
    templateId: id,
    name,
    isActive,
    ...(workflowId === undefined ? {} : { workflowId }),
  });
  return after;
}

/** The parts of a workflow that may be shared with every user (HOSTILE 32). @throws ApiProblem 404 */
async function loadContent({ db }: UserContext, workflowId: string) {
  const source = await findTemplateSource(db, workflowId);
  if (!source) throw workflowNotFound();
  const types = await findConnectorTypeIds(db, source.ownerUserId, collectConnectorIds(source.steps));
  const steps = templateSteps(withConnectorTypes(source.steps, types));
  return {
    steps,
    isDashboard: source.isDashboard,
    dashboardSourceConnectorTypeId: findDashboardSource(steps),
    connectorTypeIds: collectConnectorTypeIds(steps),
  };
}

function findDashboardSource(steps: readonly WorkflowStep[]): string | null {
  const step = steps.find(({ type }) => type === 'DashboardStep');
  return step?.sourceConnectorTypeId ?? step?.connectorTypeId ?? null;
}

/** Two simultaneous saves find the name free; the index lets one of them through. */
export async function orNameTaken<Result>(name: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    throw findSqlState(error) === UNIQUE_VIOLATION ? nameTaken(name) : error;
  }
}

function nameTaken(name: string): ApiProblem {
  return conflict('template-name-taken', `There is already a template called “${name}”.`);
}
