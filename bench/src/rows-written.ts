import { buildShardName, makeRunId, toOwnerId } from '@portage/contracts';
import { startBenchWorker } from './bench-worker.ts';
import { engineModules, NO_DATABASE } from './engine-modules.ts';
import { round } from './load-client.ts';
import { temporaryDataDir } from './portage.ts';
import type { Scenario } from './scenario.ts';

const OWNER = toOwnerId('6f9619ff-8b86-4011-b42d-00c04fc964ff');
const ITEMS = 10_000;

const script = (stepId: string, text: string, nextStepId: string | null = null) => ({
  stepId,
  type: 'CustomScript',
  script: text,
  nextStepId,
});
const trigger = { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 's0' };

const WORKFLOWS: Record<string, unknown[]> = {
  'one script': [trigger, script('s0', 'return 1')],
  'forty scripts': [trigger, ...Array.from({ length: 40 }, (_, at) => script(`s${at}`, `return ${at}`, at < 39 ? `s${at + 1}` : null))],
  'loop of 10,000 scripts': [
    trigger,
    script('s0', `return Array.from({ length: ${ITEMS} }, (_, i) => i)`, 'each'),
    { stepId: 'each', type: 'Loop', listContextDataEntityName: '$Steps["s0"].Response', loopFirstStepId: 'add' },
    script('add', 'return Steps["each"].CurrentItem + 1'),
  ],
};

/** Rows written to a shard's SQLite, indexes included, as the platform counts and bills them: for a run, and for one of its steps. */
export const rowsWritten: Scenario = {
  name: 'rows-written',
  async run({ report }) {
    const { dataDir, remove } = await temporaryDataDir();
    const counting = await startBenchWorker({
      name: 'counting',
      classes: ['RunShard'],
      env: { RUN_SHARDS: { type: 'durable-object', worker: 'counting', exportName: 'RunShard' }, ...NO_DATABASE },
      modules: engineModules(),
      objectsDir: dataDir,
    });
    try {
      for (const [workflow, steps] of Object.entries(WORKFLOWS)) {
        // A shard's first run also writes the tables and the version; the second run shows the cost of every run.
        const version = newVersion(steps);
        await measureRunCost(counting.port, version);
        const { stepCount, rowsWritten, rowsRead } = await measureRunCost(counting.port, version);
        report({ scenario: this.name, workflow, steps: stepCount, rowsWritten, rowsRead, rowsPerStep: round(rowsWritten / stepCount, 4) });
      }
    } finally {
      await counting.stop();
      await remove();
    }
  },
};

interface Version {
  versionId: string;
  workflowId: string;
  ownerUserId: string;
  name: string;
  loggingMode: string;
  steps: unknown[];
}

function newVersion(steps: unknown[]): Version {
  const [versionId, workflowId] = [crypto.randomUUID(), crypto.randomUUID()];
  return { versionId, workflowId, ownerUserId: OWNER, name: 'Counted', loggingMode: 'LogAllData', steps };
}

async function measureRunCost(port: number, version: Version): Promise<{ stepCount: number; rowsWritten: number; rowsRead: number }> {
  const nowMs = Date.now();
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    body: JSON.stringify({
      shardName: buildShardName(OWNER, nowMs, 0),
      runId: makeRunId(OWNER, nowMs, 0, crypto.randomUUID().replaceAll('-', '').slice(0, 20)),
      ownerUserId: OWNER,
      workflowId: version.workflowId,
      versionId: version.versionId,
      version,
      triggerType: 'Webhook',
      triggerJson: JSON.stringify({ type: 'Webhook', payload: { x: 1 } }),
      startedByHand: false,
      isTest: false,
    }),
  });
  if (!response.ok) throw new Error(`The run cannot be counted: ${await response.text()}`);
  return (await response.json()) as { stepCount: number; rowsWritten: number; rowsRead: number };
}
