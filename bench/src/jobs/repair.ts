import { activeWebhook } from '../portage.ts';
import { startRun, untilSucceeded } from '../wait-for-run.ts';
import { button, field } from './hand.ts';
import { type Job, mustEqual, until } from './job.ts';

/** From a failed run of an active workflow to the same run's success, with the faulty address corrected. */
export const repair: Job = {
  name: 'repair',
  target: 3,
  async prepare({ portage, api, outside }) {
    const call = { type: 'HttpRequest', httpMethod: 'POST', body: '{}' };
    const { workflowId, path } = await activeWebhook(api, 'Orders to the warehouse', [
      { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'ship' },
      { ...call, stepId: 'ship', url: `${outside.url}/refused` },
    ]);
    const runId = await startRun(portage, path, { order: 'A-1001' });
    const params = { id: runId };
    await until('The run fails', async () => {
      const { workflowInstance } = await api('GET /api/workflows/instances/{id}', { params });
      return workflowInstance.status === 'Failed' ? true : null;
    });
    return {
      path: `/run-history/${runId}/view`,
      start: { role: 'link', name: 'Fix this step' },
      async work(hand) {
        await hand.press({ role: 'link', name: 'Fix this step' });
        await hand.writeFar(field('URL'), `${outside.url}/ship`, 'url field');
        await hand.command(button('Publish and re-run'), 'and re-run');
        await hand.page.waitForAddress(/\/run-history\//);
        await untilSucceeded(api, runId);
        const { workflow } = await api('GET /api/workflows/{id}', { params: { id: workflowId } });
        mustEqual('The workflow is active', workflow.isActive, true);
      },
    };
  },
};
