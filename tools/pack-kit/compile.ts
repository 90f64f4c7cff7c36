import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { runTool } from '../run-tool.ts';
import { KIT } from './kit.ts';

interface Manifest {
  name: string;
  exports?: Record<string, string>;
}

/** Compiles all entries of the kit, and what they import, to `<folder>/packages/…` as JavaScript with types. @throws Error */
export async function compileKit(folder: string, callTypes: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const calls = join(folder, 'calls.ts');
  writeFileSync(calls, callTypes);
  const entries = KIT.flatMap(({ name, entries, further = [] }) =>
    [...Object.values(entries), ...further].map((file) => join(ROOT, 'packages', name, file)),
  );
  const settings = {
    extends: join(ROOT, 'tsconfig.base.json'),
    compilerOptions: {
      noEmit: false,
      // The sources are checked by themselves; here the calls are plain types.
      noCheck: true,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      outDir: join(folder, 'out'),
      rootDir: '/',
      jsx: 'react-jsx',
      lib: ['ES2024', 'DOM', 'DOM.Iterable'],
      types: ['react', 'react-dom', 'node'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
      // By path, because files of installed packages aren't compiled.
      paths: { ...readPaths(), '@portage/contracts/calls': [calls] },
    },
    files: entries,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const { code, output } = await runTool('tsc', ['-p', join(folder, 'tsconfig.json')], ROOT);
  if (code !== 0) throw new Error(`The kit does not compile:\n${output}`);
}

function readPaths(): Record<string, string[]> {
  const folders = KIT.flatMap(({ name, includes = [] }) => [name, ...includes]);
  return Object.fromEntries(
    folders.flatMap((folder) => {
      const { name, exports = {} } = JSON.parse(readFileSync(join(ROOT, 'packages', folder, 'package.json'), 'utf8')) as Manifest;
      return Object.entries(exports).map(([entry, file]) => [name + entry.slice(1), [join(ROOT, 'packages', folder, file)]]);
    }),
  );
}
