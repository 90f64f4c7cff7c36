import { load, percentile, round } from '../load-client.ts';
import { activeWebhook } from '../portage.ts';
import type { ScenarioContext } from '../scenario.ts';
import { startRun, untilSucceeded } from '../wait-for-run.ts';
import { BODY_1K } from '../webhook-accept.ts';
import { webhookToFinish } from '../webhook-to-finish.ts';

const SECONDS = 5;
const ROUNDS = 1;
const TRIGGER = { stepId: 'start', type: 'Trigger', triggerType: 'Webhook' };

/** Measures Portage as the harness measures a peer, so that the lines can be compared. */
const SAME: Record<string, (context: ScenarioContext) => Promise<void>> = {
  S1: webhooks,
  S2: fortySteps,
  S3: tenThousandItems,
  S4: oneSecondLate,
};

/** Runs one of the harness's scenarios on Portage; S5 (kill -9) is the crash harness's. */
export async function portageBesidePeers(context: ScenarioContext, scenario: string): Promise<void> {
  await SAME[scenario]?.(context);
}

/** S1: a webhook with one step and 1 KB; until its response (`s1ack`), and until the last run has ended. */
async function webhooks(context: ScenarioContext): Promise<void> {
  const { portage, api, report } = context;
  const { path } = await activeWebhook(api, 'Peers S1', [
    { ...TRIGGER, nextStepId: 'add' },
    { stepId: 'add', type: 'CustomScript', script: 'const b = Steps["start"].Payload; return { i: 1, x: b.x + 1 }' },
  ]);
  const settings = { port: portage.port, path, body: BODY_1K };
  await load({ ...settings, concurrency: 4, maxRequests: 2_000, maxMs: 5_000 });
  for (const concurrency of [1, 16, 64]) {
    for (let repeat = 0; repeat < ROUNDS; repeat++) {
      const figures = await load({ ...settings, concurrency, maxRequests: 200_000, maxMs: SECONDS * 1000 });
      report({ scenario: 'peers S1', engine: 'portage', mode: 's1ack', concurrency, ...figures });
      await new Promise((resolve) => setTimeout(resolve, 3_000));
    }
  }
  await webhookToFinish.run({
    ...context,
    report: (figure) => report({ ...figure, scenario: 'peers S1', engine: 'portage', mode: 'until finished' }),
  });
}

/** S2: forty light scripts, from the run's start to its end. */
async function fortySteps({ portage, api, report }: ScenarioContext): Promise<void> {
  const names = Array.from({ length: 40 }, (_, at) => `c${at + 1}`);
  const { path } = await activeWebhook(api, 'Peers S2', [
    { ...TRIGGER, nextStepId: 'c0' },
    { stepId: 'c0', type: 'CustomScript', script: 'return { i: 0, x: 0 }', nextStepId: 'c1' },
    ...names.map((stepId, at) => ({
      stepId,
      type: 'CustomScript',
      script: `return { i: ${at + 1}, x: Steps["c${at}"].Response.x + 1 }`,
      nextStepId: names[at + 1] ?? null,
    })),
  ]);
  const durations: number[] = [];
  for (let repeat = -3; repeat < 10; repeat++) {
    const { durationMs } = await untilSucceeded(api, await startRun(portage, path, {}));
    if (repeat >= 0) durations.push(durationMs);
  }
  durations.sort((a, b) => a - b);
  report({ scenario: 'peers S2', engine: 'portage', steps: 40, medianMs: percentile(durations, 0.5), maxMs: durations.at(-1) ?? 0 });
}

/** S3: a loop of 10,000 items with a script for each. */
async function tenThousandItems({ portage, api, report }: ScenarioContext): Promise<void> {
  const { path } = await activeWebhook(api, 'Peers S3', [
    { ...TRIGGER, nextStepId: 'list' },
    { stepId: 'list', type: 'CustomScript', script: 'return Array.from({ length: 10000 }, (_, i) => ({ i, x: i }))', nextStepId: 'each' },
    { stepId: 'each', type: 'Loop', listContextDataEntityName: '$Steps["list"].Response', loopFirstStepId: 'add' },
    { stepId: 'add', type: 'CustomScript', script: 'const p = Steps["each"].CurrentItem; return { i: p.i, x: p.x + 1 }' },
  ]);
  const { durationMs } = await untilSucceeded(api, await startRun(portage, path, {}), 100);
  report({ scenario: 'peers S3', engine: 'portage', n: 10_000, wallMs: durationMs, msPerItem: round(durationMs / 10_000, 3) });
}

/** S4: wait one second, then end: how late a single run is, and 200 at once. */
async function oneSecondLate({ portage, api, report }: ScenarioContext): Promise<void> {
  const { path } = await activeWebhook(api, 'Peers S4', [
    { ...TRIGGER, nextStepId: 'wait' },
    { stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Seconds' },
  ]);
  const latenessOf = async () => (await untilSucceeded(api, await startRun(portage, path, {}), 50)).durationMs - 1_000;
  for (const runs of [1, 200]) {
    const late = await Promise.all(Array.from({ length: runs }, latenessOf));
    late.sort((a, b) => a - b);
    report({
      scenario: 'peers S4',
      engine: 'portage',
      runs,
      p50Ms: percentile(late, 0.5),
      p99Ms: percentile(late, 0.99),
      maxMs: late.at(-1) ?? 0,
    });
  }
}
