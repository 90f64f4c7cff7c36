import { sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { METRIC_BUCKETS, type MetricRecord } from '../runs/run-metrics.ts';
import { countingAttempt } from './rate-limits.ts';

const SHARED = 'portage_area_shared_total';
/** Copies of one package that are counted for a version while no shell is registered: their versions are the browsers' word. */
const MOST_COPIES = 4;

/** The copy of a shared package that an area got in a browser. */
export interface SharedCopy {
  package: string;
  version: string;
  /** Whose copy it is. */
  from: 'shell' | 'area';
}

/** What a browser saw of one version of an area. */
export interface AreaLoad {
  area: string;
  version: string;
  hasFailed: boolean;
  /** Null: not measured. */
  loadSeconds: number | null;
  mountSeconds: number | null;
  shared: readonly SharedCopy[];
}

/** How many loads one person's browsers may add. */
export interface LoadLimit {
  key: string;
  limit: number;
  windowMs: number;
}

/**
 * Adds a load to the counters of its version, without the person, in one statement. Nothing is added for versions without files, for packages
 * that the version doesn't share, for copies that no shell ever had, and beyond the person's limit.
 */
export async function countAreaLoad(db: HttpDatabase, load: AreaLoad, { key, limit, windowMs }: LoadLimit, now: Date): Promise<void> {
  const { area, version } = load;
  await db.execute(sql`
    with attempt as (${countingAttempt(key, windowMs, now)}),
    counted as (
      select v.shared from deployment_versions v, attempt
      where v.name = ${area} and v.version = ${version} and v.removed_at is null and attempt.count <= ${limit}
    )
    insert into metrics (name, labels, slot, value, buckets)
    select g.name, g.labels, 0, g.value, g.buckets
    from counted, json_to_recordset(${JSON.stringify(toRecords(load))}::json) as g (name text, labels jsonb, value float8, buckets float8[])
    where g.name <> ${SHARED} or (counted.shared ? (g.labels->>'package') and (
      (g.labels->>'from' = 'shell' and exists (
        select from deployment_versions s where s.name = 'shell' and s.shared->>(g.labels->>'package') = g.labels->>'copy'))
      or ((g.labels->>'from' = 'area' or not exists (select from deployment_versions s where s.name = 'shell')) and ${MOST_COPIES} > (
        select count(*) from metrics m where m.name = ${SHARED} and m.labels <> g.labels
          and m.labels @> jsonb_build_object('area', ${area}::text, 'version', ${version}::text, 'package', g.labels->>'package')))))
    order by g.name, g.labels
    on conflict (name, labels, slot) do update set value = metrics.value + excluded.value,
      buckets = (select array_agg(stored + added order by place)
        from unnest(metrics.buckets, excluded.buckets) with ordinality as bucket (stored, added, place))`);
}

/** Counters of all versions with files, by area and version. */
export async function listAreaLoads(db: HttpDatabase): Promise<MetricRecord[]> {
  const { rows } = await db.execute<MetricRecord & Record<string, unknown>>(
    sql`select name, labels, value, buckets from metrics where starts_with(name, 'portage_area_') order by name, labels`,
  );
  return rows;
}

function toRecords({ area, version, hasFailed, loadSeconds, mountSeconds, shared }: AreaLoad): MetricRecord[] {
  const labels = { area, version };
  if (hasFailed) return [{ name: 'portage_area_failures_total', labels, value: 1, buckets: null }];
  return [
    { name: 'portage_area_loads_total', labels, value: 1, buckets: null },
    ...histogram('portage_area_load_seconds', labels, loadSeconds),
    ...histogram('portage_area_mount_seconds', labels, mountSeconds),
    ...shared.map((copy) => ({
      name: SHARED,
      labels: { ...labels, package: copy.package, copy: copy.version, from: copy.from },
      value: 1,
      buckets: null,
    })),
  ];
}

function histogram(
  name: 'portage_area_load_seconds' | 'portage_area_mount_seconds',
  labels: Record<string, string>,
  seconds: number | null,
): MetricRecord[] {
  if (seconds === null) return [];
  const bounds: readonly number[] = METRIC_BUCKETS[name];
  const bucket = bounds.findIndex((bound) => seconds <= bound);
  const counts = [...bounds, Number.POSITIVE_INFINITY].map((_, at) => Number(at === (bucket < 0 ? bounds.length : bucket)));
  return [{ name, labels, value: seconds, buckets: counts }];
}
