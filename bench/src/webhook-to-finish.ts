import { load, round } from './load-client.ts';
import { activeWebhook } from './portage.ts';
import type { Scenario } from './scenario.ts';
import { BODY_1K } from './webhook-accept.ts';

const RUNS = 3_000;

/** Webhook, one script step, finished and in the run index: runs per second at concurrency 16. */
export const webhookToFinish: Scenario = {
  name: 'webhook-script-finish',
  async run({ portage, api, report }) {
    const { path, workflowId } = await activeWebhook(api, 'One script', [
      { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'add' },
      { stepId: 'add', type: 'CustomScript', script: 'return Steps["start"].Payload.x + 1' },
    ]);
    const settings = { port: portage.port, path, body: BODY_1K, concurrency: 16, maxMs: 120_000 };
    await load({ ...settings, maxRequests: 300 });
    await untilSucceeded(300);
    const startMs = performance.now();
    const { failed } = await load({ ...settings, maxRequests: RUNS });
    await untilSucceeded(300 + RUNS);
    const seconds = (performance.now() - startMs) / 1000;
    report({ scenario: this.name, concurrency: 16, runs: RUNS, failed, runsPerSecond: round(RUNS / seconds, 1) });

    async function untilSucceeded(count: number): Promise<void> {
      const endMs = performance.now() + 120_000;
      for (;;) {
        const query = { workflowId, workflowInstanceStatus: 'Succeeded' as const, pageSize: 1 };
        const { totalCount } = await api('GET /api/workflows/find-instances', { query });
        if (totalCount >= count) return;
        if (performance.now() > endMs) throw new Error(`Only ${totalCount} of ${count} runs have succeeded`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  },
};
