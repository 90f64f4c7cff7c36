import type { HandlerResult } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import {
  findTemplateConnectorTypes,
  type HttpDatabase,
  isAdmin,
  listPlaybooks,
  type PlaybookTemplateRow,
  type TemplateConnectorType,
} from '@portage/database';
import { listNeededAnswers, type TemplateDefinition } from '@portage/playbooks';
import type { UserContext } from '../../http/context.ts';
import { parseDefinition } from '../model/stored-playbook.ts';

type Template = HandlerResult<Calls, 'GET /api/playbook-templates/{id}'>['template'];
type Summary = HandlerResult<Calls, 'GET /api/playbook-templates'>['templates'][number];

/** The parts of a template that are not in its definition. */
export type TemplateFrame = Pick<PlaybookTemplateRow, 'id' | 'name' | 'description' | 'isActive' | 'isSystem'>;

/** Templates as lists show them, with the systems available to the viewer and the viewer's playbooks. */
export async function presentTemplates(rows: readonly PlaybookTemplateRow[], context: UserContext): Promise<Summary[]> {
  const definitions = rows.map((row) => ({ row, definition: parseDefinition(row) }));
  const [types, playbookIds] = await Promise.all([
    loadTemplateTypes(
      definitions.map(({ definition }) => definition),
      context,
    ),
    loadPlaybookIds(
      rows.map(({ id }) => id),
      context,
    ),
  ]);
  return definitions.map(({ row, definition }) => presentSummary(row, definition, types, playbookIds.get(row.id) ?? null));
}

export async function presentTemplate(row: PlaybookTemplateRow, context: UserContext): Promise<Template> {
  const definition = parseDefinition(row);
  const [types, playbookIds] = await Promise.all([loadTemplateTypes([definition], context), loadPlaybookIds([row.id], context)]);
  return wholeTemplate(row, definition, types, playbookIds.get(row.id) ?? null);
}

export type TypesById = ReadonlyMap<string, TemplateConnectorType>;

/** The templates' connector types that the viewer may use. */
export function loadTemplateTypes(
  definitions: readonly TemplateDefinition[],
  { db, user }: { db: HttpDatabase } & Pick<UserContext, 'user'>,
) {
  const ids = definitions.flatMap(({ connectors }) => connectors.map(({ connectorTypeId }) => connectorTypeId));
  return findTemplateConnectorTypes(db, isAdmin(user) ? 'admin' : { userId: user.id }, [...new Set(ids)]);
}

async function loadPlaybookIds(templateIds: readonly string[], { db, user }: UserContext): Promise<Map<string, string>> {
  const rows = await listPlaybooks(db, user.id, templateIds);
  return new Map(rows.map(({ playbookTemplateId, id }) => [playbookTemplateId, id]));
}

/** The whole template, as wizards show it. */
export function wholeTemplate(frame: TemplateFrame, definition: TemplateDefinition, types: TypesById, playbookId: string | null): Template {
  const { startPage = null, endPage, connectors, setup, workflows } = definition;
  return {
    ...presentSummary(frame, definition, types, playbookId),
    ...{ startPage, endPage, connectors },
    setup: setup ? presentSetup(setup) : null,
    workflows: workflows.map(({ id, name, description, from, to }) => ({
      ...{ id, name, description },
      ...{ fromConnector: from.connector, fromEntity: from.entity, toConnector: to.connector, toEntity: to.entity },
    })),
    applications: presentApplications(definition),
  };
}

function presentSummary(frame: TemplateFrame, definition: TemplateDefinition, types: TypesById, playbookId: string | null): Summary {
  const { id, name, description, isActive, isSystem } = frame;
  const { workflows, workflowTemplateIds, workflowTemplateIdsToRunAfterFinish, connectors } = definition;
  const { customPlaybookType = null, integrationType } = definition;
  const connectorTypeIds = [...new Set(connectors.map(({ connectorTypeId }) => connectorTypeId))];
  return {
    ...{ id, name, description, isActive, isSystem, customPlaybookType, integrationType, connectorTypeIds, playbookId },
    workflowTemplateIds: [...workflows.map((workflow) => workflow.id), ...workflowTemplateIds],
    workflowTemplateIdsToRunAfterFinish: [
      ...workflows.filter(({ runsAfterFinish }) => runsAfterFinish).map((workflow) => workflow.id),
      ...workflowTemplateIdsToRunAfterFinish,
    ],
    connectorTypes: connectorTypeIds.map((typeId) => neededType(typeId, types.get(typeId))),
  };
}

function neededType(id: string, type: TemplateConnectorType | undefined) {
  if (!type) return { id, name: null, hasLogo: false, isAvailable: false };
  return { id, name: type.name, hasLogo: type.hasLogo, isAvailable: true };
}

function presentSetup({ name, text, questions, priceMapping, showsMappingOf }: NonNullable<TemplateDefinition['setup']>) {
  return {
    ...{ name, text, showsMappingOf },
    priceMapping: priceMapping ?? null,
    questions: questions.map((question) => ({
      ...{ name: question.name, title: question.title, kind: question.kind, isRequired: question.isRequired },
      ...{ description: question.description ?? null, connector: question.connector ?? null },
      ...{ options: question.options ?? [], default: question.default ?? null },
      ...(question.connectorField ? { connectorField: question.connectorField } : {}),
      ...{ message: question.message ?? null, help: question.help ?? null, dependsOn: listNeededAnswers(question) },
    })),
  };
}

export function presentApplications({ applications }: TemplateDefinition): Template['applications'] {
  if (!applications) return null;
  const { pairs, entityTitles } = applications;
  return {
    entityTitles,
    pairs: pairs.map((pair) => ({
      ...pair,
      additionalFields: [...pair.additionalFields]
        .sort((one, other) => one.order - other.order)
        .map(({ name, title, description = null, type, format, isRequired, order }) => ({
          ...{ name, title, description, type, isRequired, order },
          ...(format ? { format } : {}),
        })),
    })),
  };
}
