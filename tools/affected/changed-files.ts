import { spawnSync } from 'node:child_process';
import { ROOT } from '@portage/build-output';

/**
 * The files that differ from where this branch left `since`: committed, changed and new ones. A renamed file counts under both names.
 *
 * @throws if git is missing or doesn't know `since`
 */
export function changedFiles(since: string, root: string = ROOT): string[] {
  const base = git(root, ['merge-base', '--', since, 'HEAD']).trim();
  const changed = git(root, ['diff', '--name-only', '--no-renames', '-z', base, '--']);
  const added = git(root, ['ls-files', '--others', '--exclude-standard', '-z']);
  return [...new Set(`${changed}${added}`.split('\0').filter(Boolean))].sort();
}

function git(cwd: string, args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 1 << 26 });
  if (error) throw new Error(`git could not be run: ${error.message}`);
  if (status !== 0) throw new Error(stderr.trim().split('\n')[0] || `git ${args[0]} failed`);
  return stdout;
}
