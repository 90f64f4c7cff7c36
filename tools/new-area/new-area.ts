import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AREA_NAMES, AREAS, isAreaLabel, isOutsideAreaName } from '@portage/registry';
import { areaFiles, type NewArea } from './area-files.ts';
import { lockWithWorkspace, menuWithEntry, registryWithArea } from './edits.ts';

/** The area can't be made as requested; `message` says what to change. */
export class NewAreaError extends Error {
  override readonly name = 'NewAreaError';
}

export const BUDGET = { firstKb: 70, totalKb: 70 };

/**
 * Makes a new area in a work tree: its workspace with a first page and a test, and its lines in the registry, the menu and the lock file.
 *
 * @returns the written files, from the root
 * @throws NewAreaError, with nothing written
 */
export function makeArea(root: string, area: NewArea): string[] {
  check(root, area);
  const { name, label } = area;
  const folder = `mfe-${name}`;
  const files = Object.entries(areaFiles(root, area)).map(([path, text]): [string, string] => [`${folder}/${path}`, text]);
  const developmentPort = Math.max(...AREA_NAMES.map((other) => AREAS[other].developmentPort)) + 1;
  const facts = { prefixes: [`/${name}`] as const, firstPage: `/${name}`, developmentPort, budget: BUDGET };
  const manifest = JSON.parse(files.find(([path]) => path === `${folder}/package.json`)?.[1] ?? '{}');
  const changed = (path: string, change: (text: string) => string): [string, string] => [
    path,
    change(readFileSync(join(root, path), 'utf8')),
  ];
  const all = [
    ...files,
    changed('packages/registry/src/areas.ts', (text) => registryWithArea(text, name, facts)),
    changed('shell/src/services/menu.ts', (text) => menuWithEntry(text, { label, path: `/${name}` })),
    changed('package-lock.json', (text) => lockWithWorkspace(text, folder, manifest)),
  ];
  for (const [path, text] of all) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return all.map(([path]) => path);
}

function check(root: string, area: NewArea): void {
  checkNames(area);
  if (existsSync(join(root, `mfe-${area.name}`))) throw taken(area.name);
}

/** @throws NewAreaError if Portage couldn't serve an area with these names */
export function checkNames({ name, label }: NewArea): void {
  if (!/^[a-z][a-z\d]{1,29}$/.test(name)) {
    throw new NewAreaError(`An area is named by 2 to 30 lower-case letters and digits, not "${name}": npm run new-area -- reports.`);
  }
  if (!isAreaLabel(label)) {
    throw new NewAreaError(`The label of the menu has 1 to 40 letters, digits and spaces, not "${label}".`);
  }
  if (!isOutsideAreaName(name)) throw taken(name);
}

function taken(name: string): NewAreaError {
  return new NewAreaError(`The name "${name}" or its address /${name} is taken. Choose another name.`);
}
