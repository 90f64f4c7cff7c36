import { runJobLimits } from '@portage/contracts';
import { runJobCalls } from '@portage/contracts/calls';
import {
  connectHttp,
  countRunsOfJob,
  findRunJob,
  insertRunJob,
  listRunJobRefusals,
  listRunJobs,
  type RunJobRow,
  type RunSelection,
  stopRunJob,
} from '@portage/database';
import { auditChange } from '../audit/record-audit.ts';
import { readContentFilter, readTagFilter } from '../hidden-steps/hidden-today.ts';
import { ApiProblem, conflict, notFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { implement } from '../http/implement.ts';
import { workOnRunJobs } from './work-on-run-jobs.ts';

/** The cron finishes what a call doesn't get done by then. */
const WORK_OF_A_CALL_MS = 20_000;

interface AskedFilter {
  workflowId?: string | undefined;
  status?: Extract<RunSelection, { filter: object }>['filter']['status'];
  startedFrom?: string | undefined;
  startedTo?: string | undefined;
  withoutTests?: boolean | undefined;
  tagValue?: string | undefined;
  tagName?: string | undefined;
  isTagExact?: boolean | undefined;
  content?: string | undefined;
}

export const runJobRoutes = implement(runJobCalls, {
  'POST /api/workflows/run-jobs/preview': async ({ body }, context) => ({
    count: await countRunsOfJob(context.db, context.user.id, body.action, await readRunSelection(body.selection, context)),
    mostRuns: runJobLimits.runs,
  }),
  'POST /api/workflows/run-jobs': async ({ body }, context) => {
    const { db, user, env, now, newId } = context;
    const selection = await readRunSelection(body.selection, context);
    const { impersonatorUserId } = user;
    const job = await insertRunJob(db, user.id, { id: newId(), impersonatorUserId, action: body.action, selection, createdAt: now() });
    if (!job) {
      const isEmpty = (await countRunsOfJob(db, user.id, body.action, selection)) === 0;
      throw isEmpty ? new ApiProblem(404, 'no-runs', NO_RUNS) : conflict('too-many-jobs', TOO_MANY_JOBS);
    }
    await auditChange(context, 'runs.changed-together', { runJobId: job.id, action: job.action, runs: job.totalCount });
    context.waitUntil(workOnRunJobs(env, connectHttp(env), { forMs: WORK_OF_A_CALL_MS }));
    return { runJob: presentRunJob(job) };
  },
  'GET /api/workflows/run-jobs': async (_, { db, user, now }) => ({
    runJobs: (await listRunJobs(db, user.id, now())).map(presentRunJob),
  }),
  'GET /api/workflows/run-jobs/{id}': async ({ params }, { db, user }) => {
    const job = await findRunJob(db, user.id, params.id);
    if (!job) throw notFound('This job');
    const refusals = await listRunJobRefusals(db, job.id);
    return {
      runJob: presentRunJob(job),
      refusals: refusals.map(({ runId, message }) => ({ workflowInstanceId: runId, message: message ?? '' })),
    };
  },
  'POST /api/workflows/run-jobs/{id}/stop': async ({ params }, { db, user, now }) => {
    if (!(await findRunJob(db, user.id, params.id))) throw notFound('This job');
    await stopRunJob(db, user.id, params.id, now());
    const stopped = await findRunJob(db, user.id, params.id);
    if (!stopped) throw notFound('This job');
    return { runJob: presentRunJob(stopped) };
  },
});

const NO_RUNS = 'No run matches any more: the list may have changed. Search again.';
const TOO_MANY_JOBS = `${runJobLimits.atOnce} of your jobs are already running. Wait for one to finish, or stop one.`;

async function readRunSelection(
  asked: { runIds: string[] } | { filter: AskedFilter },
  context: Pick<UserContext, 'user' | 'db'>,
): Promise<RunSelection> {
  if ('runIds' in asked) return asked;
  const { startedFrom, startedTo, tagValue, tagName, isTagExact, content, ...filter } = asked.filter;
  return {
    filter: {
      ...filter,
      startedFrom: startedFrom === undefined ? undefined : new Date(startedFrom),
      startedTo: startedTo === undefined ? undefined : new Date(startedTo),
      tag: await readTagFilter({ tagValue, tagName, isTagExact }, context),
      content: await readContentFilter(content, context),
    },
  };
}

function presentRunJob(job: RunJobRow) {
  const { id, action, status, totalCount, doneCount, refusedCount, createdAt, finishedAt, waitsUntil, message } = job;
  return {
    ...{ id, action, status, totalCount, doneCount, refusedCount, message },
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    waitsUntil: waitsUntil?.toISOString() ?? null,
  };
}
