import { basename } from 'node:path';
import { TOOL_PARTS, type Workspace } from './workspace-graph.ts';

/** A workspace that a change touches. */
export interface Affected {
  folder: string;
  packageName: string;
  /** Whether its bundle changes. */
  deploy: boolean;
  /** Whether its test results may change. */
  test: boolean;
  /** The changed folders that affect it. */
  because: string[];
}

/** Part of every bundle (tools/build/targets.ts): versions of packages, and how TypeScript reads the code. */
const EVERY_BUNDLE = ['package-lock.json', 'tsconfig.base.json'];
/** Everything runs with them, though nothing is built from them. */
const EVERY_TEST = ['package.json', '.npmrc'];
/** Only lint and similar tools read them, in the root or in a workspace; the tests of `tools` cover them. */
const CHECKS = ['biome.json', 'knip.json'];
/** Excluded as in the build's own hash (tools/build/hash-inputs.ts). */
const TEST_FILE = /(^|\/)test\/|\.test\.tsx?$/;

/** The owner of a changed file: a folder of the graph, everything, or nothing (documents). */
function findOwner(file: string, folders: readonly string[]): string | null {
  if (CHECKS.includes(basename(file))) return 'tools';
  if (file.endsWith('.md') || file.startsWith('docs/')) return null;
  const above = folders.filter((folder) => file.startsWith(`${folder}/`));
  return above.sort((a, b) => b.length - a.length)[0] ?? null;
}

/**
 * The workspaces that the changed files touch, directly or through what is built from them. A changed test touches only
 * its own workspace's tests; a changed package touches the tests of everything that uses it, however far away.
 *
 * @param files paths from the repository's root
 */
export function affectedBy(files: readonly string[], workspaces: readonly Workspace[]): Affected[] {
  const folders = [...workspaces.map(({ folder }) => folder), ...TOOL_PARTS];
  const places = files.map((file) => ({ place: findOwner(file, folders), isTest: TEST_FILE.test(file) }));
  const everything = files.filter((file) => EVERY_BUNDLE.includes(file) || EVERY_TEST.includes(file));
  const isEveryBundle = files.some((file) => EVERY_BUNDLE.includes(file));
  const changed = new Set(places.flatMap(({ place, isTest }) => (place && !isTest ? [place] : [])));
  const testsOf = new Set(places.flatMap(({ place }) => (place ? [place] : [])));
  return workspaces.flatMap((one) => {
    const made = reaches(one.folder, workspaces);
    const tested = new Set([...made, ...one.usesInTests.flatMap((folder) => [...reaches(folder, workspaces)])]);
    const isOwnTest = (folder: string) => testsOf.has(folder) && (folder === one.folder || folder.startsWith(`${one.folder}/`));
    const because = [...tested].filter((folder) => changed.has(folder) || isOwnTest(folder)).concat(everything);
    if (because.length === 0) return [];
    const deploy = one.isDeployed && (isEveryBundle || [...made].some((folder) => changed.has(folder)));
    return [describe(one, { deploy, because: because.sort() })];
  });
}

function describe({ folder, packageName, hasTests }: Workspace, found: Pick<Affected, 'deploy' | 'because'>): Affected {
  return { folder, packageName, test: hasTests, ...found };
}

/** A folder and everything that goes into it. */
function reaches(folder: string, workspaces: readonly Workspace[]): Set<string> {
  const found = new Set<string>();
  const visit = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    for (const used of workspaces.find((one) => one.folder === name)?.uses ?? []) visit(used);
  };
  visit(folder);
  return found;
}
