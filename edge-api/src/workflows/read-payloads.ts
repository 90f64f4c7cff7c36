import type { CallResponse, ScheduledPayload } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { findRunViewer, listWorkflowRuns, type WorkflowWithSteps } from '@portage/database';
import { readSamplePayload } from '@portage/workflow';
import type { UserContext } from '../http/context.ts';
import { locateOwnRun } from '../workflow-instances/locate-run.ts';
import { runShard } from '../workflow-instances/run-shards.ts';
import { findToTest } from './find-to-test.ts';
import { readKnownValues } from './samples/known-values.ts';

/** Longer texts would be slow to edit in a field. */
const MAX_CHARACTERS = 200_000;
/** The newest run may be a test of a single step, which has no trigger. */
const RUNS_TRIED = 3;

type RunData = CallResponse<Calls, 'GET /api/workflows/{id}/payloads'>;

/** @throws ApiProblem 404 */
export async function readPayloads(workflowId: string, ofDraft: boolean | undefined, context: UserContext): Promise<RunData> {
  const workflow = await findToTest(workflowId, ofDraft, context);
  const [last, sample] = await Promise.all([readLast(workflow, context), readSample(workflow, context)]);
  return { last, sample };
}

async function readLast({ id }: WorkflowWithSteps, context: UserContext): Promise<RunData['last']> {
  const newest = await listWorkflowRuns(context.db, context.user.id, id, RUNS_TRIED);
  const viewer = await findRunViewer(context.db, context.user, id);
  for (const { id: runId, createdAt } of newest) {
    const shard = runShard(context.env, locateOwnRun(runId, context));
    const [first] = (await shard.listStepInstances(runId, { pageIndex: 0, pageSize: 1 }, viewer)).stepInstances;
    if (first?.stepType !== 'Trigger') continue;
    // Read from the step's record, which contains no secrets.
    const payload = (await shard.getStepInstance(runId, first.id, viewer))?.stepData?.payload;
    if (payload === undefined) continue;
    const isTooLong = JSON.stringify(payload).length > MAX_CHARACTERS;
    const method = (await shard.getRunTrigger(runId))?.method ?? null;
    return { runId, createdAt: createdAt.toISOString(), method, payload: isTooLong ? null : payload, isTooLong };
  }
  return null;
}

async function readSample({ steps }: WorkflowWithSteps, context: UserContext): Promise<RunData['sample']> {
  const own = readSamplePayload(steps);
  if (own !== undefined) return { payload: own, source: 'Trigger' };
  const trigger = steps.find((step) => step.type === 'Trigger');
  if (trigger?.triggerType === 'Scheduled') {
    const scheduled: ScheduledPayload = { scheduledAt: context.now().toISOString() };
    return { payload: scheduled, source: 'Schema' };
  }
  const known = trigger && (await readKnownValues(trigger, context));
  return known?.Payload === undefined ? null : { payload: known.Payload, source: 'Schema' };
}
