import { env, evictDurableObject, runInDurableObject } from 'cloudflare:test';
import {
  makeRunId,
  parseRunId,
  type RunShardRpc,
  type RunStatus,
  type RunTrigger,
  type StartRunRequest,
  toOwnerId,
  type WorkflowInstance,
  type WorkflowVersionSnapshot,
} from '@portage/contracts';
import { HOUR_MS } from '@portage/primitives/durations';
import type { StepType, WorkflowStep } from '@portage/workflow';
import { expect, onTestFinished, vi } from 'vitest';
import type { Env } from '../src/env.ts';
import type { RunShard } from '../src/run-shard.ts';

export interface TestEnv extends Env {
  /** Origin of the server that runs may call. */
  TARGET: string;
  /** The same kind of server on another origin. */
  OTHER_TARGET: string;
  /** An OAuth 2 server. */
  AUTHORIZATION_SERVER: string;
  OAUTH1_SERVER: string;
  /** A system with lists in every way of paging, and GraphQL. */
  CRM: string;
  /** A system whose records are read and written. */
  RECORDS: string;
  /** A system whose calls have a digest, like Sunwave's. */
  DIGEST_SYSTEM: string;
  /** A system with webhooks and a list of changes. */
  EVENT_SYSTEM: string;
}

export const testEnv = env as unknown as TestEnv;

export const OWNER = toOwnerId('6f9619ff-8b86-4011-b42d-00c04fc964ff');

export function randomText(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 16);
}

export function newVersion(steps: WorkflowStep[], overrides: Partial<WorkflowVersionSnapshot> = {}): WorkflowVersionSnapshot {
  return {
    versionId: crypto.randomUUID(),
    workflowId: crypto.randomUUID(),
    ownerUserId: OWNER,
    name: 'Orders',
    loggingMode: 'LogAllData',
    steps,
    ...overrides,
  };
}

function webhookTrigger(payload: unknown): RunTrigger {
  return { type: 'Webhook', payload, headers: { 'x-test': 'yes' }, query: { q: '1' }, method: 'POST' };
}

type StartOverrides = Partial<StartRunRequest> & { trigger?: RunTrigger };

export function newRequest(
  version: WorkflowVersionSnapshot,
  payload: unknown,
  { trigger = webhookTrigger(payload), ...overrides }: StartOverrides = {},
): StartRunRequest {
  return {
    runId: makeRunId(OWNER, Date.now(), 0, randomText()),
    ownerUserId: OWNER,
    workflowId: version.workflowId,
    versionId: version.versionId,
    version,
    triggerType: trigger.type,
    triggerJson: JSON.stringify(trigger),
    startedByHand: false,
    isTest: false,
    ...overrides,
  };
}

/** The object that holds a run, for the test helpers. */
export function getShardStub(runId: string): DurableObjectStub<RunShard> {
  const name = parseRunId(runId)?.shardName ?? '';
  return testEnv.RUN_SHARDS.get(testEnv.RUN_SHARDS.idFromName(name));
}

/** Ends an object as the platform does when it's idle; retries while it's busy. */
export async function evict(stub: DurableObjectStub<undefined | Rpc.DurableObjectBranded>): Promise<void> {
  await expect.poll(() => evictDurableObject(stub as DurableObjectStub<never>).then(() => true)).toBe(true);
}

/** The object that holds a run, as its callers see it. */
export function getShard(runId: string): RunShardRpc {
  return getShardStub(runId) as unknown as RunShardRpc;
}

/** Starts a run of these steps in a shard of its own test owner. */
export async function start(
  steps: WorkflowStep[],
  payload: unknown = {},
  overrides: StartOverrides = {},
  versionOverrides: Partial<WorkflowVersionSnapshot> = {},
): Promise<{ runId: string; shard: RunShardRpc; version: WorkflowVersionSnapshot }> {
  const version = newVersion(steps, versionOverrides);
  const request = newRequest(version, payload, overrides);
  const shard = getShard(request.runId);
  const result = await shard.startRun(request);
  if (result.outcome !== 'accepted') throw new Error(`The start was not accepted: ${result.outcome}`);
  return { runId: request.runId, shard, version };
}

const ENDED: RunStatus[] = ['Succeeded', 'Failed', 'Cancelled'];

/** Waits until the run is in one of these states. */
export function until(runId: string, statuses: readonly RunStatus[] = ENDED, timeoutMs = 60_000): Promise<WorkflowInstance> {
  return vi.waitFor(
    async () => {
      const run = await getShard(runId).getRun(runId);
      if (run && statuses.includes(run.status)) return run;
      throw new Error(`The run is ${run?.status}, not ${statuses.join(' or ')}: ${run?.errorMessage ?? ''}`);
    },
    { timeout: timeoutMs, interval: 20 },
  );
}

const readClock = Date.now;

/**
 * Moves the Worker's clock forward until the test ends. Timers and alarms of the runtime don't follow. A heavy script of such a
 * test would keep those of later tests waiting until then.
 */
export function moveClock(ms: number): void {
  const aheadMs = Date.now() - readClock() + ms;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => readClock() + aheadMs);
  onTestFinished(() => clock.mockRestore());
}

export async function ringAlarm(runId: string): Promise<void> {
  await runInDurableObject(getShardStub(runId), (shard) => shard.alarm());
}

/** Ends delays of up to an hour. */
export async function passHour(runId: string): Promise<void> {
  moveClock(HOUR_MS);
  await ringAlarm(runId);
}

/** Waits until this delay is on disk. A step in progress has the same path, but an end of the object begins its delay again. */
export async function untilDelayed(runId: string, path: string): Promise<void> {
  await expect.poll(async () => (await allSteps(runId)).at(-1)).toMatchObject({ path, status: 'Delayed' });
}

/** Only for tests whose subject is the real clock: crashes at different moments, steady load, alarms of the runtime. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export interface ReceivedCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  bodyBase64: string;
  /** When it arrived, by the server's clock. */
  atMs: number;
  wasCut?: boolean;
}

export async function callsTo(path: string, origin = testEnv.TARGET): Promise<ReceivedCall[]> {
  const response = await fetch(`${origin}/calls${path}`);
  return response.json();
}

/** Waits until the target server got this many calls under a path. @returns their idempotency keys */
export async function untilCalled(path: string, times = 1): Promise<string[]> {
  const keys = async () => (await callsTo(path)).map(({ headers }) => headers['idempotency-key'] ?? '');
  await expect.poll(async () => (await keys()).length, { message: `calls to ${path}` }).toBeGreaterThanOrEqual(times);
  return keys();
}

/** Lets the target server respond to the calls that it holds under this path, which begins with /held/, and to all later ones. */
export async function release(path: string): Promise<void> {
  await fetch(`${testEnv.TARGET}/release${path}`);
}

export async function allSteps(runId: string) {
  return (await getShard(runId).listStepInstances(runId, { pageIndex: 0, pageSize: 1_000 })).stepInstances;
}

/** A chain of steps after a webhook trigger: each leads to the next unless it says otherwise. */
export function chain(...steps: ({ stepId: string; type: StepType } & Record<string, unknown>)[]): WorkflowStep[] {
  const all = [{ stepId: 'start', type: 'Trigger', triggerType: 'Webhook' }, ...steps];
  return all.map((step, at) => ({ nextStepId: all[at + 1]?.stepId ?? null, ...step })) as WorkflowStep[];
}
