import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { ROOT } from '@portage/build-output';
import { affectedBy } from '../affected/affected.ts';
import { changedFiles } from '../affected/changed-files.ts';
import { readWorkspaces } from '../affected/workspace-graph.ts';
import type { Part } from './part.ts';

/** Which parts of the tests are wanted. */
export interface Choice {
  /** Only parts whose name contains it. */
  word: string;
  /** Only what has changed since this branch, tag or commit touches; null: no matter what has changed. */
  since: string | null;
  /** Only lint, types and dead code. */
  isChecksOnly: boolean;
}

/**
 * Reads `[word] [--affected] [--since <branch, tag or commit>] [--checks]`.
 *
 * @throws when something else is asked for.
 */
export function readChoice(args: string[]): Choice {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { affected: { type: 'boolean', default: false }, since: { type: 'string' }, checks: { type: 'boolean', default: false } },
  });
  if (positionals.length > 1) throw new Error(`One word, please, not ${positionals.length}: npm test -- ${positionals[0]}`);
  return {
    word: positionals[0] ?? '',
    since: values.since ?? (values.affected ? mainBranch() : null),
    isChecksOnly: values.checks,
  };
}

/**
 * Which parts to run: of all, those with the word in their name; of these, the ones that a change touches.
 *
 * @throws when git does not know what to compare with.
 */
export function choose({ word, since }: Pick<Choice, 'word' | 'since'>): (part: Pick<Part, 'name' | 'folder'>) => boolean {
  const hasWord = ({ name }: Pick<Part, 'name'>) => name.includes(word);
  if (since === null) return hasWord;
  const files = changedFiles(since);
  const folders = affectedBy(files, readWorkspaces(ROOT)).map(({ folder }) => folder);
  console.log(`Changed since ${since}: ${files.length} files, which touch ${folders.join(', ') || 'no workspace'}`);
  // Parts that check the whole repository are touched by every change.
  const isTouched = (folder: string | null) => (folder === null ? files.length > 0 : folders.some((one) => isIn(folder, one)));
  return (part) => hasWord(part) && isTouched(part.folder);
}

const isIn = (folder: string, workspace: string) => folder === workspace || folder.startsWith(`${workspace}/`);

/** A clone has the main branch of where it came from, and may have none of its own. */
function mainBranch(): string {
  const names = ['main', 'origin/main'];
  return names.find((name) => spawnSync('git', ['rev-parse', '--verify', '--quiet', name], { cwd: ROOT }).status === 0) ?? 'HEAD';
}
