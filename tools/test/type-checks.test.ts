import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { expect, test } from 'vitest';
import { prepareTypeChecks } from './type-checks.ts';

/** The files of the repository that the compiler checks. */
function listFiles(project: string): string[] {
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
  const lines = execFileSync(tsc, ['-p', project, '--listFilesOnly'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 }).split('\n');
  return lines.filter((line) => line !== '' && !line.includes('/node_modules/'));
}

const SAME_OPTIONS = ['packages/primitives', 'packages/registry'];

test('checks folders with the same options together, and others by themselves', () => {
  const checks = prepareTypeChecks(['packages/primitives', 'tools', 'packages/registry']);
  expect(checks.map(({ folders }) => folders)).toEqual([SAME_OPTIONS, ['tools']]);
});

test('checks every file that the folders name, and none that they exclude', () => {
  const folders = [...SAME_OPTIONS, 'tools', 'packages/area-build'];
  const together = prepareTypeChecks(folders).flatMap(({ project }) => listFiles(project));
  expect(new Set(together)).toEqual(new Set(folders.flatMap(listFiles)));
});
