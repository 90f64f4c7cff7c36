import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@portage/build-output';

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  scripts?: Record<string, string>;
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
}

function packageFolders(): Map<string, string> {
  const folders = readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}`);
  return new Map(
    folders.filter((folder) => existsSync(join(ROOT, folder, 'package.json'))).map((folder) => [readManifest(folder).name, folder]),
  );
}

/** The workspace itself and every package of the repository that it is built from. */
export function collectFolders(folder: string): string[] {
  const known = packageFolders();
  const found = new Set<string>();
  const visit = (current: string) => {
    if (found.has(current)) return;
    found.add(current);
    for (const name of Object.keys(readManifest(current).dependencies ?? {})) {
      const dependency = known.get(name);
      if (dependency) visit(dependency);
    }
  };
  visit(folder);
  return [...found];
}
