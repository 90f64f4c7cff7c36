import {
  parseRunId,
  RUN_LANES,
  type StartRunRequest,
  type StartRunResult,
  toOwnerId,
  type WorkflowVersionSnapshot,
} from '@portage/contracts';
import { HOUR_MS } from '@portage/primitives/durations';
import { describe, expect, test, vi } from 'vitest';
import { LaneTurns } from './lane-turns.ts';
import { RunNotStartedError, RunRefusedError, type RunStart, startRun } from './start-run.ts';

const NOW_MS = 480_000 * HOUR_MS + 1_000;
const OWNER = toOwnerId('11111111-2222-3333-4444-555555555555');
const version = { versionId: 'v1', steps: [] } as unknown as WorkflowVersionSnapshot;

function engine(answer: (request: StartRunRequest, shardName: string) => StartRunResult | Error, nowMs = NOW_MS) {
  const asked: { shardName: string; request: StartRunRequest }[] = [];
  const looked: { shardName: string; key: string }[] = [];
  const known = new Map<string, string>();
  const turns = new LaneTurns(2);
  const ports = {
    nowMs: () => nowMs,
    takeStart: async () => {},
    takeChainStart: async () => {},
    nextLane: () => turns.next(nowMs),
    randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
    shard: (shardName: string) => ({
      async startRun(request: StartRunRequest): Promise<StartRunResult> {
        asked.push({ shardName, request });
        const result = answer(request, shardName);
        if (result instanceof Error) throw result;
        return result;
      },
      async findRunByDeduplicationKey(key: string) {
        looked.push({ shardName, key });
        return known.get(`${shardName} ${key}`) ?? null;
      },
    }),
  };
  return { ports, asked, looked, known };
}

function start(more: Partial<RunStart> = {}): RunStart {
  return {
    ownerUserId: OWNER,
    workflowId: 'w1',
    versionId: 'v1',
    loadVersion: async () => version,
    trigger: { type: 'Webhook', payload: null },
    startedByHand: false,
    isTest: false,
    quota: { start: null, run: null },
    ...more,
  };
}

const accept = (request: StartRunRequest): StartRunResult => ({ outcome: 'accepted', runId: request.runId });

describe('startRun', () => {
  test('asks the shard in the run’s id, without the version', async () => {
    const { ports, asked, looked } = engine(accept);
    const loadVersion = vi.fn(async () => version);
    const { runId } = await startRun(ports, start({ loadVersion }));
    expect(parseRunId(runId)).toMatchObject({ shardName: asked[0]?.shardName, ownerUserId: OWNER });
    expect(asked[0]?.request).not.toHaveProperty('version');
    expect(loadVersion).not.toHaveBeenCalled();
    expect(looked).toEqual([]);
  });

  test('sends a version that no shard knows at once', async () => {
    const { ports, asked } = engine((request) => (request.version ? accept(request) : { outcome: 'versionNeeded' }));
    await startRun(ports, start({ version }));
    expect(asked.map(({ request }) => request.version)).toEqual([version]);
  });

  test('sends the version when the shard asks for it, with the same run id', async () => {
    const { ports, asked } = engine((request) => (request.version ? accept(request) : { outcome: 'versionNeeded' }));
    await startRun(ports, start());
    expect(asked.map(({ request }) => request.version)).toEqual([undefined, version]);
    expect(asked[1]?.request.runId).toBe(asked[0]?.request.runId);
  });

  test('moves on to the next hour when the shard is closed, even if its own clock is behind', async () => {
    const { ports } = engine((request, shardName) =>
      parseRunId(request.runId)?.hourStartMs === NOW_MS - 1_000 || !request.runId.startsWith(shardName)
        ? { outcome: 'shardClosed' }
        : accept(request),
    );
    const { runId } = await startRun(ports, start());
    expect(parseRunId(runId)?.hourStartMs).toBe(NOW_MS - 1_000 + HOUR_MS);
  });

  test('gives up after a few closed shards', async () => {
    const { ports } = engine(() => ({ outcome: 'shardClosed' }));
    await expect(startRun(ports, start())).rejects.toBeInstanceOf(RunNotStartedError);
  });

  test('passes on why a run is refused, without asking again', async () => {
    const { ports, asked } = engine(() => ({ outcome: 'refused', message: 'Too large.' }));
    await expect(startRun(ports, start())).rejects.toThrow(new RunRefusedError('Too large.'));
    expect(asked).toHaveLength(1);
  });

  test('retries once when the object was just moved, never when it is overloaded', async () => {
    let failures = 1;
    const moved = engine((request) => (failures-- > 0 ? Object.assign(new Error('moved'), { retryable: true }) : accept(request)));
    await startRun(moved.ports, start());
    expect(new Set(moved.asked.map(({ request }) => request.runId)).size).toBe(1);

    const busy = engine(() => Object.assign(new Error('busy'), { retryable: true, overloaded: true }));
    await expect(startRun(busy.ports, start())).rejects.toMatchObject({ name: 'RunNotStartedError', cause: { message: 'busy' } });
    expect(busy.asked).toHaveLength(1);
  });

  test('HOSTILE 14: spreads runs over the lanes', async () => {
    const { ports, asked } = engine(accept);
    for (let run = 0; run < 600; run += 1) await startRun(ports, start());
    expect(new Set(asked.map(({ shardName }) => shardName)).size).toBe(RUN_LANES);
  });

  test('sends starts that come close together to one shard, where they share a commit', async () => {
    const { ports, asked } = engine(accept);
    await Promise.all(Array.from({ length: 16 }, () => startRun(ports, start())));
    expect(new Set(asked.map(({ shardName }) => shardName)).size).toBe(1);
  });

  test('makes ids within one shard that grow with time', async () => {
    const idAt = (atMs: number) => startRun(engine(accept, atMs).ports, start());
    const hourStartMs = NOW_MS - 1_000;
    const ids = [];
    for (const withinHourMs of [0, 35, 36, 1_000, 60_000, HOUR_MS - 1]) ids.push(await idAt(hourStartMs + withinHourMs));
    expect(ids).toEqual([...ids].sort());
  });

  test('HOSTILE 5: sends equal deliveries to one lane and returns the first run of either hour', async () => {
    const { ports, asked, looked, known } = engine(accept);
    await startRun(ports, start({ deduplicationKey: 'w1:delivery-1' }));
    await startRun(ports, start({ deduplicationKey: 'w1:delivery-1' }));
    expect(new Set(asked.map(({ shardName }) => shardName)).size).toBe(1);
    expect(asked[0]?.request.deduplicationKey).toBe('w1:delivery-1');

    known.set(`${looked[0]?.shardName} w1:delivery-1`, 'first-run');
    expect((await startRun(ports, start({ deduplicationKey: 'w1:delivery-1' }))).runId).toBe('first-run');
    expect(asked).toHaveLength(2);
    expect(looked[0]?.shardName).not.toBe(asked[0]?.shardName);
  });
});
