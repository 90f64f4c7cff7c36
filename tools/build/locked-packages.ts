import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@portage/build-output';

interface LockedPackage {
  version?: string;
  integrity?: string;
  /** A workspace. */
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** The part of package-lock.json that is read here: packages by the folder that each is installed in. */
export interface LockFile {
  packages: Record<string, LockedPackage>;
}

export function readLockFile(): LockFile {
  return JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as LockFile;
}

/**
 * Every npm package that workspaces are built from, one line each, so that a change of another package leaves their versions alone. Types
 * don't count, because they are stripped.
 *
 * @param folders the workspaces
 * @param tools development dependencies of the first workspace that its build needs
 */
export function listLockedPackages({ packages }: LockFile, folders: readonly string[], tools: readonly string[] = []): string[] {
  const found = new Map<string, string>();
  const visit = (place: string, names: readonly string[]) => {
    for (const name of names) {
      const at = name.startsWith('@types/') ? null : findInstalled(packages, place, name);
      const locked = at === null ? undefined : packages[at];
      if (at === null || !locked || locked.link || found.has(at)) continue;
      found.set(at, `${at} ${locked.version} ${locked.integrity}`);
      visitAll(at, locked);
    }
  };
  const visitAll = (place: string, { dependencies, optionalDependencies, peerDependencies }: LockedPackage) =>
    visit(place, Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }));
  for (const folder of folders) visitAll(folder, packages[folder] ?? {});
  visit(folders[0] ?? '', tools);
  return [...found.values()].sort();
}

/** Where Node finds a package from a folder: the nearest node_modules above. @returns null for an optional package that isn't there */
function findInstalled(packages: LockFile['packages'], place: string, name: string): string | null {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const at = `${folder && `${folder}/`}node_modules/${name}`;
    if (packages[at]) return at;
    if (folder === '') return null;
  }
}
