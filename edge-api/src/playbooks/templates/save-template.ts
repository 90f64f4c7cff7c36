import type { ParsedInput } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import {
  findConnectorType,
  findPlaybookTemplate,
  findWorkflowTemplate,
  insertPlaybookTemplate,
  type PlaybookTemplateChanges,
  type PlaybookTemplateRow,
  updatePlaybookTemplate,
} from '@portage/database';
import { readTemplate, type TemplateDefinition, type TemplateProblem } from '@portage/playbooks';
import { auditChange } from '../../audit/record-audit.ts';
import { ApiProblem, conflict, notFound } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { systemProblems } from './check-systems.ts';
import { toTemplateColumns } from './template-columns.ts';
import { templateVersion } from './template-text.ts';

/** Adds a template from a `playbook.yaml`. @throws ApiProblem 400 with every flaw, 409 `template-id-taken` */
export async function createTemplate(
  context: UserContext,
  { id, yaml }: ParsedInput<Calls, 'POST /api/playbook-templates'>['body'],
): Promise<PlaybookTemplateRow> {
  const { db, user, now } = context;
  const definition = await soundTemplate(yaml, context);
  const at = now();
  const row = {
    ...{ id, ...toTemplateColumns(definition), yaml, isActive: true, isSystem: false, editedAt: null, isDeleted: false },
    ...{ createdByUserId: user.id, createdAt: at, lastUpdatedAt: at },
  };
  if (!(await insertPlaybookTemplate(db, row))) throw conflict('template-id-taken', `There is already a playbook template “${id}”.`);
  await auditChange(context, 'playbook-template.created', { playbookTemplateId: id, name: row.name });
  // A deleted built-in template comes back as built-in.
  return (await findPlaybookTemplate(db, id, { includeInactive: true })) ?? row;
}

/**
 * Replaces a template's text. Playbooks keep their version and are offered this one.
 *
 * @throws ApiProblem 400 with every flaw, 404, 409 `template-changed`
 */
export async function replaceTemplate(
  context: UserContext,
  before: PlaybookTemplateRow,
  { yaml, version }: ParsedInput<Calls, 'PUT /api/playbook-templates/{id}'>['body'],
): Promise<PlaybookTemplateRow> {
  if (version !== undefined && version !== templateVersion(before)) throw templateChanged();
  const definition = await soundTemplate(yaml, context);
  return updateTemplate(context, before, { ...toTemplateColumns(definition), yaml });
}

/** Members that the change omits stay. @throws ApiProblem 404, 409 `template-changed` */
export async function changeTemplate(
  context: UserContext,
  before: PlaybookTemplateRow,
  {
    name = before.name,
    description = before.description,
    isActive = before.isActive,
  }: ParsedInput<Calls, 'PATCH /api/playbook-templates/{id}'>['body'],
): Promise<PlaybookTemplateRow> {
  const isEdited = name !== before.name || description !== before.description;
  // The text has the old name: a new one is made from the definition when it is requested.
  return updateTemplate(context, before, { name, description, isActive, ...(isEdited ? { yaml: null } : {}) });
}

/** @throws ApiProblem 404, 409 `template-changed` */
async function updateTemplate(context: UserContext, before: PlaybookTemplateRow, wanted: PlaybookTemplateChanges) {
  const at = context.now();
  // Switching a template on or off doesn't make it the admin's: newer builds still change it.
  const isEdited = wanted.yaml !== undefined;
  const times = before.isSystem ? (isEdited ? { editedAt: at } : {}) : { lastUpdatedAt: at };
  const after = await updatePlaybookTemplate(context.db, before, { ...wanted, ...times });
  if (!after) {
    const isThere = await findPlaybookTemplate(context.db, before.id, { includeInactive: true });
    throw isThere ? templateChanged() : templateNotFound();
  }
  const { id, name, isActive } = after;
  await auditChange(context, 'playbook-template.saved', { playbookTemplateId: id, name, isActive });
  return after;
}

export function templateNotFound(): ApiProblem {
  return notFound('This playbook template');
}

function templateChanged(): ApiProblem {
  return conflict('template-changed', 'This template has changed since you opened it. Open it again to see its current state.');
}

/** @throws ApiProblem 400 with every flaw */
async function soundTemplate(yaml: string, context: UserContext): Promise<TemplateDefinition> {
  const read = readTemplate(yaml);
  if (!read.ok) throw notSound(read.problems);
  const problems = [...(await missingParts(read.definition, context)), ...(await systemProblems(read.definition, context))];
  if (problems.length > 0) throw notSound(problems);
  return read.definition;
}

/** Connector types and workflow templates that don't exist. */
async function missingParts({ connectors, workflowTemplateIds }: TemplateDefinition, { db }: UserContext): Promise<TemplateProblem[]> {
  const problems: TemplateProblem[] = [];
  const isConnected = (typeId: string) =>
    connectors.some(({ connectorTypeId, orConnectorTypeIds }) => [connectorTypeId, ...orConnectorTypeIds].includes(typeId));
  for (const [at, { connectorTypeId, orConnectorTypeIds }] of connectors.entries()) {
    for (const typeId of [connectorTypeId, ...orConnectorTypeIds]) {
      if (await findConnectorType(db, 'everyone', typeId)) continue;
      problems.push({ path: `connectors[${at}].connectorTypeId`, message: `There is no connector type “${typeId}”.` });
    }
  }
  for (const [at, id] of workflowTemplateIds.entries()) {
    const path = `workflowTemplateIds[${at}]`;
    const template = await findWorkflowTemplate(db, id, { includeInactive: true });
    if (!template) {
      problems.push({ path, message: `There is no workflow template “${id}”.` });
      continue;
    }
    for (const typeId of template.connectorTypeIds.filter((one) => !isConnected(one))) {
      const name = (await findConnectorType(db, 'everyone', typeId))?.name ?? typeId;
      problems.push({ path, message: `“${template.name}” needs a connector of ${name} (${typeId}): name it in connectors.` });
    }
  }
  return problems;
}

function notSound(problems: readonly TemplateProblem[]): ApiProblem {
  const entries = problems.map(({ path, message }) => {
    const text = path === '' ? message : `${path}: ${message}`;
    return { userMessage: text, message: text, code: 'template-not-sound', field: path === '' ? 'yaml' : path };
  });
  return new ApiProblem(400, 'template-not-sound', entries[0]?.userMessage ?? 'The template is invalid.', { entries });
}
