import { SCRIPT } from './hand.ts';
import type { Job } from './job.ts';

/** From a change in a step's form to its result. */
export const changeTestSee: Job = {
  name: 'change, test, see',
  target: 1,
  isTypingFree: true,
  async prepare({ api }) {
    const { workflow } = await api('POST /api/workflows', {
      body: {
        name: 'Prices',
        steps: [
          { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'price' },
          { stepId: 'price', type: 'CustomScript', script: 'return 1' },
        ],
      },
    });
    return {
      path: `/workflows/${workflow.id}/edit`,
      start: { role: 'button', name: /^JavaScript price/ },
      async arrange(hand) {
        await hand.openStep('price');
        await hand.write(SCRIPT, 'return { total: 41 }');
      },
      async work(hand) {
        await hand.write(SCRIPT, 'return { total: 42 }');
        await hand.testStep();
        await hand.page.see({ role: 'treeitem', name: /^total .*42/ });
      },
    };
  },
};
