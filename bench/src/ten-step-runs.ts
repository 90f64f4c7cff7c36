import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { startBenchWorker } from './bench-worker.ts';
import { type LoadFigures, load, percentile, round } from './load-client.ts';
import { activeWebhook, type Portage, temporaryDataDir } from './portage.ts';
import type { Scenario } from './scenario.ts';
import { BODY_1K } from './webhook-accept.ts';

const RUNS = 4_000;
const ROUNDS = 3;
const CONCURRENCY = 16;
const NAMES = Array.from({ length: 9 }, (_, at) => `step${at}`);

const KINDS: Record<string, (stepId: string) => Record<string, unknown>> = {
  branch: () => ({
    type: 'Branch',
    conditionGroups: [
      {
        name: 'Many',
        conditions: [{ leftExpression: '$Steps["start"].Payload.x', operator: 'GreaterThan', rightExpression: '0' }],
        nextStepId: null,
      },
    ],
  }),
  script: () => ({ type: 'CustomScript', script: 'return Steps["start"].Payload.x + 1' }),
};

/**
 * Runs of ten steps a second, from the webhook to the end, beside a bare Durable Object that writes the same rows and does
 * nothing else: in turns, so that both meet the same machine.
 */
export const tenStepRuns: Scenario = {
  name: 'ten-step-runs',
  async run({ portage, api, report }) {
    const { dataDir, remove } = await temporaryDataDir();
    const bare = await startBenchWorker({
      name: 'bare-object',
      classes: ['BareRuns'],
      env: { BARE: { type: 'durable-object', worker: 'bare-object', exportName: 'BareRuns' } },
      objectsDir: dataDir,
    });
    try {
      const flows = [];
      for (const [kind, stepOf] of Object.entries(KINDS))
        flows.push({ kind, ...(await tenStepWorkflow(api, kind, stepOf)), speeds: [] as number[] });
      const bareSpeeds: number[] = [];
      for (let round = 0; round <= ROUNDS; round++) {
        const figures = await load({ port: bare.port, path: '/', ...LOAD });
        // The first round warms up.
        if (round > 0) bareSpeeds.push(accepted(figures));
        for (const flow of flows) {
          const speed = await finishedASecond(portage, api, flow, RUNS * (round + 1));
          if (round > 0) flow.speeds.push(speed);
        }
      }
      const bareRate = median(bareSpeeds);
      report({ scenario: this.name, engine: 'bare Durable Object', concurrency: CONCURRENCY, runsPerSecond: round(bareRate, 0) });
      for (const { kind, speeds } of flows) {
        const rate = median(speeds);
        report({
          scenario: this.name,
          engine: 'portage',
          steps: kind,
          concurrency: CONCURRENCY,
          runsPerSecond: round(rate, 0),
          shareOfBare: round(rate / bareRate, 2),
        });
      }
    } finally {
      await bare.stop();
      await remove();
    }
  },
};

const LOAD = { body: BODY_1K, concurrency: CONCURRENCY, maxRequests: RUNS, maxMs: 60_000 };

async function tenStepWorkflow(api: Client<Calls>, kind: string, stepOf: (stepId: string) => Record<string, unknown>) {
  const trigger = { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: NAMES[0] };
  const steps = NAMES.map((stepId, at) => ({ stepId, ...stepOf(stepId), nextStepId: NAMES[at + 1] ?? null }));
  return activeWebhook(api, `Ten steps, ${kind}`, [trigger, ...steps]);
}

async function finishedASecond(
  portage: Portage,
  api: Client<Calls>,
  flow: { path: string; workflowId: string },
  expected: number,
): Promise<number> {
  const startMs = performance.now();
  accepted(await load({ port: portage.port, path: flow.path, ...LOAD }));
  const endMs = startMs + 120_000;
  for (;;) {
    const query = { workflowId: flow.workflowId, workflowInstanceStatus: 'Succeeded' as const, pageSize: 1 };
    const { totalCount } = await api('GET /api/workflows/find-instances', { query });
    if (totalCount >= expected) return RUNS / ((performance.now() - startMs) / 1000);
    if (performance.now() > endMs) throw new Error(`Only ${totalCount} of ${expected} runs have succeeded`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** @throws when a call was refused. */
function accepted({ failed, requestsPerSecond }: LoadFigures): number {
  if (failed > 0) throw new Error(`${failed} calls failed`);
  return requestsPerSecond;
}

function median(values: number[]): number {
  return percentile(
    values.sort((a, b) => a - b),
    0.5,
  );
}
