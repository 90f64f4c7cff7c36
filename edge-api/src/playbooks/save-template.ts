import type { ParsedInput } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import {
  findConnectorType,
  findWorkflowTemplate,
  insertPlaybookTemplate,
  type PlaybookTemplateRow,
  updatePlaybookTemplate,
} from '@portage/database';
import { readTemplate, type TemplateDefinition, type TemplateProblem } from '@portage/playbooks';
import { auditChange } from '../audit/record-audit.ts';
import { ApiProblem, conflict, notFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { columnsOf } from './template-columns.ts';

/** Adds a template out of a `playbook.yaml`. @throws ApiProblem 400 with every flaw, 409 `template-id-taken` */
export async function createTemplate(
  context: UserContext,
  { id, yaml }: ParsedInput<Calls, 'POST /api/playbook-templates'>['body'],
): Promise<PlaybookTemplateRow> {
  const { db, user, now } = context;
  const read = readTemplate(yaml);
  if (!read.ok) throw notSound(read.problems);
  const problems = await missingParts(read.definition, context);
  if (problems.length > 0) throw notSound(problems);
  const at = now();
  const row = {
    ...{ id, ...columnsOf(read.definition), isActive: true, isSystem: false, editedAt: null, isDeleted: false },
    ...{ createdByUserId: user.id, createdAt: at, lastUpdatedAt: at },
  };
  if (!(await insertPlaybookTemplate(db, row))) throw conflict('template-id-taken', `There is a playbook template “${id}” already.`);
  await auditChange(context, 'playbook-template.created', { playbookTemplateId: id, name: row.name });
  return row;
}

/** Members that the change leaves out stay. @throws ApiProblem 404 */
export async function changeTemplate(
  context: UserContext,
  before: PlaybookTemplateRow,
  {
    name = before.name,
    description = before.description,
    isActive = before.isActive,
  }: ParsedInput<Calls, 'PATCH /api/playbook-templates/{id}'>['body'],
): Promise<PlaybookTemplateRow> {
  const at = context.now();
  // Switching one on or off does not make it the admin's: the column stays as it is, whatever newer builds bring.
  const isEdited = name !== before.name || description !== before.description;
  const editedAt = before.isSystem && isEdited ? { editedAt: at } : {};
  const changes = { name, description, isActive, ...editedAt, lastUpdatedAt: before.isSystem ? before.lastUpdatedAt : at };
  const after = await updatePlaybookTemplate(context.db, before.id, changes);
  if (!after) throw templateNotFound();
  await auditChange(context, 'playbook-template.saved', { playbookTemplateId: before.id, name, isActive });
  return after;
}

export function templateNotFound(): ApiProblem {
  return notFound('This playbook template');
}

/** Connector types and workflow templates that are not there. */
async function missingParts({ connectors, workflowTemplateIds }: TemplateDefinition, { db }: UserContext): Promise<TemplateProblem[]> {
  const problems: TemplateProblem[] = [];
  for (const [at, { connectorTypeId }] of connectors.entries()) {
    if (await findConnectorType('everyone', db, connectorTypeId)) continue;
    problems.push({ path: `connectors[${at}].connectorTypeId`, message: `There is no connector type “${connectorTypeId}”.` });
  }
  for (const [at, id] of workflowTemplateIds.entries()) {
    if (await findWorkflowTemplate(db, id, true)) continue;
    problems.push({ path: `workflowTemplateIds[${at}]`, message: `There is no workflow template “${id}”.` });
  }
  return problems;
}

function notSound(problems: readonly TemplateProblem[]): ApiProblem {
  const entries = problems.map(({ path, message }) => {
    const text = path === '' ? message : `${path}: ${message}`;
    return { userMessage: text, message: text, code: 'template-not-sound', field: path === '' ? 'yaml' : path };
  });
  return new ApiProblem(400, 'template-not-sound', entries[0]?.userMessage ?? 'The template is not sound.', { entries });
}
