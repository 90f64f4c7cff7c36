import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { writtenFiles } from '../references/references.ts';
import { findFolderProblems } from './folder-problems.ts';
import { getWorkspace } from './imports.ts';
import { findWorkspaceProblems } from './workspace-problems.ts';

// Part of `npm run lint`: imports between workspaces follow `uses.ts`, and those between folders the READMEs' maps.
const files = writtenFiles()
  .filter((path) => /\.tsx?$/.test(path) && getWorkspace(path) !== '')
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
const workspaces = Map.groupBy(files, ({ path }) => getWorkspace(path));
const problems = [...workspaces].flatMap(([name, all]) => [
  ...all.flatMap(findWorkspaceProblems),
  ...findFolderProblems({
    name,
    readme: existsSync(join(ROOT, name, 'README.md')) ? readFileSync(join(ROOT, name, 'README.md'), 'utf8') : '',
    files: all.filter(({ path }) => path.startsWith(`${name}/src/`)),
    hasFolder: (folder) => existsSync(join(ROOT, name, folder)),
  }),
]);
for (const problem of problems) console.log(problem);
if (problems.length > 0) process.exitCode = 1;
