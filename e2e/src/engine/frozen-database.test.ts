import { afterEach, describe, expect, test } from 'vitest';
import { type CountingServer, startCountingServer } from '../api/counting-server.ts';
import { activeWebhook, postWebhook, waitForRun } from '../api/runs.ts';
import { signIn, signUp } from '../api/session.ts';
import { freePort, startStack } from '../stack/stack.ts';
import { startedDataDir } from '../stack/started-data-dir.ts';
import { freezePostgres } from './freeze-postgres.ts';

const RUNS = 30;
/** Longer than every wait for the database, so that statements fail rather than arrive late. */
const AWAY_MS = 25_000;

describe('PostgreSQL down while runs continue', () => {
  const cleanups: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  test('HOSTILE 10: accepted runs continue to their ends without it, each call is sent once, and the lists are right when it is back', async () => {
    const outside: CountingServer = await startCountingServer();
    cleanups.push(() => outside.close());
    const { dataDir, remove } = await startedDataDir();
    cleanups.push(remove);
    const stack = await startStack({ dataDir, port: await freePort(), env: { PORTAGE_EGRESS_ALLOW: '127.0.0.1:*' } });
    cleanups.push(() => stack.stop());
    const { api, email, password } = await signUp(stack.baseUrl);
    const call = (stepId: string, nextStepId: string | null) => ({
      stepId,
      type: 'HttpRequest',
      httpMethod: 'POST',
      url: `${outside.url}/slow/20?step=${stepId}&run=\${Steps["start"].Payload.n}`,
      nextStepId,
    });
    const { workflowId, webhookUrl } = await activeWebhook(api, 'Through the night', [
      { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'before' },
      call('before', 'wait'),
      { stepId: 'wait', type: 'DelayStep', delayValue: 4, delayType: 'Seconds', nextStepId: 'after' },
      call('after', null),
    ]);
    const runIds = await Promise.all(Array.from({ length: RUNS }, (_, n) => postWebhook(webhookUrl, { n })));

    const thaw = freezePostgres(stack);
    cleanups.push(async () => thaw());
    const frozenAtMs = Date.now();
    await expect.poll(() => outside.calls.filter(({ path }) => path.includes('step=after')).length).toBe(RUNS);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, frozenAtMs + AWAY_MS - Date.now())));
    thaw();

    await expect
      .poll(
        () =>
          signIn(stack.baseUrl, { email, password }).then(
            () => true,
            () => false,
          ),
        { timeout: 60_000 },
      )
      .toBe(true);
    const again = await signIn(stack.baseUrl, { email, password });
    for (const runId of runIds) expect((await waitForRun(again, runId)).status).toBe('Succeeded');
    const counts = new Map<string, number>();
    for (const { path } of outside.calls) counts.set(path, (counts.get(path) ?? 0) + 1);
    expect([...counts.values()].filter((count) => count !== 1)).toEqual([]);
    expect(counts.size).toBe(2 * RUNS);
    const succeeded = async () =>
      (
        await again('GET /api/workflows/find-instances', {
          query: { workflowId, workflowInstanceStatus: 'Succeeded', pageIndex: 0, pageSize: 100 },
        })
      ).totalCount;
    await expect.poll(succeeded, { timeout: 90_000, interval: 500 }).toBe(RUNS);
  });
});
