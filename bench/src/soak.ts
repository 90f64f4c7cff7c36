import { setTimeout as sleep } from 'node:timers/promises';
import { load, round } from './load-client.ts';
import { activeWebhook } from './portage.ts';
import { residentMb } from './resident-memory.ts';
import type { Scenario } from './scenario.ts';
import { BODY_1K } from './webhook-accept.ts';

const DEFAULT_RUNS = 500_000;
const CONCURRENCY = 16;
/** By then caches, compiled code and the heaps' young generations have their full size. */
const WARM_UP_SHARE = 0.1;
const PARTS = 20;

/** Very many short runs, one script each: whether workerd's resident memory stays at its level after the first tenth. */
export const soak: Scenario = {
  name: 'soak',
  onlyByName: true,
  async run({ portage, api, report }) {
    const runs = Number(process.env.SOAK_RUNS ?? DEFAULT_RUNS);
    if (!Number.isSafeInteger(runs) || runs < PARTS) throw new Error(`SOAK_RUNS must be a number from ${PARTS} on`);
    const { path } = await activeWebhook(api, 'Soak', [
      { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'add' },
      { stepId: 'add', type: 'CustomScript', script: 'return { x: Steps["start"].Payload.x + 1 }' },
    ]);
    const pid = await portage.workerdPid();
    const settings = { port: portage.port, path, body: BODY_1K, concurrency: CONCURRENCY, maxMs: 3_600_000 };
    const samples: { run: number; mb: number }[] = [];
    for (let done = 0; done < runs; ) {
      const { requests, failed } = await load({ ...settings, maxRequests: Math.ceil(runs / PARTS) });
      if (failed > 0) throw new Error(`${failed} of ${requests} calls failed`);
      done += requests;
      // Every accepted run must run and reach PostgreSQL.
      await sleep(2_000);
      const mb = await residentMb(pid);
      samples.push({ run: done, mb });
      report({ scenario: this.name, runs: done, residentMb: round(mb, 1) });
    }
    const steady = samples.filter(({ run }) => run >= runs * WARM_UP_SHARE);
    const grownBytes = slope(steady);
    report({ scenario: this.name, runs, afterWarmUp: steady[0]?.run ?? 0, bytesARun: round(grownBytes, 0) });
  },
};

/** Growth in bytes per run, by least squares: the last sample by itself would depend on the garbage collector's timing. */
function slope(samples: readonly { run: number; mb: number }[]): number {
  const middle = (of: (sample: { run: number; mb: number }) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [runs, mb] = [middle(({ run }) => run), middle((sample) => sample.mb)];
  const together = samples.reduce((sum, sample) => sum + (sample.run - runs) * (sample.mb - mb), 0);
  const spread = samples.reduce((sum, sample) => sum + (sample.run - runs) ** 2, 0);
  return (together / spread) * 1024 * 1024;
}
