import { countOpenRuns, countSyncFlows, listShownVersions, readMetrics } from '@portage/database';
import { rawRoute } from '../http/implement.ts';
import { prometheusText } from './prometheus-text.ts';

/**
 * GET /api/metrics, for admins. Objects can't be scraped one by one, so run shards write their counts to PostgreSQL
 * together with the summaries of runs: the figures are the same from every isolate and after every restart.
 */
export const metricsRoutes = [
  rawRoute(['GET'], '/api/metrics', { access: 'admin', effect: 'read' }, async ({ db, now }) => {
    const [all, shown, open, sync] = await Promise.all([
      readMetrics(db),
      listShownVersions(db),
      countOpenRuns(db, now()),
      countSyncFlows(db, now()),
    ]);
    // Each release brings new versions; a monitoring system must not keep a series for each of them.
    const records = all.filter(
      ({ labels }) => labels.area === undefined || shown.some(({ name, version }) => name === labels.area && version === labels.version),
    );
    const labelsOf = ({ status, isTest }: (typeof open)[number]) => ({ status, test: String(isTest) });
    const text = prometheusText(records, {
      portage_runs_open: open.map((group) => ({ labels: labelsOf(group), value: group.runs })),
      portage_runs_quiet: open.map((group) => ({ labels: labelsOf(group), value: group.quiet })),
      portage_sync_flows: [{ labels: {}, value: sync.flows }],
      portage_sync_flows_failing: [{ labels: {}, value: sync.failing }],
      portage_sync_longest_lag_seconds: [{ labels: {}, value: sync.longestLagSeconds }],
    });
    return new Response(text, { headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' } });
  }),
];
