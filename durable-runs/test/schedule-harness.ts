import { runInDurableObject } from 'cloudflare:test';
import type { RunShardRpc, WorkflowVersionSnapshot } from '@portage/contracts';
import { connectHttp, schema } from '@portage/database';
import type { Schedule, WorkflowStep } from '@portage/workflow';
import { expect } from 'vitest';
import { RunShard } from '../src/run-shard.ts';
import type { ScheduleObject } from '../src/schedule/schedule-object.ts';
import { testEnv } from './harness.ts';

export const db = () => connectHttp(testEnv);
export const iso = (ms: number) => new Date(ms).toISOString();

export function scheduled(schedule: Schedule, ...steps: WorkflowStep[]): WorkflowStep[] {
  const trigger: WorkflowStep = {
    stepId: 'start',
    type: 'Trigger',
    triggerType: 'Scheduled',
    schedule,
    nextStepId: steps[0]?.stepId ?? null,
  };
  return [trigger, ...steps];
}

/** Puts a version's workflow into the database, active: a schedule whose workflow is missing ends by itself. */
export async function publish(
  version: WorkflowVersionSnapshot,
  changes: Partial<typeof schema.workflows.$inferInsert> = {},
): Promise<void> {
  const { workflowId: id, versionId, ownerUserId, name, loggingMode, steps } = version;
  const at = new Date();
  await db()
    .insert(schema.users)
    .values({ id: ownerUserId, email: `${ownerUserId}@example.test`, passwordHash: '-', createdAt: at })
    .onConflictDoNothing();
  const versionIds = { currentVersionId: versionId, publishedVersionId: versionId };
  const dates = { createdAt: at, lastUpdatedAt: at };
  const row = {
    ownerUserId,
    name,
    ...dates,
    isActive: true,
    triggerCode: id,
    triggerType: 'Scheduled' as const,
    ...versionIds,
    ...changes,
  };
  await db()
    .insert(schema.workflows)
    .values({ id, ...row })
    .onConflictDoUpdate({ target: schema.workflows.id, set: { ...versionIds, ...changes } });
  await db()
    .insert(schema.workflowVersions)
    .values({
      id: versionId,
      workflowId: id,
      ownerUserId,
      number: Date.now() % 2 ** 31,
      name,
      loggingMode,
      steps,
      createdAt: at,
      createdByUserId: ownerUserId,
    })
    .onConflictDoNothing();
}

export function getScheduleObject(workflowId: string): DurableObjectStub<ScheduleObject> {
  return testEnv.SCHEDULES.get(testEnv.SCHEDULES.idFromName(workflowId));
}

export interface Fire extends Record<string, SqlStorageValue> {
  fire_at: number;
  outcome: string;
  run_id: string | null;
}

export async function fires(workflowId: string): Promise<Fire[]> {
  return runInDurableObject(getScheduleObject(workflowId), (_object, { storage }) =>
    storage.sql.exec<Fire>('SELECT fire_at, outcome, run_id FROM fires ORDER BY fire_at').toArray(),
  );
}

export async function untilFired(workflowId: string, times = 1): Promise<Fire[]> {
  await expect.poll(async () => (await fires(workflowId)).length, { message: 'fires of the schedule' }).toBeGreaterThanOrEqual(times);
  return fires(workflowId);
}

const acceptedRuns = new Map<string, Set<string>>();
const { startRun } = RunShard.prototype;
RunShard.prototype.startRun = async function (request) {
  const result = await startRun.call(this, request);
  const runIds = acceptedRuns.get(request.workflowId) ?? new Set();
  if (result.outcome === 'accepted') acceptedRuns.set(request.workflowId, runIds.add(result.runId));
  return result;
};

/** Every run of the workflow that any shard has accepted: the index shows them later, too late to tell that there's no other. */
export function listRunIds(workflowId: string): string[] {
  return [...(acceptedRuns.get(workflowId) ?? [])];
}

/** Routes the object's calls to run shards through this function from now on. */
export async function intercept(
  workflowId: string,
  startRun: (shard: RunShardRpc, request: Parameters<RunShardRpc['startRun']>[0]) => unknown,
) {
  await runInDurableObject(getScheduleObject(workflowId), (object) => {
    const get = (id: DurableObjectId) => {
      const shard = testEnv.RUN_SHARDS.get(id) as unknown as RunShardRpc;
      return { getRun: (runId: string) => shard.getRun(runId), startRun: (request: never) => startRun(shard, request) };
    };
    const RUN_SHARDS = { idFromName: (name: string) => testEnv.RUN_SHARDS.idFromName(name), get };
    Object.defineProperty(object, 'env', { value: { ...testEnv, RUN_SHARDS }, configurable: true });
  });
}

export function readAlarm(workflowId: string): Promise<number | null> {
  return runInDurableObject(getScheduleObject(workflowId), (_object, { storage }) => storage.getAlarm());
}
