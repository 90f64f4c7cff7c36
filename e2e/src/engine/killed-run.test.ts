import { afterEach, describe, expect, test } from 'vitest';
import { type CountingServer, startCountingServer } from '../api/counting-server.ts';
import { activeWebhook, listSteps, postWebhook, waitForRun } from '../api/runs.ts';
import { signIn, signUp } from '../api/session.ts';
import { freePort, type Stack, startStack } from '../stack/stack.ts';
import { startedDataDir } from '../stack/started-data-dir.ts';

/** Twenty outgoing calls, one after the other, each with a late response. */
function chainSteps(url: string) {
  const calls = Array.from({ length: 20 }, (_, at) => ({
    stepId: `call${at}`,
    type: 'HttpRequest',
    httpMethod: 'POST',
    url: `${url}/slow/100?call=${at}`,
    nextStepId: at < 19 ? `call${at + 1}` : null,
  }));
  return [{ stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'call0' }, ...calls];
}

describe('a stack that is killed', () => {
  const cleanups: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  test('HOSTILE 1: kill -9 in the middle of a run; the next start finishes it and repeats no finished step', async () => {
    const outside: CountingServer = await startCountingServer();
    cleanups.push(() => outside.close());
    const { dataDir, remove } = await startedDataDir();
    cleanups.push(remove);
    const settings = { dataDir, port: await freePort(), env: { PORTAGE_EGRESS_ALLOW: '127.0.0.1:*' } };
    const first = await startStack(settings);
    const { api, email, password } = await signUp(first.baseUrl);
    const { webhookUrl } = await activeWebhook(api, 'Chain', chainSteps(outside.url));
    const runId = await postWebhook(webhookUrl, {});
    await expect.poll(() => outside.calls.length).toBeGreaterThanOrEqual(10);
    await first.kill();

    const second: Stack = await startStack(settings);
    cleanups.push(() => second.stop());
    const again = await signIn(second.baseUrl, { email, password });
    expect(await waitForRun(again, runId)).toMatchObject({ status: 'Succeeded' });

    const counts = new Map<string, number>();
    for (const call of outside.calls) counts.set(call.path, (counts.get(call.path) ?? 0) + 1);
    expect(counts.size).toBe(20);
    const repeated = [...counts].filter(([, count]) => count > 1);
    // Only the call in progress when the process died may be sent again, under the same key.
    expect(repeated.length).toBeLessThanOrEqual(1);
    for (const [path] of repeated) {
      const keys = new Set(outside.calls.filter((call) => call.path === path).map((call) => call.headers['idempotency-key']));
      expect(keys.size).toBe(1);
    }
    expect((await listSteps(again, runId)).filter((step) => step.status === 'Succeeded')).toHaveLength(21);
  });
});
