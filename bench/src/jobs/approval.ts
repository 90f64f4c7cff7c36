import { untilSucceeded } from '../wait-for-run.ts';
import { addWorkflow } from './add-workflow.ts';
import { button, field, SCRIPT } from './hand.ts';
import { type Job, mustEqual, readRunId } from './job.ts';

/** A workflow that asks by e-mail before it pays: built from nothing, run, and approved by its owner. */
export const approval: Job = {
  name: 'approval',
  target: 16,
  async prepare({ api }) {
    return {
      path: '/workflows',
      start: { role: 'list', name: 'Ways to start' },
      async work(hand) {
        await addWorkflow(hand, 'Invoices');
        await hand.addStep('Wait for Approval');
        await hand.write(field('Question'), 'Pay the invoice?');
        await hand.writeFar(field('E-mail addresses'), 'ann@example.com', 'mail');
        await hand.addStep('Branch');
        await hand.openGroup('Yes');
        await hand.press(button('Add Condition'));
        await hand.write(field('Value'), '$Steps["WaitForApproval1"].Response.decision');
        await hand.write(field('Compare with'), 'Approved');
        await hand.addStepToGroup('JavaScript');
        await hand.write(SCRIPT, 'return "paid"');
        await hand.page.see({ text: 'Workflow is valid and can be started' });
        await hand.run();
        const runId = readRunId(await hand.page.waitForAddress(/workflowInstanceId=/));
        await hand.command(button('Answer'), 'answer');
        await hand.press(button('Approve'));
        await untilSucceeded(api, runId);
        const query = { workflowInstanceId: runId, pageIndex: 0, pageSize: 10 };
        const { stepInstances } = await api('GET /api/workflows/step-instances', { query });
        mustEqual(
          'The steps',
          stepInstances.map(({ name }) => name),
          ['start', 'WaitForApproval1', 'Branch1', 'CustomScript1'],
        );
      },
    };
  },
};
