import { afterEach, describe, expect, test } from 'vitest';
import { waitForRun } from '../api/runs.ts';
import { signIn, signUp } from '../api/session.ts';
import { seededRandom } from '../crash/random.ts';
import { startRecordingServer } from '../crash/recorded-calls.ts';
import { killWorkersRuntime, workersRuntimePid } from '../stack/kill-workers.ts';
import { freePort, startStack } from '../stack/stack.ts';
import { startedDataDir } from '../stack/started-data-dir.ts';

/** The Workers runtime is killed once per round, while the round's schedules fire around that instant. */
const ROUNDS = 6;
const SCHEDULES_A_ROUND = 4;
/** Time to create and activate a round's schedules before the first of them fires; longer if a round was slow. */
const LEAD_MS = 6_000;
const LEAD_IN_ARRANGEMENTS = 5;
const SEED = 11;

describe('schedules under kill -9', () => {
  const cleanups: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  test('HOSTILE 1, 2: killed at, before and after the fire, each fire starts one run, never two and never none', async () => {
    const random = seededRandom(SEED);
    const outside = await startRecordingServer();
    cleanups.push(() => outside.close());
    const { dataDir, remove } = await startedDataDir();
    cleanups.push(remove);
    const stack = await startStack({ dataDir, port: await freePort(), env: { PORTAGE_EGRESS_ALLOW: '127.0.0.1:*' } });
    cleanups.push(() => stack.stop());
    const { api, email, password } = await signUp(stack.baseUrl);

    const workflowIds: string[] = [];
    const createSchedule = async (name: string, atMs: number) => {
      const steps = [
        {
          stepId: 'start',
          type: 'Trigger',
          triggerType: 'Scheduled',
          schedule: { period: 'OneTime', startAt: new Date(atMs).toISOString() },
          nextStepId: 'tell',
        },
        {
          stepId: 'tell',
          type: 'HttpRequest',
          httpMethod: 'POST',
          url: `${outside.url}/call?run=${name}&step=tell&ms=30`,
          nextStepId: null,
        },
      ];
      const { workflow } = await api('POST /api/workflows', { body: { name, steps: steps as never } });
      await api('POST /api/workflows/{id}/activate', { params: { id: workflow.id } });
      return workflow.id;
    };

    const measuredFromMs = Date.now();
    await createSchedule('tomorrow', measuredFromMs + 24 * 3_600_000);
    let longestArrangementMs = SCHEDULES_A_ROUND * (Date.now() - measuredFromMs);
    for (let round = 0; round < ROUNDS; round += 1) {
      const beganAtMs = Date.now();
      const killAtMs = beganAtMs + Math.max(LEAD_MS, LEAD_IN_ARRANGEMENTS * longestArrangementMs);
      for (let at = 0; at < SCHEDULES_A_ROUND; at += 1) {
        workflowIds.push(await createSchedule(`schedule-${workflowIds.length}`, killAtMs + Math.round((random() - 0.65) * 120)));
      }
      longestArrangementMs = Math.max(longestArrangementMs, Date.now() - beganAtMs);
      await untilInstant(killAtMs);
      const killed = await workersRuntimePid(stack);
      await killWorkersRuntime(stack);
      // The next round waits for the restart: a kill in the middle of it would test Miniflare.
      await expect.poll(() => workersRuntimePid(stack), { timeout: 120_000 }).not.toBe(killed);
      await expect.poll(() => isUp(stack.baseUrl), { timeout: 120_000, interval: 200 }).toBe(true);
    }

    const again = await expect
      .poll(() => signIn(stack.baseUrl, { email, password }).catch(() => null), { timeout: 60_000 })
      .not.toBeNull()
      .then(() => signIn(stack.baseUrl, { email, password }));
    for (const [at, workflowId] of workflowIds.entries()) {
      const find = () => again('GET /api/workflows/find-instances', { query: { workflowId, pageSize: 10, pageIndex: 0 } });
      await expect.poll(async () => (await find()).totalCount, { timeout: 90_000, interval: 500 }).toBe(1);
      const [run] = (await find()).workflowInstances;
      expect((await waitForRun(again, run?.id ?? '')).status).toBe('Succeeded');
      const calls = outside.calls.filter((call) => call.run === `schedule-${at}`);
      expect(new Set(calls.map(({ idempotencyKey }) => idempotencyKey))).toEqual(new Set([`${run?.id}/tell`]));
    }
    // And nothing arrives later.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const { totalCount } = await again('GET /api/workflows/find-instances', { query: { pageSize: 1, pageIndex: 0 } });
    expect(totalCount).toBe(ROUNDS * SCHEDULES_A_ROUND);
  });
});

function untilInstant(atMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, atMs - Date.now())));
}

async function isUp(baseUrl: string): Promise<boolean> {
  return fetch(`${baseUrl}/api/health`, { signal: AbortSignal.timeout(5_000) }).then(
    (response) => response.ok,
    () => false,
  );
}
