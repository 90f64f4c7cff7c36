import { createClient } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { round } from './load-client.ts';
import { activeWebhook, type Portage } from './portage.ts';
import type { Scenario } from './scenario.ts';
import { startRun, untilSucceeded } from './wait-for-run.ts';

const LOOPS = 12;
const RUNS = 30;

/** How long another owner's short run takes while one owner's loops of 100,000 items run (HOSTILE 40: 200 ms more at the median). */
export const neighbours: Scenario = {
  name: 'neighbours',
  async run({ portage, api, report }) {
    const loop = await activeWebhook(api, 'Loop of a neighbour', [
      { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'list' },
      { stepId: 'list', type: 'CustomScript', script: 'return Array.from({ length: 100_000 }, (_, i) => i)', nextStepId: 'each' },
      { stepId: 'each', type: 'Loop', listContextDataEntityName: '$Steps["list"].Response', loopFirstStepId: 'add' },
      { stepId: 'add', type: 'CustomScript', script: 'return Steps["each"].CurrentItem + 1' },
    ]);
    const other = await newPerson(portage);
    const { path } = await activeWebhook(other, 'Short', [
      { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'add' },
      { stepId: 'add', type: 'CustomScript', script: 'return Steps["start"].Payload.x + 1' },
    ]);
    const median = async () => {
      const times: number[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        const startMs = performance.now();
        await untilSucceeded(other, await startRun(portage, path, { x: run }), 5);
        times.push(performance.now() - startMs);
      }
      return times.toSorted((a, b) => a - b)[RUNS / 2] ?? 0;
    };
    await median();
    const aloneMs = await median();
    for (const loops of [4, LOOPS]) {
      const runs = await Promise.all(Array.from({ length: loops }, () => startRun(portage, loop.path, {})));
      const besideMs = await median();
      const stillRunning = await Promise.all(
        runs.map(async (id) => (await api('GET /api/workflows/instances/{id}', { params: { id } })).workflowInstance.status),
      );
      report({
        scenario: this.name,
        loops,
        loopsRunningAtTheEnd: stillRunning.filter((status) => status !== 'Succeeded').length,
        aloneMedianMs: round(aloneMs, 1),
        besideMedianMs: round(besideMs, 1),
        moreMs: round(besideMs - aloneMs, 1),
      });
      await Promise.all(runs.map((id) => untilSucceeded(api, id, 500)));
    }
  },
};

async function newPerson({ baseUrl }: Portage) {
  const person = {
    firstName: 'Ada',
    lastName: 'Neighbour',
    email: `bench-${crypto.randomUUID()}@example.com`,
    password: 'a-long-password',
  };
  const { user } = await createClient<Calls>({ baseUrl })('POST /api/users/signup', { body: person });
  return createClient<Calls>({ baseUrl, getAccessToken: () => user.accessToken.value });
}
