import { round } from './load-client.ts';
import { activeWebhook } from './portage.ts';
import { whilePeakingMb } from './resident-memory.ts';
import type { Scenario } from './scenario.ts';
import { startRun, untilSucceeded } from './wait-for-run.ts';

const WARM_UP_ITEMS = 2_000;
/** Twice as many items must not take twice the memory. */
const ITEMS = [100_000, 200_000];

/** One run that goes through 100,000 items, with a script for each: its time, and the growth of workerd's memory. */
export const longLoop: Scenario = {
  name: 'loop-100000',
  async run({ portage, api, report }) {
    const { path } = await activeWebhook(api, 'Long loop', [
      { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'list' },
      {
        stepId: 'list',
        type: 'CustomScript',
        script: 'return Array.from({ length: Steps["start"].Payload.items }, (_, i) => i)',
        nextStepId: 'each',
      },
      { stepId: 'each', type: 'Loop', listContextDataEntityName: '$Steps["list"].Response', loopFirstStepId: 'add' },
      { stepId: 'add', type: 'CustomScript', script: 'return Steps["each"].CurrentItem + 1' },
    ]);
    const runWith = async (items: number) => untilSucceeded(api, await startRun(portage, path, { items }), 200);
    await runWith(WARM_UP_ITEMS);
    for (const items of ITEMS) {
      const { result, beforeMb, peakMb } = await whilePeakingMb(await portage.workerdPid(), () => runWith(items));
      report({
        scenario: this.name,
        items,
        seconds: round(result.durationMs / 1000, 1),
        stepsPerSecond: round((result.stepCount / result.durationMs) * 1000, 0),
        residentBeforeMb: beforeMb,
        residentPeakMb: peakMb,
        residentGrowthMb: round(peakMb - beforeMb, 1),
      });
    }
  },
};
