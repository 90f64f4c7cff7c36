import { type EntityDefinition, entityTargetFields, missingSourcePaths, missingTargetPaths } from '@portage/connectors/entities';
import { type ConnectorDocument, findResponseSchema, hasPath, loadOperation } from '@portage/connectors/openapi';
import { expressionReferences } from '@portage/workflow';
import { lookupValueProblems, parameterProblems } from './check-parameters.ts';
import { findTemplateMappings } from './known-mappings.ts';
import type { TemplateDefinition, TemplateLookup, TemplateWorkflow } from './template-definition.ts';
import type { TemplateProblem } from './template-problem.ts';

export interface TemplateSystem {
  name: string;
  document: ConnectorDocument;
}

/** By the key of the template's connector; systems without a document are left out. */
export type TemplateSystems = ReadonlyMap<string, TemplateSystem>;

/** Problems that only the systems' documents show: missing entities, operations and fields, and required ones that nothing fills. */
export async function checkSystems(definition: TemplateDefinition, systems: TemplateSystems): Promise<TemplateProblem[]> {
  const problems: TemplateProblem[] = [];
  for (const [at, { connector, lookup }] of (definition.setup?.questions ?? []).entries()) {
    problems.push(...(await lookupProblems(systems.get(connector ?? ''), lookup, `setup.questions[${at}].lookup`)));
  }
  for (const [at, workflow] of definition.workflows.entries()) {
    problems.push(...(await workflowProblems(systems, definition, workflow, `workflows[${at}]`)));
  }
  return [...problems, ...(await applicationProblems(systems, definition))];
}

async function lookupProblems(
  system: TemplateSystem | undefined,
  lookup: TemplateLookup | undefined,
  path: string,
): Promise<TemplateProblem[]> {
  if (!system || !lookup) return [];
  const { operation: name, itemsPath = '', idPath, namePath } = lookup;
  const operation = await loadOperation(system.document, name).catch(() => null);
  if (!operation) return [{ path: `${path}.operation`, message: `${system.name} has no operation “${name}”.` }];
  const values = lookupValueProblems(lookup, operation, path);
  const responseSchema = findResponseSchema(operation);
  if (!responseSchema) return values;
  const names = namePath?.includes('{')
    ? [...namePath.matchAll(/\{([^{}]+)\}/g)].map(([, written = '']) => written)
    : namePath
      ? [namePath]
      : [];
  const within = (member: string) => (itemsPath === '' ? member : `${itemsPath}[].${member}`);
  return system.document.withSchemas((source) => {
    const lacks = (member: string) => member !== '' && !hasPath(source, responseSchema, member);
    if (lacks(itemsPath)) return [...values, { path: `${path}.itemsPath`, message: `The response to “${name}” has no ${itemsPath}.` }];
    const idPaths = [idPath ?? []].flat();
    const wanted = [...idPaths.map((member) => ['idPath', member] as const), ...names.map((member) => ['namePath', member] as const)];
    const missing = wanted.filter(([, member]) => lacks(within(member)));
    return [...values, ...missing.map(([member, one]) => ({ path: `${path}.${member}`, message: `A record of “${name}” has no ${one}.` }))];
  });
}

async function workflowProblems(systems: TemplateSystems, definition: TemplateDefinition, workflow: TemplateWorkflow, path: string) {
  const { from, to, dependents } = workflow;
  const problems = [
    ...entityProblem(systems.get(from.connector), from.entity, 'read', `${path}.from.entity`),
    ...entityProblem(systems.get(to.connector), to.entity, 'write', `${path}.to.entity`),
    ...dependents.flatMap((dependent, at) => [
      ...entityProblem(systems.get(from.connector), dependent.from, 'read', `${path}.dependents[${at}].from`),
      ...entityProblem(systems.get(to.connector), dependent.to, 'write', `${path}.dependents[${at}].to`),
    ]),
  ];
  if (problems.length > 0) return problems;
  const { mappings, addMappings } = workflow;
  const fields = await fieldProblems(systems, workflow, { from: from.entity, to: to.entity, mappings, addMappings }, path);
  for (const side of ['from', 'to'] as const) {
    const { connector, entity, parameters } = workflow[side];
    const system = systems.get(connector);
    // Dependents share the answers.
    const asking = [entity, ...dependents.map((dependent) => dependent[side])].flatMap((name) => findEntity(system, name) ?? []);
    if (system) fields.push(...parameterProblems(system.name, asking, parameters, `${path}.${side}.parameters`));
  }
  fields.push(...(await linkProblems(systems, workflow, path)));
  for (const [at, dependent] of dependents.entries()) {
    fields.push(...(await fieldProblems(systems, workflow, dependent, `${path}.dependents[${at}]`)));
  }
  return [...fields, ...(await unfilledProblems(systems, definition, workflow, path))];
}

/** Mappings onto and from fields that the two kinds of record don't have. */
async function fieldProblems(
  systems: TemplateSystems,
  { from, to }: TemplateWorkflow,
  written: Pick<TemplateWorkflow['dependents'][number], 'from' | 'to' | 'mappings' | 'addMappings'>,
  path: string,
): Promise<TemplateProblem[]> {
  const [source, target] = [systems.get(from.connector), systems.get(to.connector)];
  const [read, filled] = [findEntity(source, written.from), findEntity(target, written.to)];
  const rows = [
    ...(written.mappings ?? []).map((mapping, at) => ({ ...mapping, at: `${path}.mappings[${at}]` })),
    ...Object.entries(written.addMappings).map(([toParameterPath, fromParameterExpression]) => ({
      ...{ toParameterPath, fromParameterExpression },
      at: `${path}.addMappings["${toParameterPath}"]`,
    })),
  ];
  const problems: TemplateProblem[] = [];
  if (target && filled) {
    const missing = await missingTargets(target, filled, rows);
    for (const { at, toParameterPath } of rows.filter((row) => missing.has(row.toParameterPath))) {
      problems.push({ path: at, message: `${filled.title} of ${target.name} have no field ${toParameterPath}.` });
    }
  }
  if (source && read) {
    for (const { at, fromParameterExpression } of rows) {
      const [missing] = await missingSourcePaths(source.document, read, itemPaths(fromParameterExpression));
      if (missing !== undefined) problems.push({ path: at, message: `${read.title} of ${source.name} have no field ${missing}.` });
    }
  }
  return problems;
}

/** Links to dependents, and the fields that receive the source's id: both belong to the main records. */
async function linkProblems(
  systems: TemplateSystems,
  { from, to, dependents, externalIdFields }: TemplateWorkflow,
  path: string,
): Promise<TemplateProblem[]> {
  const [source, target] = [systems.get(from.connector), systems.get(to.connector)];
  const [read, filled] = [findEntity(source, from.entity), findEntity(target, to.entity)];
  const links = dependents.flatMap(({ link }, at) => (link ? [{ ...link, at: `${path}.dependents[${at}].link` }] : []));
  const places = [...links, ...externalIdFields.map((toParameterPath, at) => ({ toParameterPath, at: `${path}.externalIdFields[${at}]` }))];
  const problems: TemplateProblem[] = [];
  if (target && filled) {
    const missing = await missingTargets(target, filled, places);
    for (const { at, toParameterPath } of places.filter((mapping) => missing.has(mapping.toParameterPath))) {
      problems.push({ path: at, message: `${filled.title} of ${target.name} have no field ${toParameterPath}.` });
    }
  }
  for (const { at, fromParameterExpression } of source && read ? links : []) {
    const [missing] = source && read ? await missingSourcePaths(source.document, read, itemPaths(fromParameterExpression)) : [];
    if (missing !== undefined) problems.push({ path: at, message: `${read?.title} of ${source?.name} have no field ${missing}.` });
  }
  return problems;
}

async function missingTargets(
  { document }: TemplateSystem,
  entity: EntityDefinition,
  rows: readonly { toParameterPath: string }[],
): Promise<ReadonlySet<string>> {
  const paths = rows.map(({ toParameterPath }) => toParameterPath);
  const described = (await entityTargetFields(document, entity)).map(({ path: field }) => inEveryEntry(field));
  return new Set([
    ...(await missingTargetPaths(document, entity, paths)),
    ...paths.filter((other) => isUndescribed(inEveryEntry(other), described, entity)),
  ]);
}

/** Whether a path is probably a typing error in a record that accepts any name. An account's own fields are recognisable. */
function isUndescribed(path: string, described: readonly string[], { create, update }: EntityDefinition): boolean {
  const end = path.lastIndexOf('.');
  const [parent, name] = [path.slice(0, end), path.slice(end + 1)];
  if (!path.startsWith('body.') || /__c$|^cust/.test(name)) return false;
  const fixed = [create, update].flatMap((write) => Object.keys(write?.values ?? {}).map(inEveryEntry));
  const isKnown = [...described, ...fixed].some((other) => other === path || other.startsWith(`${path}.`) || other.startsWith(`${path}[`));
  return !isKnown && described.some((other) => other.slice(0, other.lastIndexOf('.')) === parent);
}

function inEveryEntry(path: string): string {
  return path.replaceAll(/\[(\d+|\+)\]/g, '[]');
}

/** Fields of the record that an expression names, up to a computed part. */
function itemPaths(expression: string): string[] {
  return expressionReferences(expression).references.flatMap(({ root, members }) => {
    if (root !== 'Item') return [];
    const end = members.findIndex(({ kind }) => kind === 'computed');
    const keys = members.slice(0, end < 0 ? undefined : end);
    const path = keys.map((key, at) => (key.kind === 'name' ? `${at > 0 ? '.' : ''}${key.name}` : '[]')).join('');
    return path === '' ? [] : [path];
  });
}

/** Required fields that no mapping fills: every record would be refused. */
async function unfilledProblems(
  systems: TemplateSystems,
  definition: TemplateDefinition,
  { from, to, mappings, addMappings, dependents, externalIdFields }: TemplateWorkflow,
  path: string,
): Promise<TemplateProblem[]> {
  const system = systems.get(to.connector);
  const entity = findEntity(system, to.entity);
  if (!system || !entity) return [];
  const templateMappings = mappings ? null : findTemplateMappings(definition, from, to);
  const links = [...(templateMappings?.dependencies ?? []), ...dependents.flatMap(({ link }) => link ?? [])];
  const filled = [
    ...[...(mappings ?? templateMappings?.mappings ?? []), ...links].map(({ toParameterPath }) => toParameterPath),
    ...Object.keys(addMappings),
    ...(externalIdFields.length > 0 ? externalIdFields : (templateMappings?.externalIdFields ?? [])),
  ];
  const isFilled = (field: string) =>
    filled.some((other) => other === field || other.startsWith(`${field}.`) || other.startsWith(`${field}[`));
  const fields = await entityTargetFields(system.document, entity);
  // A nested field is required only if its parent is filled, which the system checks.
  const unfilled = fields.filter((field) => field.isRequired && /^\w+\.\w+$/.test(field.path) && !isFilled(field.path));
  return unfilled.map((field) => ({
    path: `${path}.mappings`,
    message: `${system.name} requires “${field.title}” of ${to.entity}: map something to ${field.path}.`,
  }));
}

async function applicationProblems(systems: TemplateSystems, { applications, connectors }: TemplateDefinition): Promise<TemplateProblem[]> {
  const [source, target] = connectors.map(({ key }) => systems.get(key));
  const problems: TemplateProblem[] = [];
  for (const [at, pair] of (applications?.pairs ?? []).entries()) {
    const path = `applications.pairs[${at}]`;
    for (const direction of pair.directions) {
      const [sourceUse, targetUse] = direction === 'SourceToTarget' ? (['read', 'write'] as const) : (['write', 'read'] as const);
      problems.push(...entityProblem(source, pair.sourceEntity, sourceUse, `${path}.sourceEntity`));
      problems.push(...entityProblem(target, pair.targetEntity, targetUse, `${path}.targetEntity`));
    }
    for (const [index, { connector, lookup }] of pair.additionalFields.entries()) {
      problems.push(...(await lookupProblems(systems.get(connector), lookup, `${path}.additionalFields[${index}].lookup`)));
    }
  }
  return problems;
}

function entityProblem(system: TemplateSystem | undefined, wanted: string, use: 'read' | 'write', path: string): TemplateProblem[] {
  if (!system) return [];
  const usable = (system.document.summary.entities ?? []).filter(({ list, create, update }) =>
    use === 'read' ? list : (create ?? update),
  );
  if (usable.some(({ name }) => name === wanted)) return [];
  const doing = use === 'read' ? 'read from' : 'written to';
  const names = usable.map(({ name }) => name).join(', ');
  const message = names
    ? `“${wanted}” cannot be ${doing} ${system.name}: choose ${names}.`
    : `Portage does not know what can be ${doing} ${system.name}.`;
  return [{ path, message }];
}

function findEntity(system: TemplateSystem | undefined, wanted: string): EntityDefinition | undefined {
  return system?.document.summary.entities?.find(({ name }) => name === wanted);
}
