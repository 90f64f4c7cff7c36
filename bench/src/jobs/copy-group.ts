import { cardOf, type Hand } from './hand.ts';
import { type Job, mustEqual, until } from './job.ts';

const start = { stepId: 'start', type: 'Trigger', triggerType: 'Manual' } as const;

/** A loop with its steps, from one workflow into another. */
export const copyGroup: Job = {
  name: 'copy a group',
  target: 6,
  async prepare({ api }) {
    const loop = {
      stepId: 'each',
      type: 'Loop',
      listContextDataEntityName: '$Steps["start"].Payload.lines',
      loopFirstStepId: 'price',
    } as const;
    const script = { type: 'CustomScript', script: 'return 1' } as const;
    const { workflow: from } = await api('POST /api/workflows', {
      body: {
        name: 'From',
        steps: [{ ...start, nextStepId: 'each' }, loop, { ...script, stepId: 'price', nextStepId: 'send' }, { ...script, stepId: 'send' }],
      },
    });
    const { workflow: to } = await api('POST /api/workflows', { body: { name: 'Into this one', steps: [start] } });
    return {
      path: `/workflows/${from.id}/edit`,
      start: cardOf('send'),
      async work(hand) {
        await (hand.by === 'mouse' ? copyByMouse(hand) : copyByKeyboard(hand, to.id));
        const names = await until('The copies are saved', async () => {
          const { workflow } = await api('GET /api/workflows/{id}', { params: { id: to.id } });
          return workflow.steps.length > 1 ? workflow.steps.map(({ stepId }) => stepId) : null;
        });
        mustEqual('The steps', names.toSorted(), ['each', 'price', 'send', 'start']);
      },
    };
  },
};

async function copyByMouse({ page }: Hand): Promise<void> {
  await page.click(cardOf('each'), 'right');
  await page.click({ role: 'menuitem', name: 'Copy' });
  await page.click({ role: 'link', name: 'Workflows', within: { role: 'navigation', name: 'Main' } });
  await page.click({ role: 'link', name: 'Into this one' });
  await page.click(cardOf('start'), 'right');
  await page.click({ role: 'menuitem', name: 'Paste' });
}

/** The canvas of a workflow that was just opened has the focus. */
async function copyByKeyboard({ page }: Hand, toId: string): Promise<void> {
  await page.press('Home', 'ArrowDown', 'Control+c', 'Control+k');
  await page.type('into');
  await page.see({ role: 'option', name: /^Into this one/, isSelected: true });
  await page.press('Enter');
  await page.waitForAddress(new RegExp(toId));
  await page.see({ css: '[data-flowchart]:focus' });
  await page.see(cardOf('start'));
  await page.press('Home', 'Control+v');
}
