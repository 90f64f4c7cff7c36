import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/** Packages that a module imports, directly or through local modules; type imports don't count. */
function collectPackages(file: string, seen = new Set<string>(), packages = new Set<string>()): Set<string> {
  if (seen.has(file)) return packages;
  seen.add(file);
  const source = readFileSync(file, 'utf8').replace(/^(import|export) type [^;]*;/gm, '');
  for (const [, name = ''] of source.matchAll(/^(?:import|export)[^;]*? from '([^']+)';/gms)) {
    if (name.startsWith('.')) collectPackages(join(dirname(file), name), seen, packages);
    else packages.add(name);
  }
  return packages;
}

test('imports only what the sign-in pages can afford', () => {
  expect([...collectPackages(join(import.meta.dirname, 'index.ts'))].sort()).toEqual([
    '@portage/contracts',
    '@portage/primitives/durations',
    '@portage/primitives/locale',
    '@portage/primitives/store',
    'react',
    'styled-components',
  ]);
});

test('detects React Aria where it is used (so the check works)', () => {
  expect([...collectPackages(join(import.meta.dirname, '../index.ts'))]).toContain('react-aria-components');
});
