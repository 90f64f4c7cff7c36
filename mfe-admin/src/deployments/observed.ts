import { formatCount } from '@portage/ui';
import type { Deployment, DeploymentVersion } from './deployment.ts';

export type Observed = NonNullable<DeploymentVersion['observed']>;
type SharedCopy = Observed['shared'][number];

/** Fewer loads say little about a version's speed. */
const LEAST_LOADS = 20;
/** Smaller differences are noise. */
const LEAST_DIFFERENCE = 0.1;

export function findObserved({ versions }: Pick<Deployment, 'versions'>, version: string | null): Observed | null {
  return versions.find((one) => one.version === version)?.observed ?? null;
}

/** `1,234 loads, 2 failures` */
export function describeLoads({ loads, failures }: Observed): string {
  const failed = failures > 0 ? `, ${formatCount(failures, 'failure')}` : '';
  return `${formatCount(loads, 'load')}${failed}`;
}

/** `half within 120 ms, 95 % within 480 ms`; null: nothing was measured. */
export function describeTimes(times: Observed['mount']): string | null {
  return times && `half within ${formatMs(times.p50Ms)}, 95 % within ${formatMs(times.p95Ms)}`;
}

/** How a version's usual time to mount compares with the one before; null: too few loads to say. */
export function compareMounts(now: Observed | null, before: Observed | null): string | null {
  if (!now?.mount || !before?.mount || Math.min(now.loads, before.loads) < LEAST_LOADS) return null;
  const [ms, msBefore] = [now.mount.p50Ms, before.mount.p50Ms];
  if (msBefore === 0 || Math.abs(ms / msBefore - 1) < LEAST_DIFFERENCE) return 'as fast as the version before';
  const percent = Math.round(Math.abs(ms / msBefore - 1) * 100);
  return `${percent} % ${ms > msBefore ? 'slower' : 'faster'} than the version before`;
}

/** Which copy of a package a version got, and why. @param wanted the range that the version was built for */
export function describeShared({ package: name, version, from, loads }: SharedCopy, wanted: string | undefined, all: number): string {
  const range = wanted === undefined ? '' : ` and ${wanted} is asked for`;
  const why =
    from === 'shell'
      ? `the shell’s ${version}, because a page has one copy${range}`
      : `the area’s own ${version}, because the shell has none that fits${wanted === undefined ? '' : ` ${wanted}`}`;
  return `${name}: ${why}${loads < all ? ` (${formatCount(loads, 'load')})` : ''}`;
}

function formatMs(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
