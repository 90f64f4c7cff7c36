import { countAreaLoad, type HistogramName, METRIC_BUCKETS, type MetricRecord, type SharedCopy } from '@portage/database';
import type { UserContext } from '../http/context.ts';
import { computeSubjectKey } from '../rate-limits/limit-attempts.ts';
import { rateLimitRules } from '../rate-limits/rules.ts';

/** What a browser measured of a load. */
export interface ObservedLoad {
  loadMs?: number | undefined;
  mountMs?: number | undefined;
  shared?: readonly SharedCopy[] | undefined;
}

/** Adds a browser's report to the counters of its version, whether or not people are meant to have it (a preview, a page open for days). */
export async function countLoad(
  { db, user, now }: UserContext,
  { area, version, hasFailed }: { area: string; version: string; hasFailed: boolean },
  { loadMs, mountMs, shared = [] }: ObservedLoad = {},
): Promise<void> {
  const load = {
    area,
    version,
    hasFailed,
    loadSeconds: loadMs === undefined ? null : loadMs / 1_000,
    mountSeconds: mountMs === undefined ? null : mountMs / 1_000,
    shared: shared.filter((copy, index) => shared.findIndex((other) => other.package === copy.package) === index),
  };
  const rule = rateLimitRules.areaLoadsByUserAndVersion;
  const key = computeSubjectKey({ rule, parts: [user.impersonatorUserId ?? user.id, area, version] });
  await countAreaLoad(db, load, { key, ...rule }, now());
}

/** @param loads counters of the version's area */
export function presentObserved(version: string, loads: readonly MetricRecord[]) {
  const own = loads.filter(({ labels }) => labels.version === version);
  if (own.length === 0) return {};
  const find = (name: string) => own.find((record) => record.name === name);
  return {
    observed: {
      loads: find('portage_area_loads_total')?.value ?? 0,
      failures: find('portage_area_failures_total')?.value ?? 0,
      load: presentPercentiles('portage_area_load_seconds', find('portage_area_load_seconds')),
      mount: presentPercentiles('portage_area_mount_seconds', find('portage_area_mount_seconds')),
      shared: own
        .filter(({ name }) => name === 'portage_area_shared_total')
        .map(({ labels, value }) => ({
          package: labels.package ?? '',
          version: labels.copy ?? '',
          from: labels.from === 'area' ? ('area' as const) : ('shell' as const),
          loads: value,
        }))
        .sort((one, other) => other.loads - one.loads || (one.package < other.package ? -1 : 1)),
    },
  };
}

function presentPercentiles(name: HistogramName, record: MetricRecord | undefined) {
  const counts = record?.buckets;
  if (!counts) return null;
  const milliseconds = (share: number) => Math.round(findPercentile(METRIC_BUCKETS[name], counts, share) * 1_000);
  return { p50Ms: milliseconds(0.5), p95Ms: milliseconds(0.95) };
}

/**
 * The value that a share of the observations doesn't exceed, on a line through its bucket. Beyond the last bound, it is that bound.
 *
 * @param bounds upper bounds of all buckets but the last
 * @param counts not cumulative, at least one above 0
 * @param share above 0, at most 1
 */
export function findPercentile(bounds: readonly number[], counts: readonly number[], share: number): number {
  const rank = share * counts.reduce((sum, count) => sum + count, 0);
  let before = 0;
  for (const [at, bound] of bounds.entries()) {
    const count = counts[at] ?? 0;
    if (count > 0 && before + count >= rank) {
      const lower = bounds[at - 1] ?? 0;
      return lower + ((rank - before) / count) * (bound - lower);
    }
    before += count;
  }
  return bounds.at(-1) ?? 0;
}
