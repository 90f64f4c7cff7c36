import { fitsRange } from '@portage/registry';
import { AreaProblem, type SharedMismatch } from './area-problem.ts';

/**
 * Shared packages that an area was built for and this page doesn't have. Checked before any of the area's code runs: an area that meets
 * another React halfway fails with an unhelpful message.
 *
 * @param manifest the area's mf-manifest.json.
 * @param provided versions of what the shell provides, by module name.
 */
export function mismatchesOfManifest(manifest: unknown, provided: Readonly<Record<string, { version: string }>>): SharedMismatch[] {
  const shared = (manifest as { shared?: unknown } | null)?.shared;
  if (!Array.isArray(shared)) return [];
  return shared.flatMap((one: unknown) => {
    const { name, requiredVersion } = (one ?? {}) as { name?: unknown; requiredVersion?: unknown };
    if (typeof name !== 'string' || typeof requiredVersion !== 'string') return [];
    const present = Object.hasOwn(provided, name) ? (provided[name]?.version ?? null) : null;
    return present !== null && fitsRange(present, requiredVersion) ? [] : [{ name, wanted: requiredVersion, present }];
  });
}

/** One sentence; of `react` and `react/jsx-runtime` only the first is named. */
export function mismatchProblem(mismatches: readonly SharedMismatch[]): AreaProblem {
  const packages = mismatches.filter(({ name }) => !mismatches.some((other) => name.startsWith(`${other.name}/`)));
  const byName = packages.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const words = byName.map(({ name, wanted, present }) => `${name} ${wanted} (this page has ${present ?? 'none'})`);
  return new AreaProblem('mismatch', `it was built for ${words.join(', ')}`);
}
