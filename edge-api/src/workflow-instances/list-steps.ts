import type { LoopTurns, RunOverview, StepFilter, StepInstanceSummary } from '@portage/contracts';
import { runViewerOf } from '../hidden-steps/visible-to.ts';
import { ApiProblem, notFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { locateReadableRun, readRun } from './locate-run.ts';
import { runShard } from './run-shards.ts';

const REMOVED = {
  code: 'step-data-removed',
  message: 'The steps of this run are no longer kept: they are removed some time after a run has ended. Its summary stays.',
};

interface StepPage {
  stepInstances: StepInstanceSummary[];
  totalCount: number;
  loops?: Record<string, LoopTurns>;
  notice: typeof REMOVED | null;
}

/** A page of a run's steps (spec API-52). @throws ApiProblem 404 for a run that is unknown or another's. */
export async function listSteps(
  runId: string,
  page: { pageIndex: number; pageSize: number } & { [Name in keyof StepFilter]?: StepFilter[Name] | undefined },
  context: UserContext,
): Promise<StepPage> {
  const location = locateReadableRun(runId, context);
  const shard = runShard(context.env, location);
  if (!(await shard.getRun(runId))) {
    // Known by its summary only; its shard removed itself.
    await readRun(runId, context);
    return { stepInstances: [], totalCount: 0, notice: REMOVED };
  }
  const { isDataRemoved, ...found } = await shard.listStepInstances(runId, page as typeof page & StepFilter, runViewerOf(context.user));
  return { ...found, notice: isDataRemoved ? REMOVED : null };
}

/** Where the time of a run went; empty if its steps are no longer kept. @throws ApiProblem 404 for a run that is unknown or another's. */
export async function readOverview(runId: string, context: UserContext): Promise<RunOverview> {
  const shard = runShard(context.env, locateReadableRun(runId, context));
  const overview = await shard.getRunOverview(runId, runViewerOf(context.user));
  if (overview) return overview;
  await readRun(runId, context);
  return { groups: [], focus: null };
}

/** Why there is no such step: 410 where the run's steps are no longer kept, else 404. */
export async function noStep(runId: string, what: string, context: UserContext): Promise<ApiProblem> {
  const { notice } = await listSteps(runId, { pageIndex: 0, pageSize: 1 }, context);
  return notice ? new ApiProblem(410, notice.code, notice.message) : notFound(what);
}
