import { load, percentile, round } from './load-client.ts';
import { activeWebhook } from './portage.ts';
import { whilePeakingMb } from './resident-memory.ts';
import type { Scenario } from './scenario.ts';
import { BODY_1K } from './webhook-accept.ts';

/** A thousand runs that wait at the same time: how late each continues, by the engine's own record, and their memory. */
export const delayedRuns = delays('delayed-1000', 1_000, 5);

/** Two hundred that end at about the same instant. */
export const delays200 = delays('delays-200', 200, 1);

/** @param delaySeconds long enough for all of them to wait at the same time */
function delays(name: string, runs: number, delaySeconds: number): Scenario {
  return {
    name,
    async run({ portage, api, report }) {
      const { path, workflowId } = await activeWebhook(api, 'Delayed', [
        { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'wait' },
        { stepId: 'wait', type: 'DelayStep', delayValue: delaySeconds, delayType: 'Seconds' },
      ]);
      const database = await portage.connectDatabase();
      try {
        const { result, beforeMb, peakMb } = await whilePeakingMb(await portage.workerdPid(), async () => {
          const { failed } = await load({ port: portage.port, path, body: BODY_1K, concurrency: 64, maxRequests: runs, maxMs: 60_000 });
          return { failed, lateness: await untilLatenessIsKnown() };
        });
        const { failed, lateness } = result;
        report({
          scenario: name,
          runs,
          failed,
          medianLatenessMs: round(percentile(lateness, 0.5), 0),
          p99LatenessMs: round(percentile(lateness, 0.99), 0),
          maxLatenessMs: round(lateness.at(-1) ?? Number.NaN, 0),
          residentBeforeMb: beforeMb,
          residentPeakMb: peakMb,
          residentGrowthMb: round(peakMb - beforeMb, 1),
        });
      } finally {
        await database.end();
      }

      /** From the run index: a run's end minus its start and its delay. */
      async function untilLatenessIsKnown(): Promise<number[]> {
        const endMs = performance.now() + 120_000;
        for (;;) {
          const { rows } = await database.query<{ late: number }>(
            `select (extract(epoch from finished_at - started_at) * 1000)::float8 - $2 as late
           from workflow_instances where workflow_id = $1 and status = 'Succeeded' order by late`,
            [workflowId, delaySeconds * 1000],
          );
          if (rows.length >= runs) return rows.map((row) => row.late);
          if (performance.now() > endMs) throw new Error(`Only ${rows.length} of ${runs} runs have succeeded`);
          await new Promise((resolve) => setTimeout(resolve, 250));
        }
      }
    },
  };
}
