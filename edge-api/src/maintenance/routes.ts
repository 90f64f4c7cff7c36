import { maintenanceCalls } from '@portage/contracts/calls';
import { type LogLevel, log } from '@portage/contracts/log';
import { pingDatabase } from '@portage/database';
import { checkInTime, PATIENCE_MS, probeObjects } from '../health/probes.ts';
import { implement } from '../http/implement.ts';
import { lateRuns } from './late-runs.ts';
import { overdueSchedules } from './overdue-schedules.ts';
import { reconcile } from './reconcile.ts';

/** The maintenance page (spec USER-15, USER-16, API-123, API-124). */
export const maintenanceRoutes = implement(maintenanceCalls, {
  'GET /api/maintenance/backend-exception': () => {
    throw new Error('A backend exception, triggered from the maintenance page');
  },
  'GET /api/maintenance/log-message/{level}': ({ params }, { requestId, user }) => {
    // The contract allows no other value.
    const level = params.level.toLowerCase() as LogLevel;
    log(level, 'A message triggered from the maintenance page', { requestId, userId: user.id });
    return { level, requestId };
  },
  async 'GET /api/maintenance/health'(_, context) {
    const [database, objects, runs, schedules] = await Promise.all([
      probe(() => pingDatabase(context.db)),
      probe(() => probeObjects(context.env)),
      lateRuns(context),
      overdueSchedules(context),
    ]);
    return { database, objects, ...runs, ...schedules };
  },
  'POST /api/maintenance/reconcile': ({ body }, context) => reconcile(body.after ?? null, context),
});

async function probe(work: () => Promise<unknown>) {
  const start = performance.now();
  const tookMs = () => Math.round(performance.now() - start);
  try {
    await checkInTime(work());
    return { isWell: true, tookMs: tookMs(), message: null };
  } catch (error) {
    log('error', 'A part of Portage is unhealthy', { cause: String(error) });
    return {
      isWell: false,
      tookMs: tookMs(),
      message: `No response within ${PATIENCE_MS / 1_000} seconds, or an error; the log says which.`,
    };
  }
}
