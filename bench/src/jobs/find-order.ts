import { activeWebhook } from '../portage.ts';
import { startRun } from '../wait-for-run.ts';
import { button } from './hand.ts';
import { type Job, mustEqual, readRunId, until } from './job.ts';

/** The run of an order, by a number that its payload had, without a tag. */
export const findOrder: Job = {
  name: 'find A-1004',
  target: 3,
  async prepare({ portage, api }) {
    const { path } = await activeWebhook(api, 'Webshop', [{ stepId: 'start', type: 'Trigger', triggerType: 'Webhook' }]);
    const runId = await startRun(portage, path, { order: { number: 'A-1004' } });
    await startRun(portage, path, { order: { number: 'A-2001' } });
    await until('The run is found', async () => {
      const { totalCount } = await api('GET /api/workflows/find-instances', { query: { content: 'A-1004' } });
      return totalCount > 0 ? true : null;
    });
    return {
      path: '/workflows',
      start: { role: 'link', name: 'Webshop' },
      async work(hand) {
        const { page } = hand;
        const found = { role: 'option', name: /A-1004/, isSelected: true } as const;
        if (hand.by === 'mouse') await page.click(button(/^Find anything/));
        else await page.press('Control+k');
        await page.see({ role: 'combobox', name: /^Search workflows/ });
        await page.type('A-1004');
        await page.see(found);
        if (hand.by === 'mouse') await page.click(found);
        else await page.press('Enter');
        mustEqual('The run', readRunId(await page.waitForAddress(/\/run-history\/.*\/view/)), runId);
      },
    };
  },
};
