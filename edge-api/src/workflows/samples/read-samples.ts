import type { CallResponse, RunShardRpc, RunViewer } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { findRunViewer, listWorkflowRuns, readSampleValues, seesHiddenSteps, type WorkflowWithSteps } from '@portage/database';
import { withoutUndefined } from '@portage/primitives/without-undefined';
import { exampleValues, hasHidden, type StepValues, type WorkflowStep } from '@portage/workflow';
import { hiddenNamesFor } from '../../hidden-steps/visible-to.ts';
import { notFound } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { locateOwnRun } from '../../workflow-instances/locate-run.ts';
import { readPins } from '../../workflow-instances/read-pins.ts';
import { runShard } from '../../workflow-instances/run-shards.ts';
import { mayBeKnown, readKnownValues } from './known-values.ts';
import { settleTests } from './settle-tests.ts';
import { stepFingerprint } from './step-fingerprint.ts';

export type SampleInfo = CallResponse<Calls, 'GET /api/workflows/{id}/samples'>['samples'][number];
export interface Sample extends SampleInfo {
  values: StepValues;
}

/** A run's values are read whole for tests, up to this length each and together. */
const MOST_CHARS_OF_RUN = { mostCharsEach: 2_000_000, mostChars: 8_000_000 };

export interface DataRuns {
  dataRunId?: string | undefined;
  lastRunId?: string | undefined;
}

/** Everything that may give a step's sample. */
export interface SampleSources {
  infos: SampleInfo[];
  /** @param clientIds others have no values */
  read(clientIds: readonly string[]): Promise<Sample[]>;
}

/**
 * The samples of the steps that the caller sees: a pin beats a test, a test beats a run, a run beats an example.
 *
 * @param runs `dataRunId` replaces the last run; then only tests made with it count
 * @throws ApiProblem 404 for another workflow's run
 */
export async function openSamples(workflow: WorkflowWithSteps, runs: DataRuns, context: UserContext): Promise<SampleSources> {
  const { dataRunId } = runs;
  const steps = visibleTo(context, workflow.steps);
  const clientIds = new Set(steps.keys());
  const [pins, rows, run] = await Promise.all([
    readPins(workflow.id, [...steps.values()], context),
    settleTests(workflow.id, clientIds, context),
    openDataRun(workflow.id, runs, context),
  ]);
  const infos = new Map<string, SampleInfo>();
  const add = (info: Omit<SampleInfo, 'isStale' | 'isCut'> & Partial<SampleInfo>) => {
    if (clientIds.has(info.clientId) && !infos.has(info.clientId)) infos.set(info.clientId, { isCut: false, isStale: false, ...info });
  };
  for (const { clientId, updatedAt } of pins) add({ clientId, origin: 'pin', at: updatedAt, workflowInstanceId: null });
  const tests = rows.filter((row) => mayShow(row.clientId) && (dataRunId === undefined || row.dataRunId === dataRunId));
  for (const { clientId, fingerprint, at, isCut, workflowInstanceId } of tests) {
    const step = steps.get(clientId);
    const isStale = step === undefined || stepFingerprint(step) !== fingerprint;
    add({ clientId, origin: 'test', at: at.toISOString(), isCut, isStale, workflowInstanceId });
  }
  for (const { clientId, finishedAt } of run?.ended ?? []) {
    add({ clientId, origin: 'run', at: finishedAt, workflowInstanceId: run?.id ?? null });
  }
  for (const [clientId, step] of steps) {
    if (mayBeKnown(step) || Object.keys(exampleValues(step)).length > 0)
      add({ clientId, origin: 'schema', at: null, workflowInstanceId: null });
  }
  return { infos: [...infos.values()], read };

  /** What a branch or loop returned may name hidden steps. */
  function mayShow(clientId: string): boolean {
    const step = steps.get(clientId);
    if (step?.type !== 'Branch' && step?.type !== 'Loop') return true;
    return seesHiddenSteps(context.user) || !workflow.steps.some(hasHidden);
  }

  async function readKnown(step: WorkflowStep): Promise<StepValues | null> {
    return mayBeKnown(step) ? readKnownValues(step, context) : exampleValues(step);
  }

  async function read(wanted: readonly string[]): Promise<Sample[]> {
    const chosen = wanted.flatMap((clientId) => infos.get(clientId) ?? []);
    const listed = (origin: SampleInfo['origin']) => chosen.filter((info) => info.origin === origin);
    const ofTests = listed('test').map(({ clientId, workflowInstanceId }) => ({ clientId, workflowInstanceId: workflowInstanceId ?? '' }));
    const ofRun = listed('run').map(({ clientId }) => clientId);
    const [stored, recorded] = await Promise.all([
      readSampleValues(context.db, context.user.id, workflow.id, ofTests),
      run && ofRun.length > 0 ? run.shard.getStepResults(run.id, { clientIds: ofRun, ...MOST_CHARS_OF_RUN }, run.viewer) : null,
    ]);
    const known = new Map(
      await Promise.all(
        listed('schema').map(async ({ clientId }) => {
          const step = steps.get(clientId);
          return [clientId, step ? await readKnown(step) : null] as const;
        }),
      ),
    );
    const results = new Map(recorded?.results.map((result) => [result.clientId, result]));
    return chosen.flatMap((info) => {
      const { clientId, origin } = info;
      switch (origin) {
        case 'pin':
          return { ...info, values: withoutUndefined(pins.find((pin) => pin.clientId === clientId)?.values ?? {}) };
        case 'test': {
          const json = stored.get(clientId);
          return json === undefined ? [] : { ...info, values: JSON.parse(json) as StepValues };
        }
        case 'run': {
          const result = results.get(clientId);
          if (!result || result.valuesJson === null) return [];
          return { ...info, isCut: result.isCut, values: JSON.parse(result.valuesJson) as StepValues };
        }
        case 'schema':
          return { ...info, values: known.get(clientId) ?? {} };
        default:
          return origin satisfies never;
      }
    });
  }
}

function visibleTo({ user }: UserContext, steps: readonly WorkflowStep[]): Map<string, WorkflowStep> {
  const hidden = hiddenNamesFor(user, steps);
  return new Map(steps.flatMap((step) => (step.clientId && !hidden.has(step.stepId) ? [[step.clientId, step]] : [])));
}

interface DataRun {
  id: string;
  shard: RunShardRpc;
  viewer: RunViewer;
  /** The steps that have ended. */
  ended: { clientId: string; finishedAt: string }[];
}

/** The run that samples come from; null if there is none or its data has expired. */
async function openDataRun(workflowId: string, { dataRunId, lastRunId }: DataRuns, context: UserContext): Promise<DataRun | null> {
  const given = dataRunId ?? lastRunId;
  const id = given ?? (await listWorkflowRuns(context.db, context.user.id, workflowId, 1))[0]?.id;
  if (id === undefined) return null;
  const shard = runShard(context.env, locateOwnRun(id, context));
  const viewer = await findRunViewer(context.db, context.user, workflowId);
  const [run, results] = await Promise.all([
    given === undefined ? null : shard.getRun(id, viewer),
    shard.getStepResults(id, { mostCharsEach: 0, mostChars: 0 }, viewer),
  ]);
  if (run && run.workflowId !== workflowId) throw notFound('This run');
  return results && { id, shard, viewer, ended: results.results };
}
