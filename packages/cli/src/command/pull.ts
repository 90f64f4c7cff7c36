import { CliError, type ExitCode, exitCodes } from '../cli-error.ts';
import { isSameContent, threeWayDifferences } from '../files/compare-content.ts';
import type { ResolvedFile } from '../files/project.ts';
import { hashContent } from '../files/state.ts';
import type { ServerWorkflow } from '../server/read-server.ts';
import type { Invocation } from './invocation.ts';
import { type Agreement, openWorkspace, readFiles, recordAgreement, type Workspace } from './plan.ts';

/** What happened to each file. */
interface Pulled {
  created: string[];
  updated: string[];
  deleted: string[];
  /** Changed here and kept. */
  kept: string[];
  conflicts: { file: string; details: string[] }[];
}

/** `portage pull`: makes the files as the server's workflows are. Nothing is written if a file was changed here and on the server. */
export async function pull(invocation: Invocation): Promise<ExitCode> {
  const { options, io } = invocation;
  if (options.force && options.keep) throw new CliError(exitCodes.error, 'Use either --force or --keep.');
  const workspace = await openWorkspace(invocation);
  const { pulled, writes, agreed } = planPull(workspace, options);
  if (pulled.conflicts.length > 0) {
    if (options.json) io.print(JSON.stringify(pulled));
    const details = pulled.conflicts.flatMap(({ file, details }) => [`${file}:`, ...details.map((line) => `  ${line}`)]);
    const hint = 'Take the server’s versions with --force, or keep yours with --keep.';
    throw new CliError(exitCodes.conflict, `Files changed here and on the server: ${pulled.conflicts.length}. ${hint}`, details);
  }
  for (const write of writes) write();
  recordAgreement(workspace, agreed);
  if (options.json) io.print(JSON.stringify(pulled));
  else {
    for (const [what, files] of Object.entries(pulled)) for (const file of files) io.print(`${what} ${file}`);
    const count = agreed.length;
    io.print(`Pulled ${count} ${count === 1 ? 'workflow' : 'workflows'} from ${workspace.target.url}.`);
  }
  return exitCodes.ok;
}

interface PlannedPull {
  pulled: Pulled;
  writes: (() => void)[];
  agreed: Agreement[];
}

function planPull(workspace: Workspace, { force, keep }: Invocation['options']): PlannedPull {
  const { project, state, names } = workspace;
  const files = new Map(project.resolve(readFiles(workspace), names).map((file) => [file.stem, file]));
  const pulled: Pulled = { created: [], updated: [], deleted: [], kept: [], conflicts: [] };
  const plan: PlannedPull = { pulled, writes: [], agreed: [] };
  const stems = matchStems(workspace, files);
  for (const [stem, stored] of stems) {
    const file = files.get(stem);
    const entry = state.workflows[stem];
    const path = `workflows/${stem}.yaml`;
    const take = () => {
      plan.writes.push(() => project.write(stem, stored.content, names, file));
      plan.agreed.push({ stem, stored, content: stored.content });
    };
    if (!file) {
      // Deleted here: apply deletes it there.
      if (entry?.versionId && !force) continue;
      pulled.created.push(path);
      take();
      continue;
    }
    if (isSameContent(file.content, stored.content) && file.unresolved.length === 0) {
      plan.agreed.push({ stem, stored, content: file.content });
      continue;
    }
    const isServerChanged = !entry || entry.versionId !== stored.versionId || entry.draftVersionId !== stored.draftVersionId;
    const isChangedHere = !entry || hashContent(file.content) !== entry.local;
    if (force || (isServerChanged && !isChangedHere)) {
      pulled.updated.push(path);
      take();
    } else if (!isServerChanged) pulled.kept.push(path);
    else if (keep) {
      pulled.kept.push(path);
      plan.agreed.push({ stem, stored, content: stored.content });
    } else pulled.conflicts.push({ file: path, details: threeWayDifferences(entry?.content ?? null, stored.content, file.content) });
  }
  for (const [stem, entry] of Object.entries(state.workflows)) {
    if (stems.has(stem) || entry.versionId === null) continue;
    const file = files.get(stem);
    const path = `workflows/${stem}.yaml`;
    if (file && hashContent(file.content) !== entry.local && !force) {
      if (!keep) {
        pulled.conflicts.push({ file: path, details: ['The workflow was deleted on the server.'] });
        continue;
      }
      pulled.kept.push(path);
    } else if (file) {
      pulled.deleted.push(path);
      plan.writes.push(() => project.remove(file));
    }
    delete state.workflows[stem];
  }
  return plan;
}

/** The file of each workflow: as pulled before, a file with its name that no one else's is, or a new file. */
function matchStems({ server, state, project }: Workspace, files: ReadonlyMap<string, ResolvedFile>): Map<string, ServerWorkflow> {
  const stemById = new Map(
    Object.entries(state.workflows).flatMap(([stem, { id, versionId }]) => (versionId === null ? [] : [[id, stem] as const])),
  );
  const taken = new Set([...stemById.values()]);
  const unclaimed = new Map([...files.values()].filter(({ stem }) => !taken.has(stem)).map((file) => [file.content.name, file.stem]));
  const stems = new Map<string, ServerWorkflow>();
  for (const stored of server.workflows) {
    const stem =
      stemById.get(stored.id) ?? unclaimed.get(stored.name) ?? project.findFreeStem(stored.name, new Set([...taken, ...files.keys()]));
    unclaimed.delete(stored.name);
    taken.add(stem);
    stems.set(stem, stored);
  }
  return stems;
}
