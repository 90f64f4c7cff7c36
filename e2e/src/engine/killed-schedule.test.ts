import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { waitForRun } from '../api/runs.ts';
import { signIn, signUp } from '../api/session.ts';
import { seededRandom } from '../crash/random.ts';
import { startRecordingServer } from '../crash/recorded-calls.ts';
import { freePort, startStack } from '../stack/stack.ts';
import { startedDataDir } from '../stack/started-data-dir.ts';

/** Schedules that fire one after the other while the Workers runtime is killed around each of their instants. */
const SCHEDULES = 24;
const EVERY_MS = 1_000;
const SEED = 11;

describe('schedules under kill -9', { retry: 0 }, () => {
  const cleanups: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  it('HOSTILE 1, 2: killed at the instant of the fire, before it and after it, each fire starts one run, never two and never none', {
    timeout: 300_000,
  }, async () => {
    const random = seededRandom(SEED);
    const outside = await startRecordingServer();
    cleanups.push(() => outside.close());
    const { dataDir, remove } = await startedDataDir();
    cleanups.push(remove);
    const stack = await startStack({ dataDir, port: await freePort(), env: { PORTAGE_EGRESS_ALLOW: '127.0.0.1:*' } });
    cleanups.push(() => stack.stop());
    const { api, email, password } = await signUp(stack.baseUrl);

    // Far enough ahead that all of them are armed before the first fires.
    const firstMs = Date.now() + 20_000;
    const fires = Array.from({ length: SCHEDULES }, (_, at) => ({ name: `schedule-${at}`, atMs: firstMs + at * EVERY_MS }));
    const workflowIds: string[] = [];
    for (const { name, atMs } of fires) {
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
      workflowIds.push(workflow.id);
    }
    expect(Date.now()).toBeLessThan(firstMs);

    let kills = 0;
    for (const { atMs } of fires) {
      const killAtMs = atMs + Math.round((random() - 0.35) * 120);
      await untilInstant(killAtMs - 400);
      // A kill during the restart would test Miniflare; such fires are late, which another test covers.
      if (!(await isUp(stack.baseUrl))) continue;
      await untilInstant(killAtMs);
      const { pid } = JSON.parse(await readFile(join(dataDir, 'workerd.pid'), 'utf8')) as { pid: number };
      process.kill(pid, 'SIGKILL');
      kills += 1;
    }
    expect(kills).toBeGreaterThan(SCHEDULES / 6);

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
    // And nothing comes later.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const { totalCount } = await again('GET /api/workflows/find-instances', { query: { pageSize: 1, pageIndex: 0 } });
    expect(totalCount).toBe(SCHEDULES);
  });
});

function untilInstant(atMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, atMs - Date.now())));
}

async function isUp(baseUrl: string): Promise<boolean> {
  return fetch(`${baseUrl}/api/health`, { signal: AbortSignal.timeout(350) }).then(
    (response) => response.ok,
    () => false,
  );
}
