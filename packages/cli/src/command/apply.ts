import { CliError, type ExitCode, exitCodes } from '../cli-error.ts';
import { describeDifference, listDifferences } from '../files/compare-content.ts';
import { writeState } from '../files/state.ts';
import { readServer } from '../server/read-server.ts';
import type { Invocation } from './invocation.ts';
import { type ApplyResult, buildApplyBody, makePlan, openWorkspace, type Plan, recordAgreement, type Workspace } from './plan.ts';

/** `portage plan`: what apply would do. */
export async function plan(invocation: Invocation): Promise<ExitCode> {
  const { options, io } = invocation;
  const workspace = await openWorkspace(invocation);
  const made = await makePlan(workspace, options.publish ?? false, options.delete ?? false);
  printPlan(made, invocation, workspace, { withDifferences: false });
  if (made.problems.length > 0) return exitCodeOf(made);
  if (!options.json && !hasChanges(made)) io.print('The files and the server are the same.');
  return hasChanges(made) ? exitCodes.differences : exitCodes.ok;
}

/** `portage diff`: the values that differ. */
export async function diff(invocation: Invocation): Promise<ExitCode> {
  const workspace = await openWorkspace(invocation);
  const made = await makePlan(workspace, false, true);
  printPlan(made, invocation, workspace, { withDifferences: true });
  if (made.problems.length > 0) return exitCodeOf(made);
  return hasChanges(made) || made.behind.length > 0 ? exitCodes.differences : exitCodes.ok;
}

/** `portage apply`: all of the plan or, if it has a problem, nothing. */
export async function apply(invocation: Invocation): Promise<ExitCode> {
  const { options, io, folder } = invocation;
  const [publish, withDeletions] = [options.publish ?? false, options.delete ?? false];
  const workspace = await openWorkspace(invocation);
  const made = await makePlan(workspace, publish, withDeletions);
  printPlan(made, invocation, workspace, { withDifferences: false });
  if (made.problems.length > 0) throw new CliError(exitCodeOf(made), 'Nothing was applied.');
  const { client, state, target } = workspace;
  const body = buildApplyBody(made, publish, withDeletions);
  let warnings: string[] = [];
  if (body.workflows.length + body.deletions.length > 0) {
    // So that a repeated apply knows the ids of workflows that this one created before it was killed.
    writeState(folder, target.name, state);
    const result = await client.post<ApplyResult>('/api/workflows/apply', body);
    warnings = result.warnings.map(({ userMessage }) => userMessage);
    await recordApplied(made, result, workspace, withDeletions);
  } else recordAgreement(workspace, agreedFiles(made));
  if (options.json) return exitCodes.ok;
  for (const warning of warnings) if (!made.warnings.includes(warning)) io.print(`Warning: ${warning}`);
  io.print(body.workflows.length + body.deletions.length > 0 ? `Applied to ${target.url}.` : 'The files and the server are the same.');
  if (made.deletions.length > 0 && !withDeletions)
    io.print('Workflows whose files were deleted stay on the server. Use --delete to delete them.');
  return exitCodes.ok;
}

async function recordApplied(made: Plan, { workflows }: ApplyResult, workspace: Workspace, withDeletions: boolean): Promise<void> {
  const server = await readServer(workspace.client);
  const storedById = new Map(server.workflows.map((workflow) => [workflow.id, workflow]));
  const applied = made.sent.flatMap(({ file }, index) => {
    const result = workflows[index];
    const stored = storedById.get(result?.id ?? '');
    if (!result || !stored) return [];
    // The revision that was applied, not one that someone saved a moment later.
    const { versionId, draftVersionId } = result;
    return [{ stem: file.stem, stored: { ...stored, versionId, draftVersionId, content: file.content }, content: file.content }];
  });
  if (withDeletions) for (const { stem } of made.deletions) delete workspace.state.workflows[stem];
  recordAgreement(workspace, [...applied, ...agreedFiles(made)]);
}

function agreedFiles({ unchanged }: Plan) {
  return unchanged.flatMap(({ file, stored }) => (stored ? [{ stem: file.stem, stored, content: file.content }] : []));
}

function hasChanges({ sent, deletions }: Plan): boolean {
  return sent.length + deletions.length > 0;
}

function exitCodeOf({ problems }: Plan): ExitCode {
  return problems.some(({ kind }) => kind === 'conflict') ? exitCodes.conflict : exitCodes.invalid;
}

function printPlan(
  made: Plan,
  { options, io }: Invocation,
  { target }: Workspace,
  { withDifferences }: { withDifferences: boolean },
): void {
  const lists = {
    additions: made.additions.map(({ file }) => `workflows/${file.stem}.yaml`),
    changes: made.changes.map(({ file }) => `workflows/${file.stem}.yaml`),
    publications: made.publications.map(({ file }) => `workflows/${file.stem}.yaml`),
    deletions: made.deletions.map(({ stem }) => `workflows/${stem}.yaml`),
    behind: made.behind.map(({ file }) => `workflows/${file.stem}.yaml`),
  };
  const differences = [...made.changes, ...made.behind].map(({ file, stored }) => ({
    file: `workflows/${file.stem}.yaml`,
    differences: listDifferences(stored?.content ?? null, file.content),
  }));
  if (options.json) {
    const { problems, warnings } = made;
    io.print(
      JSON.stringify({ target: target.name, url: target.url, ...lists, problems, warnings, ...(withDifferences ? { differences } : {}) }),
    );
    return;
  }
  const signs = [
    ['+', lists.additions],
    ['~', lists.changes],
    ['↑', lists.publications],
    ['-', lists.deletions],
    ['<', lists.behind],
  ] as const;
  for (const [sign, files] of signs) {
    for (const file of files) io.print(`${sign} ${file}`);
  }
  if (withDifferences) {
    for (const { file, differences: found } of differences)
      for (const line of [`${file}:`, ...found.flatMap(describeDifference)]) io.print(line);
  }
  for (const { where, message, details = [] } of made.problems)
    for (const line of [`${where}: ${message}`, ...details.map((detail) => `  ${detail}`)]) io.print(line);
  for (const warning of made.warnings) io.print(`Warning: ${warning}`);
  if (made.behind.length > 0) io.print('Files marked < are older than the server’s workflows. Pull to update them.');
  const counts = [`${lists.additions.length} to add`, `${lists.changes.length} to change`, `${lists.deletions.length} to delete`];
  if (lists.publications.length > 0) counts.push(`${lists.publications.length} to publish`);
  io.print(`${target.url}: ${counts.join(', ')}.`);
}
