import { healthCalls } from '@portage/contracts/calls';
import { pingDatabase } from '@portage/database';
import { ApiProblem, notSetUp } from '../http/api-problem.ts';
import { implement } from '../http/implement.ts';
import { setUpProblem } from './missing-settings.ts';
import { checkInTime, probeObjects } from './probes.ts';

export const healthRoutes = implement(healthCalls, {
  async 'GET /api/health'(_, context) {
    const engine = await checkInTime(context.env.EGRESS.settings()).catch((cause: unknown) => {
      throw unavailable(cause);
    });
    const problem = setUpProblem(context.env, engine);
    if (problem) throw notSetUp(problem);
    await checkInTime(Promise.all([pingDatabase(context.db), probeObjects(context.env)])).catch((cause: unknown) => {
      throw unavailable(cause);
    });
    return { status: 'ok' as const };
  },
});

function unavailable(cause: unknown): ApiProblem {
  return new ApiProblem(503, 'unavailable', 'Portage is starting or temporarily unavailable. Please try again in a moment.', { cause });
}
