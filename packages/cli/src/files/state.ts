import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CliError, exitCodes } from '../cli-error.ts';
import type { WorkflowContent } from './content.ts';
import { writeFileWhole } from './write-file-whole.ts';

/** A workflow as it was when this folder last agreed with the target about it. */
export interface StateEntry {
  id: string;
  /** Null: it is being created, and `id` is the id that this folder chose. */
  versionId: string | null;
  draftVersionId: string | null;
  content: WorkflowContent | null;
  /** Hash of the file's content at that time. */
  local: string;
}

/** `.portage/<target>.json`: commit it, so that pipelines know what the files were made from. */
export interface State {
  url: string;
  userId: string;
  /** By the name of the file without its ending. */
  workflows: Record<string, StateEntry>;
}

const pathOf = (folder: string, target: string) => join(folder, '.portage', `${target}.json`);

/** @throws CliError `conflict` if the target now leads to another Portage or account than the state came from */
export function readState(folder: string, target: string, { url, userId }: Pick<State, 'url' | 'userId'>): State {
  const path = pathOf(folder, target);
  if (!existsSync(path)) return { url, userId, workflows: {} };
  const state: State = JSON.parse(readFileSync(path, 'utf8'));
  if (state.url === url && state.userId === userId) return state;
  const was = state.url === url ? 'another account' : state.url;
  throw new CliError(
    exitCodes.conflict,
    `The target “${target}” was ${was} when these files were pulled, and is ${url} now. Choose another --target.`,
  );
}

export function writeState(folder: string, target: string, state: State): void {
  const path = pathOf(folder, target);
  mkdirSync(dirname(path), { recursive: true });
  const sorted = Object.fromEntries(Object.entries(state.workflows).sort(([left], [right]) => (left < right ? -1 : 1)));
  writeFileWhole(path, `${JSON.stringify({ ...state, workflows: sorted }, null, 2)}\n`);
}

export function hashContent(content: WorkflowContent): string {
  return createHash('sha256')
    .update(JSON.stringify(sortMembers(content)))
    .digest('hex')
    .slice(0, 32);
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, member]) => [name, sortMembers(member)]),
  );
}
