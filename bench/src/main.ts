import { firstLoad } from './first-load.ts';
import { round } from './load-client.ts';
import { signUp, startPortage, temporaryDataDir } from './portage.ts';
import type { Figure, Scenario } from './scenario.ts';
import { scriptChain } from './script-chain.ts';
import { webhookAccept } from './webhook-accept.ts';
import { webhookToFinish } from './webhook-to-finish.ts';

const SCENARIOS: readonly Scenario[] = [scriptChain, webhookAccept, webhookToFinish, firstLoad];

/** One JSON line a figure, on standard output. */
function report(figure: Figure): void {
  console.log(JSON.stringify(figure));
}

const wanted = process.argv[2] ?? '';
const { dataDir, remove } = await temporaryDataDir();
try {
  const first = await startPortage(dataDir);
  await first.stop();
  const portage = await startPortage(dataDir);
  try {
    report({ scenario: 'second-start', readyMs: round(portage.readyMs, 0) });
    const api = await signUp(portage.baseUrl);
    for (const scenario of SCENARIOS) if (scenario.name.includes(wanted)) await scenario.run({ portage, api, report });
  } finally {
    await portage.stop();
  }
} finally {
  await remove();
}
