import { entityTargetFields } from '@portage/connectors/entities';
import { type ConnectorDocument, loadOperation } from '@portage/connectors/openapi';
import { findConnectorType } from '@portage/database';
import {
  knownMappings,
  type TemplateDefinition,
  type TemplateLookup,
  type TemplateProblem,
  type TemplateWorkflow,
} from '@portage/playbooks';
import { openUploaded } from '../connector-types/documents/import-uploaded.ts';
import { ApiProblem } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { type EntityUse, requireEntity } from '../integrations/entities-of.ts';

interface System {
  name: string;
  document: ConnectorDocument;
}

/** By the key of the template's connector; one without a document is left out. */
type Systems = ReadonlyMap<string, System>;

/** Flaws that only the documents of the systems show: entities, operations and required fields that are not there. */
export async function systemProblems(definition: TemplateDefinition, context: UserContext): Promise<TemplateProblem[]> {
  const systems = await systemsOf(definition, context);
  const problems: TemplateProblem[] = [];
  for (const [at, question] of (definition.setup?.questions ?? []).entries()) {
    problems.push(...(await lookupProblem(systems, question.connector, question.lookup, `setup.questions[${at}].lookup`)));
  }
  for (const [at, workflow] of definition.workflows.entries()) {
    problems.push(...(await workflowProblems(systems, definition, workflow, `workflows[${at}]`)));
  }
  return [...problems, ...(await applicationProblems(systems, definition))];
}

async function systemsOf({ connectors }: TemplateDefinition, context: UserContext): Promise<Systems> {
  const systems = new Map<string, System>();
  for (const { key, connectorTypeId } of connectors) {
    const type = await findConnectorType('everyone', context.db, connectorTypeId);
    if (!type?.openApiDocument) continue;
    systems.set(key, { name: type.name, document: await openUploaded(context.env, type.openApiDocument) });
  }
  return systems;
}

async function lookupProblem(
  systems: Systems,
  connector: string | undefined,
  lookup: TemplateLookup | undefined,
  path: string,
): Promise<TemplateProblem[]> {
  const system = systems.get(connector ?? '');
  if (!system || !lookup) return [];
  try {
    await loadOperation(system.document, lookup.operation);
    return [];
  } catch {
    return [{ path: `${path}.operation`, message: `${system.name} has no operation “${lookup.operation}”.` }];
  }
}

async function workflowProblems(systems: Systems, definition: TemplateDefinition, workflow: TemplateWorkflow, path: string) {
  const { from, to, dependents } = workflow;
  const problems = [
    ...entityProblem(systems, from.connector, from.entity, 'read', `${path}.from.entity`),
    ...entityProblem(systems, to.connector, to.entity, 'write', `${path}.to.entity`),
    ...dependents.flatMap((dependent, at) => [
      ...entityProblem(systems, from.connector, dependent.from, 'read', `${path}.dependents[${at}].from`),
      ...entityProblem(systems, to.connector, dependent.to, 'write', `${path}.dependents[${at}].to`),
    ]),
  ];
  return problems.length > 0 ? problems : unfilledProblems(systems, definition, workflow, path);
}

/** Every record would be refused without them. */
async function unfilledProblems(
  systems: Systems,
  definition: TemplateDefinition,
  { from, to, mappings, addMappings, dependents, externalIdFields }: TemplateWorkflow,
  path: string,
): Promise<TemplateProblem[]> {
  const system = systems.get(to.connector);
  const entity = system?.document.summary.entities?.find(({ name }) => name === to.entity);
  if (!system || !entity) return [];
  const known = mappings ? null : knownMappings(definition, from, to);
  const links = [...(known?.dependencies ?? []), ...dependents.flatMap(({ link }) => link ?? [])];
  const filled = [
    ...[...(mappings ?? known?.mappings ?? []), ...links].map(({ toParameterPath }) => toParameterPath),
    ...Object.keys(addMappings),
    ...(externalIdFields.length > 0 ? externalIdFields : (known?.externalIdFields ?? [])),
  ];
  const isFilled = (field: string) => filled.some((one) => one === field || one.startsWith(`${field}.`) || one.startsWith(`${field}[`));
  const fields = await entityTargetFields(system.document, entity);
  // A field below another one is required where that one is filled, which the system judges.
  const unfilled = fields.filter((field) => field.isRequired && /^\w+\.\w+$/.test(field.path) && !isFilled(field.path));
  return unfilled.map((field) => ({
    path: `${path}.mappings`,
    message: `${system.name} requires “${field.title}” of ${to.entity}: map something to ${field.path}.`,
  }));
}

async function applicationProblems(systems: Systems, { applications, connectors }: TemplateDefinition): Promise<TemplateProblem[]> {
  const [source, target] = connectors;
  const problems: TemplateProblem[] = [];
  for (const [at, pair] of (applications?.pairs ?? []).entries()) {
    const path = `applications.pairs[${at}]`;
    for (const direction of pair.directions) {
      const [sourceUse, targetUse] = direction === 'SourceToTarget' ? (['read', 'write'] as const) : (['write', 'read'] as const);
      problems.push(...entityProblem(systems, source?.key, pair.sourceEntity, sourceUse, `${path}.sourceEntity`));
      problems.push(...entityProblem(systems, target?.key, pair.targetEntity, targetUse, `${path}.targetEntity`));
    }
    for (const [index, field] of pair.additionalFields.entries()) {
      problems.push(...(await lookupProblem(systems, field.connector, field.lookup, `${path}.additionalFields[${index}].lookup`)));
    }
  }
  return problems;
}

function entityProblem(systems: Systems, key: string | undefined, name: string, use: EntityUse, path: string): TemplateProblem[] {
  const system = systems.get(key ?? '');
  if (!system) return [];
  try {
    requireEntity(system.document.summary.entities ?? [], name, use, system.name, path);
    return [];
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    return [{ path, message: error.message }];
  }
}
