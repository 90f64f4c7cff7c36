import type { LoopTurns, RunOverview, StepFilter, StepInstanceSummary } from '@portage/contracts';
import { ApiProblem, notFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { openReadableRun, readRun } from './locate-run.ts';

const REMOVED = {
  code: 'step-data-removed',
  message: 'The steps of this run are no longer stored: they are removed some time after a run has ended. Its summary stays.',
};

interface StepPage {
  stepInstances: StepInstanceSummary[];
  totalCount: number;
  loops?: Record<string, LoopTurns>;
  notice: typeof REMOVED | null;
}

/** A page of a run's steps (spec API-52). @throws ApiProblem 404 for a run that is unknown or another person's. */
export async function listSteps(
  runId: string,
  page: { pageIndex: number; pageSize: number } & { [Name in keyof StepFilter]?: StepFilter[Name] | undefined },
  context: UserContext,
): Promise<StepPage> {
  const opened = await openReadableRun(runId, context);
  if (!opened) {
    // Only its summary is left; its shard removed itself.
    await readRun(runId, context);
    return { stepInstances: [], totalCount: 0, notice: REMOVED };
  }
  const { isDataRemoved, ...found } = await opened.shard.listStepInstances(runId, page as typeof page & StepFilter, opened.viewer);
  return { ...found, notice: isDataRemoved ? REMOVED : null };
}

/** Where a run spent its time; empty if its steps are no longer stored. @throws ApiProblem 404 for a run that is unknown or another person's. */
export async function readOverview(runId: string, context: UserContext): Promise<RunOverview> {
  const opened = await openReadableRun(runId, context);
  const overview = opened && (await opened.shard.getRunOverview(runId, opened.viewer));
  if (overview) return overview;
  await readRun(runId, context);
  return { groups: [], focus: null };
}

/** Why a step doesn't exist: 410 if the run's steps are no longer stored, otherwise 404. */
export async function noStep(runId: string, what: string, context: UserContext): Promise<ApiProblem> {
  const { notice } = await listSteps(runId, { pageIndex: 0, pageSize: 1 }, context);
  return notice ? new ApiProblem(410, notice.code, notice.message) : notFound(what);
}
