import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { type BenchWorker, startBenchWorker } from './bench-worker.ts';
import { engineModules, NO_DATABASE } from './engine-modules.ts';
import { type LoadFigures, load, percentile, round } from './load-client.ts';
import { activeWebhook, type Portage, temporaryDataDir } from './portage.ts';
import type { Scenario } from './scenario.ts';
import { BODY_1K } from './webhook-accept.ts';

const RUNS = 4_000;
const ROUNDS = 3;
const CONCURRENCY = 16;
const NAMES = Array.from({ length: 9 }, (_, at) => `step${at}`);

/** Two kinds of steps: scripts, and steps that cost next to nothing, so that only the engine's own cost remains. */
const KINDS: Record<string, Record<string, unknown>> = {
  branch: {
    type: 'Branch',
    conditionGroups: [
      {
        name: 'Many',
        conditions: [{ leftExpression: '$Steps["start"].Payload.x', operator: 'GreaterThan', rightExpression: '0' }],
        nextStepId: null,
      },
    ],
  },
  script: { type: 'CustomScript', script: 'return Steps["start"].Payload.x + 1' },
};

/** Something that executes runs. Returns runs per second, from the first call to the last end. */
interface Contender {
  engine: string;
  steps: string;
  speeds: number[];
  measure(round: number): Promise<number>;
}

/**
 * Runs of ten steps per second: the engine by itself, called from one Worker; a bare Durable Object that only writes the same rows; and the
 * whole of Portage, from the webhook to the run index. They take turns, so that the machine's load is the same for each.
 */
export const tenStepRuns: Scenario = {
  name: 'ten-step-runs',
  async run({ portage, api, report }) {
    const folders: { dataDir: string; remove(): Promise<void> }[] = [];
    const workers: BenchWorker[] = [];
    try {
      const start = async (settings: Omit<Parameters<typeof startBenchWorker>[0], 'objectsDir'>) => {
        const folder = await temporaryDataDir();
        folders.push(folder);
        const worker = await startBenchWorker({ ...settings, objectsDir: folder.dataDir });
        workers.push(worker);
        return worker;
      };
      const bare = await start({
        name: 'bare-object',
        classes: ['BareRuns'],
        env: { BARE: { type: 'durable-object', worker: 'bare-object', exportName: 'BareRuns' } },
      });
      const contenders: Contender[] = [
        {
          engine: 'bare Durable Object',
          steps: 'none, their rows only',
          speeds: [],
          measure: async () => accepted(await load({ port: bare.port, path: '/', ...LOAD })),
        },
      ];
      for (const [steps, step] of Object.entries(KINDS)) {
        const alone = await start({ name: 'engine', classes: ['RunShard'], modules: engineModules(), env: engineEnv(tenSteps(step)) });
        contenders.push({ engine: 'engine alone', steps, speeds: [], measure: (at) => speedAlone(alone.port, RUNS * (at + 1)) });
        const flow = await activeWebhook(api, `Ten steps, ${steps}`, tenSteps(step));
        contenders.push({ engine: 'portage', steps, speeds: [], measure: (at) => speedOfPortage(portage, api, flow, RUNS * (at + 1)) });
      }
      // The first round warms up.
      for (let at = 0; at <= ROUNDS; at++) {
        for (const contender of contenders) {
          const speed = await contender.measure(at);
          if (at > 0) contender.speeds.push(speed);
        }
      }
      const bareSpeed = median(contenders[0]?.speeds ?? []);
      for (const { engine, steps, speeds } of contenders) {
        const speed = median(speeds);
        const shareOfBare = round(speed / bareSpeed, 2);
        report({ scenario: this.name, engine, steps, concurrency: CONCURRENCY, runsPerSecond: round(speed, 0), shareOfBare });
      }
    } finally {
      for (const worker of workers) await worker.stop();
      for (const folder of folders) await folder.remove();
    }
  },
};

const LOAD = { body: BODY_1K, concurrency: CONCURRENCY, maxRequests: RUNS, maxMs: 60_000 };

function tenSteps(step: Record<string, unknown>): unknown[] {
  const trigger = { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: NAMES[0] };
  return [trigger, ...NAMES.map((stepId, at) => ({ stepId, ...step, nextStepId: NAMES[at + 1] ?? null }))];
}

function engineEnv(steps: unknown[]): Parameters<typeof startBenchWorker>[0]['env'] {
  const [versionId, workflowId, ownerUserId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const version = { versionId, workflowId, ownerUserId, name: 'Ten steps', loggingMode: 'LogAllData', steps };
  return {
    RUN_SHARDS: { type: 'durable-object', worker: 'engine', exportName: 'RunShard' },
    VERSION: { type: 'text', value: JSON.stringify(version) },
    ...NO_DATABASE,
  };
}

async function speedAlone(port: number, expected: number): Promise<number> {
  const startMs = performance.now();
  accepted(await load({ port, path: '/', ...LOAD }));
  await until(async () => Number(await (await fetch(`http://127.0.0.1:${port}/succeeded`)).text()), expected);
  return RUNS / ((performance.now() - startMs) / 1000);
}

async function speedOfPortage(
  portage: Portage,
  api: Client<Calls>,
  flow: { path: string; workflowId: string },
  expected: number,
): Promise<number> {
  const startMs = performance.now();
  accepted(await load({ port: portage.port, path: flow.path, ...LOAD }));
  const query = { workflowId: flow.workflowId, workflowInstanceStatus: 'Succeeded' as const, pageSize: 1 };
  await until(async () => (await api('GET /api/workflows/find-instances', { query })).totalCount, expected);
  return RUNS / ((performance.now() - startMs) / 1000);
}

/** @throws if not enough have succeeded within two minutes */
async function until(count: () => Promise<number>, expected: number): Promise<void> {
  const endMs = performance.now() + 120_000;
  for (let found = await count(); found < expected; found = await count()) {
    if (performance.now() > endMs) throw new Error(`Only ${found} of ${expected} runs have succeeded`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** @throws if a call was refused */
function accepted({ failed, requestsPerSecond }: LoadFigures): number {
  if (failed > 0) throw new Error(`${failed} calls failed`);
  return requestsPerSecond;
}

function median(values: number[]): number {
  return percentile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}
