import type { HandlerResult, InsightPeriod } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { type CountedRuns, type CountedSlot, type CountedWorkflow, type HttpDatabase, readRunStats, type Scope } from '@portage/database';
import { percentileMs } from './percentile.ts';
import { computeStretch } from './periods.ts';

const MOST_WORKFLOWS = 5;

type Insights = HandlerResult<Calls, 'GET /api/dashboards/insights'>;

/** How the period's finished runs fared, compared with the previous period, without tests. */
export async function readInsights(scope: Scope, db: HttpDatabase, period: InsightPeriod, now: Date): Promise<Insights> {
  const { byHour, starts, startsBefore } = computeStretch(period, now);
  const from = starts[0] ?? now;
  const asked = { byHour, slots: [...startsBefore, ...starts], from, mostWorkflows: MOST_WORKFLOWS };
  const { slots, failing, slowest } = await readRunStats(scope, db, asked);
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
