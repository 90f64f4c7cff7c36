import { satisfy } from '@module-federation/enhanced/runtime';
import { AreaProblem, type SharedMismatch } from './area-problem.ts';

/**
 * Which shared packages an area was built for that this page does not have. Asked before any of its code runs: found out
 * half-way, an area with another React fails with a message nobody can read.
 *
 * @param manifest the area's mf-manifest.json.
 * @param provided versions of what the shell provides, by module name.
 */
export function sharedMismatches(manifest: unknown, provided: Readonly<Record<string, { version: string }>>): SharedMismatch[] {
  const shared = (manifest as { shared?: unknown } | null)?.shared;
  if (!Array.isArray(shared)) return [];
  return shared.flatMap((one: unknown) => {
    const { name, requiredVersion } = (one ?? {}) as { name?: unknown; requiredVersion?: unknown };
    if (typeof name !== 'string' || typeof requiredVersion !== 'string') return [];
    const present = Object.hasOwn(provided, name) ? (provided[name]?.version ?? null) : null;
    return present !== null && satisfy(present, requiredVersion) ? [] : [{ name, wanted: requiredVersion, present }];
  });
}

/** In one sentence; of `react` and `react/jsx-runtime` only the first is named. */
export function mismatchProblem(mismatches: readonly SharedMismatch[]): AreaProblem {
  const packages = mismatches.filter(({ name }) => !mismatches.some((other) => name.startsWith(`${other.name}/`)));
  const byName = packages.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const words = byName.map(({ name, wanted, present }) => `${name} ${wanted} (this page has ${present ?? 'none'})`);
  return new AreaProblem('mismatch', `it was built for ${words.join(', ')}`);
}
