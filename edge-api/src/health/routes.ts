import { healthCalls } from '@portage/contracts/calls';
import { pingDatabase } from '@portage/database';
import { ApiProblem } from '../http/api-problem.ts';
import type { RequestContext } from '../http/context.ts';
import { implement } from '../http/implement.ts';
import { objectNamed } from '../object-named.ts';
import { notSetUp, setUpProblem } from './missing-settings.ts';

const PATIENCE_MS = 5_000;

/** One object that only answers whether objects answer. */
const PROBE_SHARD = 'health';

export const healthRoutes = implement(healthCalls, {
  async 'GET /api/health'(_, context) {
    const engine = await Promise.race([context.env.EGRESS.settings(), patienceEnds()]).catch((cause: unknown) => {
      throw unavailable(cause);
    });
    const problem = setUpProblem(context.env, engine);
    if (problem) throw notSetUp(problem);
    await Promise.race([Promise.all([pingDatabase(context.db), probeObjects(context)]), patienceEnds()]).catch((cause: unknown) => {
      throw unavailable(cause);
    });
    return { status: 'ok' as const };
  },
});

function unavailable(cause: unknown): ApiProblem {
  return new ApiProblem(503, 'unavailable', 'Portage is starting or temporarily unavailable. Please try again in a moment.', { cause });
}

async function probeObjects({ env }: RequestContext): Promise<void> {
  await objectNamed(env.RUN_SHARDS, PROBE_SHARD).getRun(PROBE_SHARD);
}

async function patienceEnds(): Promise<never> {
  await scheduler.wait(PATIENCE_MS);
  throw new Error(`No answer within ${PATIENCE_MS} ms`);
}
