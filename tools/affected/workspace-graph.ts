import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isWorkerName } from '@portage/registry';

/** A folder that is built, tested or deployed separately. */
export interface Workspace {
  /** Folder from the repository's root: `mfe-workflows`, `packages/ui`, `tools`. */
  folder: string;
  packageName: string;
  isDeployed: boolean;
  hasTests: boolean;
  /** Folders whose code goes into this one. */
  uses: string[];
  /** Folders that only its tests need. */
  usesInTests: string[];
}

interface Manifest {
  name: string;
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Tools that make bundles count as part of them; the other folders of `tools` don't. */
const BUILD_TOOL = 'tools/build';
/** Every vitest.config.ts reads it. */
const TEST_SETTINGS = 'tools/test-settings';
/** Folders of `tools` that others are built from, or tested with. */
export const TOOL_PARTS = [BUILD_TOOL, TEST_SETTINGS];

/** Every workspace of the repository with its sources: its manifest names most of them, `unwrittenUses` the rest. */
export function readWorkspaces(root: string): Workspace[] {
  const folders = workspaceFolders(root);
  const manifests = new Map(folders.map((folder) => [folder, readManifest(root, folder)]));
  const folderOf = new Map([...manifests].map(([folder, manifest]) => [manifest.name, folder]));
  const known = (dependencies: Record<string, string> = {}) =>
    Object.keys(dependencies).flatMap((name) => {
      const folder = folderOf.get(name);
      return folder ? [folder] : [];
    });
  return [...manifests].map(([folder, manifest]): Workspace => {
    const unwritten = unwrittenUses(folder, folders);
    return {
      folder,
      packageName: manifest.name,
      isDeployed: isDeployed(folder),
      hasTests: manifest.scripts?.test !== undefined,
      uses: [...known(manifest.dependencies), ...unwritten.uses],
      usesInTests: [...known(manifest.devDependencies), ...unwritten.usesInTests, TEST_SETTINGS],
    };
  });
}

/** A workspace's uses that aren't package imports. */
function unwrittenUses(folder: string, folders: readonly string[]): Pick<Workspace, 'uses' | 'usesInTests'> {
  const deployed = folders.filter(isDeployed);
  if (isDeployed(folder)) return { uses: [BUILD_TOOL], usesInTests: [] };
  // They start the whole product.
  if (folder === 'e2e' || folder === 'bench') return { uses: [...deployed, 'local', 'tools'], usesInTests: [] };
  // Its tests check what is built and how Workers are set up.
  if (folder === 'tools') return { uses: TOOL_PARTS, usesInTests: deployed };
  return { uses: [], usesInTests: [] };
}

function workspaceFolders(root: string): string[] {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] };
  return workspaces
    .flatMap((pattern) => {
      if (!pattern.endsWith('*')) return [pattern];
      const [parent, start] = [dirname(pattern), basename(pattern).slice(0, -1)];
      return readdirSync(join(root, parent))
        .filter((name) => name.startsWith(start))
        .map((name) => (parent === '.' ? name : `${parent}/${name}`));
    })
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .sort();
}

function readManifest(root: string, folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
}

function isDeployed(folder: string): boolean {
  return isArea(folder) || isWorkerName(folder);
}

export function isArea(folder: string): boolean {
  return folder.startsWith('mfe-');
}
