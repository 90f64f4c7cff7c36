import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CACHE, ROOT } from '@portage/build-output';

interface TypeScriptConfig {
  extends: string;
  compilerOptions: object;
  include: string[];
  exclude?: string[];
}

/** Folders whose code one run of the compiler checks. */
export interface TypeCheck {
  folders: string[];
  /** The path of its configuration. */
  project: string;
}

/**
 * For a compiler that runs next to other things: one checker and a lazy garbage collector take a third of the processor
 * time. By default it has four checkers, and each works out the files' shared types again.
 */
export const LEAN_CHECK = { options: ['--checkers', '1'], env: { GOGC: '400' } };

/**
 * One check for all folders with the same options. A run of the compiler per folder would work out the types of shared
 * packages again, which takes twice as long in total. A check remembers what it has checked, and the next one skips what
 * hasn't changed since, which takes an eighth of the time.
 *
 * @param folders with a tsconfig.json, relative to the repository
 */
export function prepareTypeChecks(folders: readonly string[]): TypeCheck[] {
  const configs = folders.map((folder) => ({ folder, config: readConfig(folder) }));
  const groups = Map.groupBy(configs, ({ config }) => JSON.stringify([config.extends, config.compilerOptions]));
  return [...groups.values()].map((group) => {
    const members = group.map(({ folder }) => folder);
    return { folders: members, project: writeConfig(members, joined(group)) };
  });
}

/** The folder's configuration, with paths that start at the repository. */
function readConfig(folder: string): TypeScriptConfig {
  const text = readFileSync(join(ROOT, folder, 'tsconfig.json'), 'utf8').replaceAll(/^\s*\/\/.*$/gm, '');
  const { extends: base, compilerOptions, include, exclude = [] } = JSON.parse(text) as TypeScriptConfig;
  return { extends: join(folder, base), compilerOptions, include: within(folder, include), exclude: within(folder, exclude) };
}

const within = (folder: string, paths: string[]) => paths.map((path) => join(folder, path));

function joined(group: { config: TypeScriptConfig }[]): TypeScriptConfig {
  const configs = group.map(({ config }) => config);
  return {
    ...(configs[0] as TypeScriptConfig),
    include: configs.flatMap(({ include }) => include),
    exclude: configs.flatMap(({ exclude = [] }) => exclude),
  };
}

/** @returns the path of the file, which is inside the repository because the compiler looks for packages from there upwards */
function writeConfig(folders: string[], { extends: base, compilerOptions, include, exclude = [] }: TypeScriptConfig): string {
  const place = join(CACHE, 'types');
  const fromPlace = (path: string) => relative(place, join(ROOT, path));
  const name = folders.join('+').replaceAll('/', '-');
  const config: TypeScriptConfig = {
    extends: fromPlace(base),
    compilerOptions: { ...compilerOptions, incremental: true, tsBuildInfoFile: `${name}.tsbuildinfo` },
    include: include.map(fromPlace),
    exclude: exclude.map(fromPlace),
  };
  const file = join(place, `${name}.json`);
  mkdirSync(place, { recursive: true });
  writeFileSync(file, JSON.stringify(config, null, 2));
  return relative(ROOT, file);
}
