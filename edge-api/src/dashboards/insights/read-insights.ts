import type { HandlerResult, InsightPeriod } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { type CountedRuns, type CountedSlot, type CountedWorkflow, type HttpDatabase, readRunStats, type Scope } from '@portage/database';
import { DAY_MS, HOUR_MS } from '@portage/primitives/durations';

const MOST_WORKFLOWS = 5;

type Insights = HandlerResult<Calls, 'GET /api/dashboards/insights'>;

/** How the period's finished runs fared, compared with the previous period, without tests. */
export async function readInsights(scope: Scope, db: HttpDatabase, period: InsightPeriod, now: Date): Promise<Insights> {
  const { byHour, starts, startsBefore } = computeStretch(period, now);
  const from = starts[0] ?? now;
  const asked = { byHour, slots: [...startsBefore, ...starts], from, mostWorkflows: MOST_WORKFLOWS };
  const { slots, failing, slowest } = await readRunStats(db, scope, asked);
  const isInPeriod = ({ startsAt }: CountedSlot) => startsAt >= from;
  return {
    from: from.toISOString(),
    to: now.toISOString(),
    byHour,
    figures: computeFigures(slots.filter(isInPeriod)),
    before: computeFigures(slots.filter((slot) => !isInPeriod(slot))),
    series: buildSeries(starts, slots),
    failing: failing.map((one) => ({ ...pickIdentity(one), runs: one.succeeded + one.failed + one.cancelled, failed: one.failed })),
    slowest: slowest.map((one) => ({
      ...pickIdentity(one),
      runs: one.succeeded,
      medianMs: percentileMs(one.durations, 0.5) ?? 0,
      p95Ms: percentileMs(one.durations, 0.95) ?? 0,
    })),
  };
}

function pickIdentity({ workflowId, name, ownerUserEmail }: CountedWorkflow) {
  return { workflowId, name, ownerUserEmail };
}

function computeFigures(counted: readonly CountedRuns[]): Insights['figures'] {
  const sum = { succeeded: 0, failed: 0, cancelled: 0 };
  const buckets = new Map<number, number>();
  for (const { succeeded, failed, cancelled, durations } of counted) {
    sum.succeeded += succeeded;
    sum.failed += failed;
    sum.cancelled += cancelled;
    for (const [bucket, runs] of durations) buckets.set(bucket, (buckets.get(bucket) ?? 0) + runs);
  }
  // A canceled run says nothing about how well the workflow works.
  const judged = sum.succeeded + sum.failed;
  return {
    runs: judged + sum.cancelled,
    ...sum,
    successRate: judged === 0 ? null : sum.succeeded / judged,
    medianMs: percentileMs(buckets, 0.5),
    p95Ms: percentileMs(buckets, 0.95),
  };
}

function buildSeries(starts: readonly Date[], slots: readonly CountedSlot[]): Insights['series'] {
  const byStart = new Map(slots.map((slot) => [slot.startsAt.getTime(), slot]));
  return starts.map((start) => {
    const { succeeded = 0, failed = 0, cancelled = 0 } = byStart.get(start.getTime()) ?? {};
    return { startsAt: start.toISOString(), succeeded, failed, cancelled };
  });
}

interface Stretch {
  byHour: boolean;
  /** Starts of the hours or days shown, oldest first; the last is the current one. */
  starts: Date[];
  /** Starts of the preceding stretch of the same length. */
  startsBefore: Date[];
}

const COUNTS: Record<InsightPeriod, number> = { '24h': 24, '7d': 7, '30d': 30 };

/** The hours or days (UTC) of a period up to now. */
function computeStretch(period: InsightPeriod, now: Date): Stretch {
  const byHour = period === '24h';
  const unitMs = byHour ? HOUR_MS : DAY_MS;
  const count = COUNTS[period];
  const lastMs = Math.floor(now.getTime() / unitMs) * unitMs;
  const all = Array.from({ length: 2 * count }, (_, at) => new Date(lastMs - (2 * count - 1 - at) * unitMs));
  return { byHour, startsBefore: all.slice(0, count), starts: all.slice(count) };
}

/**
 * A percentile of durations from their buckets: bucket b holds 2^(b/2) ms up to 2^((b+1)/2) ms. The value is placed within its
 * bucket by rank, on a logarithmic scale, so the error is less than the bucket's width (41 %).
 *
 * @param buckets counts by bucket
 * @param share 0.5 for the median
 * @returns null without any run
 */
export function percentileMs(buckets: ReadonlyMap<number, number>, share: number): number | null {
  const sorted = [...buckets].filter(([, runs]) => runs > 0).sort(([one], [other]) => one - other);
  const total = sorted.reduce((sum, [, runs]) => sum + runs, 0);
  const rank = share * total;
  let below = 0;
  for (const [bucket, runs] of sorted) {
    if (below + runs >= rank) return Math.round(2 ** ((bucket + (rank - below) / runs) / 2));
    below += runs;
  }
  return null;
}
