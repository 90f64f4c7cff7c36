// npm run bench: starts its own Portage and prints one JSON line per figure. `npm run bench -- webhook` runs the
// scenarios whose name contains the word.
import { delayedRuns, delays200 } from './delayed-runs.ts';
import { editor500, editor1000, editor2000 } from './editor-canvas.ts';
import { editorPanel } from './editor-panel.ts';
import { findRun } from './find-run.ts';
import { firstLoad } from './first-load.ts';
import { idleMemory } from './idle-memory.ts';
import { importDocuments } from './import-document.ts';
import { insights } from './insights/insights.ts';
import { jobs } from './jobs/jobs.ts';
import { round } from './load-client.ts';
import { longLoop } from './long-loop.ts';
import { neighbours } from './neighbours.ts';
import { peers } from './peers/peers.ts';
import { type Portage, signUp, startPortage, temporaryDataDir } from './portage.ts';
import { postgresPerRun } from './postgres-per-run.ts';
import { pureSteps } from './pure-steps.ts';
import { rowsWritten } from './rows-written.ts';
import type { Figure, Scenario } from './scenario.ts';
import { scriptChain } from './script-chain.ts';
import { soak } from './soak.ts';
import { sync } from './sync/sync.ts';
import { tenStepRuns } from './ten-step-runs.ts';
import { webhookAccept } from './webhook-accept.ts';
import { webhookToFinish } from './webhook-to-finish.ts';

const SCENARIOS: readonly Scenario[] = [
  // First, while the processes are fresh: an earlier load would leave memory behind.
  idleMemory,
  longLoop,
  neighbours,
  scriptChain,
  webhookAccept,
  webhookToFinish,
  tenStepRuns,
  pureSteps,
  delays200,
  delayedRuns,
  postgresPerRun,
  rowsWritten,
  firstLoad,
  importDocuments,
  editor500,
  editor1000,
  editor2000,
  editorPanel,
  jobs,
  insights,
  findRun,
  sync,
  soak,
  peers,
];

/** One JSON line per figure, on standard output. */
function report(figure: Figure): void {
  console.log(JSON.stringify(figure));
}

function chosen(wanted: string): Scenario[] {
  if (wanted === 'all') return [...SCENARIOS];
  return SCENARIOS.filter(({ name, onlyByName }) => (wanted === '' ? !onlyByName : name.includes(wanted)));
}

const scenarios = chosen(process.argv[2] ?? '');
const { dataDir, remove } = await temporaryDataDir();
try {
  const first = await startPortage(dataDir);
  await countStatements(first);
  await first.stop();
  const portage = await startPortage(dataDir);
  try {
    report({ scenario: 'second-start', readyMs: round(portage.readyMs, 0) });
    const api = await signUp(portage.baseUrl);
    for (const scenario of scenarios) {
      try {
        await scenario.run({ portage, api, report });
      } catch (error) {
        // A failing scenario must not cost the other figures.
        report({ scenario: scenario.name, error: String(error) });
        process.exitCode = 1;
      }
    }
  } finally {
    await portage.stop();
  }
} finally {
  await remove();
}

/** Makes PostgreSQL count its statements, and explain them if a scenario asks for it, from its next start on. */
async function countStatements(portage: Portage): Promise<void> {
  const database = await portage.connectDatabase();
  try {
    await database.query(`alter system set shared_preload_libraries = 'pg_stat_statements', 'auto_explain'`);
  } finally {
    await database.end();
  }
}
