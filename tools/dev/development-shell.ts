import { join } from 'node:path';
import { CACHE, ROOT } from '@portage/build-output';
import { buildAll } from '../build/build-all.ts';
import { takeBuildLock } from '../build/build-lock.ts';
import { hashInputs } from '../build/hash-inputs.ts';
import { collectFolders } from '../build/workspaces.ts';

/** Holds `shell/`, like the folder of a shell's version. */
export const DEVELOPMENT_SITE = join(CACHE, 'development');

/** Builds the shell with React's development build and hot reload's hook: only such a shell runs an area from a development server. */
export async function buildDevelopmentShell(): Promise<void> {
  const release = await takeBuildLock();
  try {
    await buildAll([
      {
        name: 'development shell',
        label: 'the shell for development',
        version: hashInputs(['package-lock.json', ...collectFolders('shell'), 'docs/guide', 'tools/dev']),
        command: ['rsbuild', 'build', '--mode', 'development', '--dist-path', join(DEVELOPMENT_SITE, 'shell')],
        cwd: join(ROOT, 'shell'),
        env: { NODE_ENV: 'development' },
        output: join(DEVELOPMENT_SITE, 'shell/index.html'),
      },
    ]);
  } finally {
    release();
  }
}
