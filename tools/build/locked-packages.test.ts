import { AREA_NAMES } from '@portage/registry';
import { expect, test } from 'vitest';
import { type LockFile, listLockedPackages, readLockFile } from './locked-packages.ts';
import { mainTargets } from './targets.ts';

const lock = readLockFile();
const before = new Map(mainTargets(lock).map((target) => [target.name, target.version]));

/** The names of targets whose version is another one once `name` is updated. */
function changedBy(name: string): string[] {
  const at = `node_modules/${name}`;
  expect(lock.packages[at]).toBeDefined();
  const updated: LockFile = {
    packages: { ...lock.packages, [at]: { ...lock.packages[at], version: '99.0.0', integrity: 'sha512-other' } },
  };
  return mainTargets(updated).flatMap(({ name: target, version }) => (before.get(target) === version ? [] : [target]));
}

test('a package that no area uses changes no area’s version', () => {
  expect(changedBy('stripe')).toEqual(['worker edge-api', 'local']);
  for (const name of ['vitest', '@biomejs/biome', 'playwright-core', '@types/react']) expect(changedBy(name), name).toEqual(['local']);
});

test('a package that one area uses changes that area’s version alone', () => {
  expect(changedBy('@xyflow/react')).toEqual(['area workflows', 'local']);
});

test('what an area uses indirectly, and what it is built with, changes its version', () => {
  const areas = AREA_NAMES.map((name) => `area ${name}`);
  for (const name of ['scheduler', '@rspack/core', '@rspack/binding-linux-x64-gnu'])
    expect(changedBy(name), name).toEqual(expect.arrayContaining(areas));
});

test('a package is the one that Node would find from the package that needs it', () => {
  const packages = {
    app: { dependencies: { a: '1', '@types/a': '1' } },
    'node_modules/a': { version: '1', integrity: 'A', dependencies: { b: '2' }, optionalDependencies: { absent: '1' } },
    'node_modules/a/node_modules/b': { version: '2', integrity: 'B2', peerDependencies: { a: '1' } },
    'node_modules/b': { version: '1', integrity: 'B1' },
    'node_modules/@types/a': { version: '1' },
  };
  expect(listLockedPackages({ packages }, ['app'])).toEqual(['node_modules/a 1 A', 'node_modules/a/node_modules/b 2 B2']);
  expect(listLockedPackages({ packages: { ...packages, app: {} } }, ['app'])).toEqual([]);
});
