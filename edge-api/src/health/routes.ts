import { healthCalls } from '@portage/contracts/calls';
import { type HttpDatabase, pingDatabase } from '@portage/database';
import type { Env } from '../env.ts';
import { ApiProblem, notSetUp } from '../http/api-problem.ts';
import { implement } from '../http/implement.ts';
import { setUpProblem } from './missing-settings.ts';
import { checkInTime, probeObjects } from './probes.ts';

/** Anybody may ask, and a check costs a statement and two calls. Only success is remembered. */
const FRESH_MS = 250;
const healthyAtMs = new WeakMap<object, number>();

export const healthRoutes = implement(healthCalls, {
  async 'GET /api/health'(_, { env, db, now }) {
    const isFresh = now().getTime() - (healthyAtMs.get(env) ?? 0) < FRESH_MS;
    if (!isFresh) {
      await checkHealth(env, db);
      healthyAtMs.set(env, now().getTime());
    }
    return { status: 'ok' as const };
  },
});

/** @throws ApiProblem 503, also if the two Workers can't work together */
async function checkHealth(env: Env, db: HttpDatabase): Promise<void> {
  const engine = await checkInTime(env.EGRESS.settings()).catch((cause: unknown) => {
    throw unavailable(cause);
  });
  const problem = setUpProblem(env, engine);
  if (problem) throw notSetUp(problem);
  await checkInTime(Promise.all([pingDatabase(db), probeObjects(env)])).catch((cause: unknown) => {
    throw unavailable(cause);
  });
}

function unavailable(cause: unknown): ApiProblem {
  return new ApiProblem(503, 'unavailable', 'Portage is starting or temporarily unavailable. Please try again in a moment.', { cause });
}
