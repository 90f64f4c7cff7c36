import { dataLimits, type StepResultView } from '@portage/contracts';
import { findRunViewer, listSampleRows, type SampleRow, settleSamples } from '@portage/database';
import type { UserContext } from '../../http/context.ts';
import { locateOwnRun } from '../../workflow-instances/locate-run.ts';
import { runShard } from '../../workflow-instances/run-shards.ts';

/** What one read copies from a test at most; another read copies the rest. */
const MOST_CHARS_AT_ONCE = 8_000_000;

/**
 * The stored results of a workflow's tests, newest first. Results of tests that have ended since the last call are read from their runs.
 *
 * @param clientIds of the steps that the caller sees
 */
export async function settleTests(workflowId: string, clientIds: ReadonlySet<string>, context: UserContext): Promise<SampleRow[]> {
  let rows = (await listSampleRows(context.db, context.user.id, workflowId)).filter(({ clientId }) => clientIds.has(clientId));
  // From the oldest on: whether a failure counts depends on what there was before.
  const unread = rows.filter(({ hasValues }) => !hasValues).reverse();
  for (const runId of new Set(unread.map(({ workflowInstanceId }) => workflowInstanceId))) {
    rows = await settleTest(workflowId, runId, rows, context);
  }
  return rows.filter(({ hasValues }) => hasValues);
}

async function settleTest(workflowId: string, runId: string, rows: readonly SampleRow[], context: UserContext): Promise<SampleRow[]> {
  const waiting = rows.filter((row) => row.workflowInstanceId === runId && !row.hasValues);
  const viewer = await findRunViewer(context.db, context.user, workflowId);
  const wanted = {
    clientIds: waiting.map(({ clientId }) => clientId),
    mostCharsEach: dataLimits.sampleChars,
    mostChars: MOST_CHARS_AT_ONCE,
  };
  const read = await runShard(context.env, locateOwnRun(runId, context)).getStepResults(runId, wanted, viewer);
  const found = new Map(read?.results.map((result) => [result.clientId, result]));
  const settled = new Map<SampleRow, StepResultView & { valuesJson: string }>();
  const gone = new Set<SampleRow>();
  for (const row of waiting) {
    const result = found.get(row.clientId);
    const older = rows.slice(rows.indexOf(row) + 1).filter(({ clientId }) => clientId === row.clientId);
    if (!result) {
      // A result beyond what one read copies waits for the next one.
      if (!read || (read.hasEnded && !read.isPartial)) gone.add(row);
    } else if (result.valuesJson === null || (result.status === 'Failed' && older.some(({ hasValues }) => hasValues))) gone.add(row);
    else {
      settled.set(row, { ...result, valuesJson: result.valuesJson });
      for (const one of older) gone.add(one);
    }
  }
  const results = [...settled.values()].map(({ clientId, valuesJson, isCut, finishedAt }) => ({
    clientId,
    valuesJson,
    isCut,
    at: finishedAt,
  }));
  if (results.length > 0 || gone.size > 0) {
    await settleSamples(context.db, workflowId, { runId, results, gone: [...gone] }, dataLimits.samplesOfWorkflowChars);
  }
  return rows.flatMap((row) => {
    const result = settled.get(row);
    if (gone.has(row)) return [];
    return result ? { ...row, hasValues: true, isCut: result.isCut, at: new Date(result.finishedAt) } : row;
  });
}
