import { percentile, round } from './load-client.ts';
import { activeWebhook } from './portage.ts';
import type { Scenario } from './scenario.ts';
import { startRun, untilSucceeded } from './wait-for-run.ts';

const ITEMS = 50_000;
const REPEATS = 3;

/** Steps per second in one run whose steps only decide: a loop with a branch for each item, and no script. */
export const pureSteps: Scenario = {
  name: 'pure-steps',
  async run({ portage, api, report }) {
    const { path } = await activeWebhook(api, 'Pure steps', [
      { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'list' },
      { stepId: 'list', type: 'CustomScript', script: `return Array.from({ length: ${ITEMS} }, (_, i) => i)`, nextStepId: 'each' },
      { stepId: 'each', type: 'Loop', listContextDataEntityName: '$Steps["list"].Response', loopFirstStepId: 'even' },
      {
        stepId: 'even',
        type: 'Branch',
        conditionGroups: [
          {
            name: 'Few',
            conditions: [{ leftExpression: '$Steps["each"].CurrentItem', operator: 'LessThan', rightExpression: '100' }],
            nextStepId: null,
          },
          { name: 'Many', conditions: [], nextStepId: null },
        ],
      },
    ]);
    const speeds: number[] = [];
    for (let repeat = 0; repeat < REPEATS; repeat++) {
      const { durationMs, stepCount } = await untilSucceeded(api, await startRun(portage, path, {}), 200);
      speeds.push((stepCount / durationMs) * 1000);
    }
    speeds.sort((a, b) => a - b);
    report({
      scenario: this.name,
      items: ITEMS,
      runs: REPEATS,
      stepsPerSecond: round(percentile(speeds, 0.5), 0),
      best: round(speeds.at(-1) ?? 0, 0),
    });
  },
};
