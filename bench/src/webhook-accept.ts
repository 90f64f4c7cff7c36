import { load } from './load-client.ts';
import { activeWebhook } from './portage.ts';
import type { Scenario } from './scenario.ts';

/** About 1 KB, the size that peers are measured with. */
export const BODY_1K = JSON.stringify({ id: 7, x: 1, name: 'bench', pad: 'a'.repeat(982) });

const SECONDS = 8;

/** How fast a webhook is accepted, meaning its start is on disk. The run has nothing to do. */
export const webhookAccept: Scenario = {
  name: 'webhook-accept',
  async run({ portage, api, report }) {
    const { path } = await activeWebhook(api, 'Accept', [{ stepId: 'start', type: 'Trigger', triggerType: 'Webhook' }]);
    const settings = { port: portage.port, path, body: BODY_1K };
    await load({ ...settings, concurrency: 16, maxRequests: 2_000, maxMs: 3_000 });
    for (const concurrency of [1, 16, 64]) {
      const figures = await load({ ...settings, concurrency, maxRequests: 50_000, maxMs: SECONDS * 1000 });
      report({ scenario: this.name, concurrency, ...figures });
    }
  },
};
