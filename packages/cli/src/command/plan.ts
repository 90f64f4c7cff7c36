import { randomUUID } from 'node:crypto';
import type { HandlerResult } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { isSameContent, threeWayDifferences } from '../files/compare-content.ts';
import type { Names, WorkflowContent } from '../files/content.ts';
import { Project, type ResolvedFile, type WorkflowFile } from '../files/project.ts';
import { isMap, type Portable } from '../files/reference.ts';
import { hashContent, readState, type State, type StateEntry, writeState } from '../files/state.ts';
import { PortageClient, ServerRefusal } from '../server/portage-client.ts';
import { readServer, type Server, type ServerWorkflow } from '../server/read-server.ts';
import { findTarget, requireFileName, type Target } from '../server/targets.ts';
import type { Invocation } from './invocation.ts';

export type ApplyResult = HandlerResult<Calls, 'POST /api/workflows/apply'>;

export interface Workspace {
  client: PortageClient;
  target: Target;
  project: Project;
  server: Server;
  state: State;
  names: Names;
}

/** Reads the folder's state, the environment and everything on the target. */
export async function openWorkspace({ options, env, folder }: Invocation): Promise<Workspace> {
  const target = findTarget(options.target, env);
  const client = new PortageClient(target);
  const project = new Project(folder);
  if (options.environment !== undefined) requireFileName(options.environment, 'environment');
  const environment = project.readEnvironment(options.environment ?? target.name);
  const server = await readServer(client);
  const state = readState(folder, target.name, { url: target.url, userId: server.userId });
  const names = { connectors: server.connectors, workflows: server.workflows, environment };
  return { client, target, project, server, state, names };
}

/** The folder's files. A file that was renamed keeps its workflow, which its content names. */
export function readFiles({ project, state: { workflows } }: Pick<Workspace, 'project' | 'state'>): WorkflowFile[] {
  const files = project.read();
  const stems = new Set(files.map(({ stem }) => stem));
  for (const { stem, document } of files) {
    if (workflows[stem]) continue;
    const name = readName(document.value);
    const [renamed, ...others] = Object.entries(workflows).filter(
      ([old, { content }]) => !stems.has(old) && content && content.name === name,
    );
    if (!renamed || others.length > 0) continue;
    workflows[stem] = renamed[1];
    delete workflows[renamed[0]];
  }
  return files;
}

function readName(value: Portable): Portable | undefined {
  return isMap(value) ? value.name : undefined;
}

interface PlannedFile {
  file: ResolvedFile;
  entry: StateEntry | undefined;
  stored: ServerWorkflow | undefined;
}

export interface Problem {
  /** The file, with its line if a line is meant. */
  where: string;
  kind: 'conflict' | 'unresolved' | 'invalid';
  message: string;
  /** A three-way difference. */
  details?: string[];
}

export interface Plan {
  additions: PlannedFile[];
  changes: PlannedFile[];
  /** Published although their content stays. */
  publications: PlannedFile[];
  unchanged: PlannedFile[];
  /** Changed on the target only. */
  behind: PlannedFile[];
  deletions: { stem: string; stored: ServerWorkflow }[];
  problems: Problem[];
  warnings: string[];
  /** The files' workflows that are sent, in the order of the call. */
  sent: PlannedFile[];
}

/**
 * What `apply` would do, checked by the server.
 *
 * @param workspace its state gets the ids of new workflows
 */
export async function makePlan(workspace: Workspace, publish: boolean, withDeletions: boolean): Promise<Plan> {
  const { project, server, state } = workspace;
  const read = readFiles(workspace);
  const storedById = new Map(server.workflows.map((workflow) => [workflow.id, workflow]));
  for (const { stem } of read) {
    state.workflows[stem] ??= { id: randomUUID(), versionId: null, draftVersionId: null, content: null, local: '' };
  }
  const files = project.resolve(read, withNewWorkflows(read, workspace));
  const plan: Plan = {
    additions: [],
    changes: [],
    publications: [],
    unchanged: [],
    behind: [],
    deletions: [],
    problems: [],
    warnings: [],
    sent: [],
  };
  for (const file of files) {
    const entry = state.workflows[file.stem];
    const planned = { file, entry, stored: entry && storedById.get(entry.id) };
    for (const { path, message } of file.unresolved) plan.problems.push({ where: file.document.locate(path), kind: 'unresolved', message });
    sortFile(planned, plan, publish);
  }
  const stems = new Set(read.map(({ stem }) => stem));
  for (const [stem, entry] of Object.entries(state.workflows)) {
    const stored = storedById.get(entry.id);
    if (stems.has(stem) || !stored) continue;
    plan.deletions.push({ stem, stored });
    if (!isCurrent(entry, stored))
      plan.problems.push({
        where: `workflows/${stem}.yaml`,
        kind: 'conflict',
        message: `“${stored.name}” was deleted here, but changed on the server since the pull.`,
      });
  }
  plan.sent = [...plan.additions, ...plan.changes, ...plan.publications];
  if (plan.problems.length === 0) await checkOnServer(plan, workspace, publish, withDeletions);
  return plan;
}

/** Workflows call those that are created with them by the ids that this folder chose. */
function withNewWorkflows(read: ReturnType<Project['read']>, { names, state }: Workspace): Names {
  const created = read.flatMap(({ stem, document: { value } }) => {
    const entry = state.workflows[stem];
    const name = readName(value);
    return entry?.versionId === null && typeof name === 'string' ? [{ id: entry.id, name }] : [];
  });
  const createdNames = new Set(created.map(({ name }) => name));
  return { ...names, workflows: [...names.workflows.filter(({ name }) => !createdNames.has(name)), ...created] };
}

function isCurrent(entry: StateEntry, { versionId, draftVersionId }: ServerWorkflow): boolean {
  return entry.versionId === versionId && entry.draftVersionId === draftVersionId;
}

function sortFile(planned: PlannedFile, plan: Plan, publish: boolean): void {
  const { file, entry, stored } = planned;
  const isNew = !entry || entry.versionId === null;
  const addConflict = (message: string) => {
    const details = threeWayDifferences(entry?.content ?? null, stored?.content ?? null, file.content);
    plan.problems.push({ where: file.document.locate([]), kind: 'conflict', message, details });
  };
  if (isNew) plan.additions.push(planned);
  else if (!stored) addConflict(`“${file.content.name}” was deleted on the server since the pull.`);
  else if (isSameContent(file.content, stored.content)) {
    const isLive = stored.isActive && stored.draftVersionId === null;
    (publish && !isLive ? plan.publications : plan.unchanged).push(planned);
  } else if (isCurrent(entry, stored)) plan.changes.push(planned);
  else if (hashContent(file.content) === entry.local) plan.behind.push(planned);
  else addConflict(`“${stored.name}” was changed on the server since the pull.`);
}

export function buildApplyBody({ sent, deletions }: Plan, publish: boolean, withDeletions: boolean) {
  return {
    workflows: sent.map(({ file, entry, stored }) => ({
      id: entry?.id,
      versionId: stored?.versionId ?? null,
      draftVersionId: stored?.draftVersionId ?? null,
      ...file.content,
    })),
    deletions: withDeletions ? deletions.map(({ stored: { id, versionId, draftVersionId } }) => ({ id, versionId, draftVersionId })) : [],
    publish,
  };
}

async function checkOnServer(plan: Plan, { client, server }: Workspace, publish: boolean, withDeletions: boolean): Promise<void> {
  try {
    const body = { ...buildApplyBody(plan, publish, withDeletions), dryRun: true };
    const { workflows, warnings } = await client.post<ApplyResult>('/api/workflows/apply', body);
    plan.warnings.push(...warnings.map(({ userMessage }) => userMessage));
    const created = new Set(workflows.map(({ id }) => id));
    for (const planned of plan.additions) {
      const { name } = planned.file.content;
      const other = server.workflows.find((workflow) => workflow.name === name && !created.has(workflow.id));
      if (other) {
        const message = `The target already has another workflow called “${name}”. Pull it, or choose another name.`;
        plan.problems.push({ where: planned.file.document.locate(['name']), kind: 'conflict', message });
      }
    }
  } catch (error) {
    if (!(error instanceof ServerRefusal) || error.errors.every(({ field }) => field === undefined)) throw error;
    plan.problems.push(...error.errors.map((found) => locateProblem(found, plan)));
  }
}

/** `workflows[2].steps[3].url` is in the third file that was sent. */
function locateProblem({ field = '', code, message }: ServerRefusal['errors'][number], { sent }: Plan): Problem {
  const [list, index, ...rest] = field.split(/[.[\]]+/).filter((part) => part !== '');
  const file = list === 'workflows' ? sent[Number(index)]?.file : undefined;
  const path = rest.map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  const step = /^Step “(.*?)”/.exec(message)?.[1];
  const stepIndex =
    file?.content.steps.findIndex((item) => typeof item === 'object' && item !== null && 'stepId' in item && item.stepId === step) ?? -1;
  const located = stepIndex < 0 ? path : ['steps', stepIndex, ...path];
  const kind = code === 'version-conflict' || code === 'not-found' ? 'conflict' : 'invalid';
  // The line says which file it is.
  return { where: file ? file.document.locate(located) : field, kind, message: message.replace(`${list}[${index}].`, '') };
}

/** A file whose content and target are the same, or whose difference is known. */
export interface Agreement {
  stem: string;
  stored: ServerWorkflow;
  content: WorkflowContent;
}

/** Remembers what the target and the files agree about. */
export function recordAgreement({ state, project, target }: Workspace, agreements: readonly Agreement[]): void {
  for (const { stem, stored, content } of agreements) {
    const { id, versionId, draftVersionId } = stored;
    state.workflows[stem] = { id, versionId, draftVersionId, content: stored.content, local: hashContent(content) };
  }
  writeState(project.folder, target.name, state);
}
