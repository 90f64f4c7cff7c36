import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isWorkerName } from '@portage/registry';

/** A folder that is built, tested or deployed on its own. */
export interface Workspace {
  /** Folder from the repository's root: `mfe-workflows`, `packages/ui`, `tools`. */
  folder: string;
  /** Name of its npm package; null for `tools`, which is not one. */
  packageName: string | null;
  /** Whether there is something of its own to deploy. */
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

/** What makes a bundle is part of it; the other folders of `tools` are not. */
const BUILD_TOOLS = ['tools/area-build', 'tools/build'];
/** Every vitest.config.ts reads it. */
const TEST_SETTINGS = 'tools/test-settings';
/** Folders of `tools` that others are made from, or tested with. */
export const TOOL_PARTS = [...BUILD_TOOLS, 'tools/deploy', TEST_SETTINGS];

/** Every workspace of the repository with its sources: its manifest names most of them, `unwritten` the rest. */
export function readWorkspaces(root: string): Workspace[] {
  const folders = workspaceFolders(root);
  const manifests = new Map(folders.map((folder) => [folder, readManifest(root, folder)]));
  const folderOf = new Map([...manifests].map(([folder, manifest]) => [manifest.name, folder]));
  const known = (dependencies: Record<string, string> = {}) =>
    Object.keys(dependencies).flatMap((name) => {
      const folder = folderOf.get(name);
      return folder ? [folder] : [];
    });
  const workspaces = [...manifests].map(([folder, manifest]): Workspace => {
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
  const tools: Workspace = { folder: 'tools', packageName: null, isDeployed: false, hasTests: true, uses: [], usesInTests: [] };
  return [...workspaces, { ...tools, ...toolUses(folders) }];
}

/** Uses of a workspace that are not imports of a package. */
function unwrittenUses(folder: string, folders: readonly string[]): Pick<Workspace, 'uses' | 'usesInTests'> {
  const deployed = folders.filter((name) => isDeployed(name));
  if (isArea(folder) || folder === 'shell') return { uses: BUILD_TOOLS, usesInTests: [] };
  if (folder === 'durable-runs') return { uses: ['tools/build'], usesInTests: [] };
  // Some of its tests run against the engine as it is deployed.
  if (folder === 'edge-api') return { uses: ['tools/build'], usesInTests: ['durable-runs'] };
  // It deploys what it has built, as the commands do.
  if (folder === 'local') return { uses: ['tools/build', 'tools/deploy'], usesInTests: [] };
  // They start the whole product.
  if (folder === 'e2e' || folder === 'bench') return { uses: [...deployed, 'local', 'tools'], usesInTests: [] };
  return { uses: [], usesInTests: [] };
}

/** Deploying calls the local Portage; the tests of tools read the builds, the configuration of Workers, and the guide. */
function toolUses(folders: readonly string[]): Pick<Workspace, 'uses' | 'usesInTests'> {
  return {
    uses: [...TOOL_PARTS, 'packages/contracts', 'packages/registry', 'local'],
    usesInTests: ['packages/workflow', ...folders.filter((name) => isDeployed(name))],
  };
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
