import { dirname, join, normalize } from 'node:path';
import { getWorkspace, isTest, listImports, type SourceFile } from './imports.ts';
import { AREA, pure, uses } from './uses.ts';

/** Every vitest.config.ts and many tests read it. */
const SHARED_BY_PATH = 'tools/test-settings/';
const IMPURE = /^(react|react-dom|react\/.*|cloudflare:.*|node:.*|@cloudflare\/.*)$/;

/** What is wrong with a source's imports of other workspaces, one line each. */
export function findWorkspaceProblems(file: SourceFile): string[] {
  const workspace = getWorkspace(file.path);
  if (workspace !== 'tools' && !file.path.startsWith(`${workspace}/src/`)) return [];
  const allowed = uses[workspace] ?? AREA;
  return listImports(file).flatMap((specifier) => {
    const problem = (text: string) => [`${file.path} imports ${specifier}: ${text}`];
    if (specifier.startsWith('.')) {
      const target = normalize(join(dirname(file.path), specifier));
      const isWithin = getWorkspace(target) === workspace || target.startsWith(SHARED_BY_PATH);
      return isWithin ? [] : problem('import another workspace by its name');
    }
    if (isTest(file.path)) return [];
    const name = specifier.replace(/^@portage\//, '');
    if (name !== specifier && !allowed.some((entry) => name === entry || name.startsWith(`${entry}/`)))
      return problem(`tools/rooms/uses.ts doesn’t list it for ${workspace}`);
    return pure.has(workspace) && IMPURE.test(specifier) ? problem(`${workspace} is pure`) : [];
  });
}
