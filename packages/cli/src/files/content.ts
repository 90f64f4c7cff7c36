import { normalizeSteps, type WorkflowStep, workflowStepsSchema } from '@portage/workflow';
import { isMap, own, type Portable, Reference } from './reference.ts';
import type { ScriptFiles } from './script-files.ts';

/** A workflow as files have it, with ids: what `POST /api/workflows/apply` accepts. */
export interface WorkflowContent {
  name: string;
  description: string | null;
  loggingMode: string;
  steps: Portable[];
}

/** What a target calls its connectors and workflows. */
export interface Names {
  connectors: readonly { id: string; name: string; connectorTypeId: string }[];
  workflows: readonly { id: string; name: string }[];
  environment: Environment;
}

/** Values of `environments/<name>.yaml`. */
export interface Environment {
  /** The connector that a target uses for a name in the files. */
  connectors: Readonly<Record<string, string>>;
  values: Readonly<Record<string, Portable>>;
}

/** Steps in stored form, without the ids that each Portage makes itself. Steps that don't parse stay as they are: the server says what is wrong. */
export function normalize({
  name,
  description,
  loggingMode,
  steps,
}: {
  name: string;
  description: string | null;
  loggingMode: string;
  steps: unknown;
}): WorkflowContent {
  const parsed = workflowStepsSchema.safeParse(steps);
  const stored: unknown = parsed.success ? withoutIds(normalizeSteps(parsed.data, { makeId: () => 'new' })) : steps;
  return { name, description, loggingMode, steps: toPortableList(stored) };
}

function withoutIds(steps: readonly WorkflowStep[]) {
  return steps.map(({ clientId: _, ...step }) => step);
}

function toPortableList(value: unknown): Portable[] {
  const copy: Portable = JSON.parse(JSON.stringify(value ?? []));
  return Array.isArray(copy) ? copy : [copy];
}

const CONNECTOR_MEMBERS = [
  ['connectorId', 'connectorTypeId'],
  ['sourceConnectorId', 'sourceConnectorTypeId'],
  ['targetConnectorId', 'targetConnectorTypeId'],
] as const;

/**
 * The file's form of a workflow: names instead of ids, scripts in files next to it.
 *
 * @param scripts gets the texts
 */
export function toPortable(content: WorkflowContent, names: Names, scripts: ScriptFiles): Portable {
  const steps = content.steps.map((step) => {
    if (!isMap(step)) return step;
    const { stepId = '', type = '', nextStepId, ...rest } = step;
    const members: { [member: string]: Portable } = { stepId, type, ...rest };
    if (nextStepId !== undefined) members.nextStepId = nextStepId;
    for (const [member, typeMember] of CONNECTOR_MEMBERS) {
      const connector = findNamed(names.connectors, members[member]);
      if (!connector) continue;
      members[member] = new Reference('connector', nameInFiles(connector.name, names.environment));
      if (members[typeMember] === connector.connectorTypeId) delete members[typeMember];
    }
    const called = type === 'CallWorkflow' ? findNamed(names.workflows, members.workflowId) : undefined;
    if (called) members.workflowId = new Reference('workflow', called.name);
    if (typeof members.script === 'string' && members.script !== '' && isText(members.script)) {
      members.script = new Reference('script', scripts.add(String(stepId), members.script));
    }
    return members;
  });
  const { name, description, loggingMode } = content;
  return { name, ...(description === null ? {} : { description }), loggingMode, steps };
}

/** Only text that survives a file, in which git and editors may change line ends. */
function isText(script: string): boolean {
  return script.isWellFormed() && !script.startsWith('\uFEFF') && !script.includes('\r');
}

/** Undefined also if another one has the same name: then only the id says which one is meant. */
function findNamed<Item extends { id: string; name: string }>(items: readonly Item[], id: Portable | undefined): Item | undefined {
  const found = items.find((item) => item.id === id);
  return found && items.filter(({ name }) => name === found.name).length === 1 ? found : undefined;
}

function nameInFiles(name: string, { connectors }: Environment): string {
  return Object.entries(connectors).find(([, onTarget]) => onTarget === name)?.[0] ?? name;
}

export interface UnresolvedReference {
  path: (string | number)[];
  message: string;
}

/** @returns the content with ids, and the references that this target doesn't have */
export function resolveContent(
  value: Portable,
  names: Names,
  readScript: (file: string) => string | undefined,
): { content: WorkflowContent; unresolved: UnresolvedReference[] } {
  const unresolved: UnresolvedReference[] = [];
  const visit = (node: Portable, path: (string | number)[]): Portable => {
    if (node instanceof Reference) {
      const found = resolveReference(node, names, readScript);
      if ('value' in found) return found.value;
      unresolved.push({ path, message: found.problem });
      return null;
    }
    if (Array.isArray(node)) return node.map((item, index) => visit(item, [...path, index]));
    if (!isMap(node)) return node;
    const members = Object.fromEntries(Object.entries(node).map(([name, member]) => [name, visit(member, [...path, name])]));
    for (const [member, typeMember] of CONNECTOR_MEMBERS) {
      if (!(node[member] instanceof Reference)) continue;
      const connector = names.connectors.find(({ id }) => id === members[member]);
      if (connector) members[typeMember] ??= connector.connectorTypeId;
    }
    return members;
  };
  const resolved = visit(value, []);
  const { name = null, description = null, loggingMode = 'LogAllData', steps = [], ...unknown } = isMap(resolved) ? resolved : {};
  for (const member of Object.keys(unknown)) unresolved.push({ path: [member], message: `A workflow has no “${member}”.` });
  if (typeof name !== 'string' || name === '') unresolved.push({ path: ['name'], message: 'A workflow needs a name.' });
  if (typeof description !== 'string' && description !== null)
    unresolved.push({ path: ['description'], message: 'A description is text.' });
  const content = {
    name: String(name ?? ''),
    description: description === null ? null : String(description),
    loggingMode: String(loggingMode),
    steps,
  };
  return { content: normalize(content), unresolved };
}

type Resolution = { value: Portable } | { problem: string };

export function resolveReference(
  { kind, name }: Reference,
  { connectors, workflows, environment }: Names,
  readScript: (file: string) => string | undefined,
): Resolution {
  switch (kind) {
    case 'connector':
      return idNamed(connectors, own(environment.connectors, name) ?? name, 'connector');
    case 'workflow':
      return idNamed(workflows, name, 'workflow');
    case 'script':
      return found(readScript(name), `The script ${name} doesn’t exist.`);
    case 'value':
      return found(own(environment.values, name), `The environment has no value “${name}”.`);
    default:
      return kind satisfies never;
  }
}

function found(value: Portable | undefined, problem: string): Resolution {
  return value === undefined ? { problem } : { value };
}

function idNamed(items: readonly { id: string; name: string }[], name: string, what: string): Resolution {
  const [item, ...others] = items.filter((candidate) => candidate.name === name);
  if (!item) return { problem: `There is no ${what} “${name}” on this target.` };
  return others.length === 0 ? { value: item.id } : { problem: `${others.length + 1} ${what}s of this target are called “${name}”.` };
}
