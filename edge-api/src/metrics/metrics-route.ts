import { readRunMetrics } from '@portage/database';
import { rawRoute } from '../http/implement.ts';
import { prometheusText } from './prometheus-text.ts';

/**
 * GET /api/metrics, for admins. Counted in the run index at each call rather than in memory: the figures are the same
 * from every isolate and after every restart.
 */
export const metricsRoutes = [
  rawRoute(['GET'], '/api/metrics', 'admin', async ({ db }) => {
    const text = prometheusText(await readRunMetrics(db));
    return new Response(text, { headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' } });
  }),
];
