import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { stableJson } from '@portage/primitives/json';
import { CliError, exitCodes } from '../cli-error.ts';
import type { WorkflowContent } from './content.ts';
import { projectPath, readProjectFile } from './project-path.ts';
import { isMap } from './reference.ts';
import { writeFileWhole } from './write-file-whole.ts';

const STATES = '.portage';

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

/**
 * @throws CliError `conflict` if the target now leads to another Portage or account than the state came from; `invalid` for an unreadable file
 */
export function readState(folder: string, target: string, { url, userId }: Pick<State, 'url' | 'userId'>): State {
  const text = readProjectFile(folder, STATES, `${target}.json`);
  const state = text === undefined ? { url, userId, workflows: {} } : parseState(text, target);
  // Without a prototype: `constructor` names a file, too.
  if (state.url === url && state.userId === userId) return { ...state, workflows: Object.assign(Object.create(null), state.workflows) };
  throw new CliError(
    exitCodes.conflict,
    state.url === url
      ? `These files were pulled from another account on ${url}. Use that account’s API key, or choose another --target.`
      : `These files were pulled from ${state.url}, but the target “${target}” is ${url} now. Choose another --target.`,
  );
}

function parseState(text: string, target: string): State {
  try {
    const state: State = JSON.parse(text);
    if (isMap(state) && isMap(state.workflows)) return state;
  } catch {
    // Such as the marks of a merge.
  }
  throw new CliError(exitCodes.invalid, `${STATES}/${target}.json isn’t readable. Resolve its merge conflicts, or restore it from git.`);
}

export function writeState(folder: string, target: string, state: State): void {
  const path = projectPath(folder, STATES, `${target}.json`);
  mkdirSync(dirname(path), { recursive: true });
  const sorted = Object.fromEntries(Object.entries(state.workflows).sort(([left], [right]) => (left < right ? -1 : 1)));
  writeFileWhole(path, `${JSON.stringify({ ...state, workflows: sorted }, null, 2)}\n`);
}

export function hashContent(content: WorkflowContent): string {
  return createHash('sha256').update(stableJson(content)).digest('hex').slice(0, 32);
}
