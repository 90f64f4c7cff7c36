import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { ROOT } from '@portage/build-output';
import { affectedBy } from '../affected/affected.ts';
import { changedFiles } from '../affected/changed-files.ts';
import { readWorkspaces } from '../affected/workspace-graph.ts';
import type { Part } from './part.ts';

/** Which parts of the tests to run. */
export interface Choice {
  /** Only parts whose name contains this word. */
  word: string;
  /** Only what has changed since this branch, tag or commit touches; null: whatever has changed. */
  since: string | null;
  tier: Tier;
}

/**
 * How much to run. checks: lint, types and dead code; unit: lint, types and tests of pure code; change: all that a change
 * needs, without the long tests; all: those, too.
 */
export type Tier = 'checks' | 'unit' | 'change' | 'all';

const FLAG = { type: 'boolean', default: false } as const;

/** Reads `[word] [--affected] [--since <branch, tag or commit>] [--checks | --unit | --all]`. @throws for anything else */
export function readChoice(args: string[]): Choice {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { affected: FLAG, since: { type: 'string' }, checks: FLAG, unit: FLAG, all: FLAG },
  });
  if (positionals.length > 1) throw new Error(`One word, please, not ${positionals.length}: npm test -- ${positionals[0]}`);
  const [tier = 'change', ...others] = (['checks', 'unit', 'all'] as const).filter((name) => values[name]);
  if (others.length > 0) throw new Error(`Either --${tier} or --${others[0]}, please.`);
  return { word: positionals[0] ?? '', since: values.since ?? (values.affected ? mainBranch() : null), tier };
}

/** The parts with the word in their name and, of these, the ones that a change touches. @throws if git doesn't know `since` */
export function choose({ word, since }: Pick<Choice, 'word' | 'since'>): (part: Pick<Part, 'name' | 'folder'>) => boolean {
  const hasWord = ({ name }: Pick<Part, 'name'>) => name.includes(word);
  if (since === null) return hasWord;
  const files = changedFiles(since);
  const folders = affectedBy(files, readWorkspaces(ROOT)).map(({ folder }) => folder);
  console.log(`Changed since ${since}: ${files.length} files, which touch ${folders.join(', ') || 'no workspace'}`);
  // Any change affects parts that check the whole repository.
  const isTouched = (folder: string | null) => (folder === null ? files.length > 0 : folders.some((one) => isIn(folder, one)));
  return (part) => hasWord(part) && isTouched(part.folder);
}

const isIn = (folder: string, workspace: string) => folder === workspace || folder.startsWith(`${workspace}/`);

/** A clone has its origin's main branch, but maybe no local one. */
function mainBranch(): string {
  const names = ['main', 'origin/main'];
  return names.find((name) => spawnSync('git', ['rev-parse', '--verify', '--quiet', name], { cwd: ROOT }).status === 0) ?? 'HEAD';
}
