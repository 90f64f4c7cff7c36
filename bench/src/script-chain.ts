import { percentile, round } from './load-client.ts';
import { activeWebhook } from './portage.ts';
import type { Scenario } from './scenario.ts';
import { startRun, untilSucceeded } from './wait-for-run.ts';

const STEPS = 40;
const REPEATS = 20;

/** Forty light scripts in one run, from the run's start to its end as the engine recorded them. */
export const scriptChain: Scenario = {
  name: 'script-steps-40',
  async run({ portage, api, report }) {
    const scripts = Array.from({ length: STEPS }, (_, at) => ({
      stepId: `step${at}`,
      type: 'CustomScript',
      script: at === 0 ? 'return 1' : `return Steps["step${at - 1}"].Response + 1`,
      nextStepId: at < STEPS - 1 ? `step${at + 1}` : null,
    }));
    const trigger = { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'step0' };
    const { path } = await activeWebhook(api, 'Forty scripts', [trigger, ...scripts]);
    const durations: number[] = [];
    for (let repeat = -3; repeat < REPEATS; repeat++) {
      const { durationMs } = await untilSucceeded(api, await startRun(portage, path, {}));
      if (repeat >= 0) durations.push(durationMs);
    }
    durations.sort((a, b) => a - b);
    report({
      scenario: this.name,
      steps: STEPS,
      runs: REPEATS,
      medianMs: round(percentile(durations, 0.5), 1),
      p99Ms: round(percentile(durations, 0.99), 1),
    });
  },
};
