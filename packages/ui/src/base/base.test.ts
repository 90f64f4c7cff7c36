import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

/** Packages that a module brings along, its own modules walked through; types bring nothing. */
function packagesOf(file: string, seen = new Set<string>(), packages = new Set<string>()): Set<string> {
  if (seen.has(file)) return packages;
  seen.add(file);
  const source = readFileSync(file, 'utf8').replace(/^(import|export) type [^;]*;/gm, '');
  for (const [, name = ''] of source.matchAll(/^(?:import|export)[^;]*? from '([^']+)';/gms)) {
    if (name.startsWith('.')) packagesOf(join(dirname(file), name), seen, packages);
    else packages.add(name);
  }
  return packages;
}

it('brings only what the sign-in pages can afford', () => {
  expect([...packagesOf(join(import.meta.dirname, 'index.ts'))].sort()).toEqual([
    '@portage/contracts',
    '@portage/primitives/durations',
    'react',
    'styled-components',
  ]);
});

it('sees React Aria where it is (the walk works)', () => {
  expect([...packagesOf(join(import.meta.dirname, '../index.ts'))]).toContain('react-aria-components');
});
