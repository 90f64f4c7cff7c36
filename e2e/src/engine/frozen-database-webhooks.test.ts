import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { activeWebhook, postWebhook, waitForRun } from '../api/runs.ts';
import { signUp } from '../api/session.ts';
import { freePort, startStack } from '../stack/stack.ts';
import { startedDataDir } from '../stack/started-data-dir.ts';
import { freezePostgres } from './freeze-postgres.ts';

/** Enough for every shard of the hour to know the version. */
const CALLS_BEFORE = 140;
const FROZEN_MS = 20_000;
const HOUR_MS = 3_600_000;
/** More than the calls before and the frozen time take. */
const NEEDED_OF_HOUR_MS = 90_000;
const STEPS = [
  { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'add' },
  { stepId: 'add', type: 'CustomScript', script: 'return Steps["start"].Payload.n + 1' },
];

interface TimedResponse {
  status: number;
  ms: number;
  retryAfter: string | null;
  runId: string | undefined;
}

describe('PostgreSQL frozen while webhooks arrive', () => {
  const cleanups: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  test('HOSTILE 10: calls of known workflows are accepted at once and run; all others get 503 within seconds', async () => {
    const { dataDir, remove } = await startedDataDir();
    cleanups.push(remove);
    const stack = await startStack({ dataDir, port: await freePort() });
    cleanups.push(() => stack.stop());
    const { api } = await signUp(stack.baseUrl);
    const known = await activeWebhook(api, 'Known', STEPS);
    const stopped = await activeWebhook(api, 'Stopped', STEPS);
    const unknown = await activeWebhook(api, 'Never called', STEPS);
    // Shards of the next hour would not know the version.
    const leftOfHourMs = HOUR_MS - (Date.now() % HOUR_MS);
    if (leftOfHourMs < NEEDED_OF_HOUR_MS) await sleep(leftOfHourMs);
    for (let n = 0; n < CALLS_BEFORE; n += 1) await postWebhook(known.webhookUrl, { n });
    await postWebhook(stopped.webhookUrl, { n: 0 });
    await api('POST /api/workflows/{id}/deactivate', { params: { id: stopped.workflowId } });

    const thaw = freezePostgres(stack);
    cleanups.push(async () => thaw());
    const refused = Promise.all([call(unknown.webhookUrl), call(stopped.webhookUrl)]);
    const answers: TimedResponse[] = [];
    for (const endMs = Date.now() + FROZEN_MS; Date.now() < endMs; ) {
      answers.push(await call(known.webhookUrl));
      await sleep(20);
    }
    const waited = await refused;
    for (const { status, retryAfter } of waited) expect([status, Number(retryAfter) > 0]).toEqual([503, true]);
    thaw();

    expect(answers.filter(({ status }) => status !== 202)).toEqual([]);
    expect(answers.length).toBeGreaterThan(10);
    // The refused calls waited for PostgreSQL as long as a look-up may; the accepted ones didn't wait for it at all.
    const sorted = answers.map(({ ms }) => ms).sort((left, right) => left - right);
    expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThan(Math.min(...waited.map(({ ms }) => ms)) / 2);
    await expect.poll(async () => (await call(stopped.webhookUrl)).status, { timeout: 60_000 }).toBe(409);
    await expect.poll(async () => (await call(unknown.webhookUrl)).status, { timeout: 60_000 }).toBe(202);
    for (const { runId = '' } of answers) expect((await waitForRun(api, runId)).status).toBe('Succeeded');
  });
});

async function call(url: string): Promise<TimedResponse> {
  const startMs = performance.now();
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"n":1}' });
  const body = (await response.json()) as { workflowInstanceId?: string };
  return {
    status: response.status,
    ms: performance.now() - startMs,
    retryAfter: response.headers.get('retry-after'),
    runId: body.workflowInstanceId,
  };
}
