import { activate, addWorkflow } from './add-workflow.ts';
import { field, SCRIPT, select } from './hand.ts';
import { type Job, mustEqual } from './job.ts';

const ORDER = {
  id: 'A-1004',
  lines: [
    { quantity: 2, price: 180 },
    { quantity: 1, price: 146 },
  ],
};

/** A webhook that adds up an order's lines and responds with the total, built from nothing and tried on the way. */
export const orderInJsonOut: Job = {
  name: 'order in, JSON out',
  target: 20,
  async prepare({ api }) {
    return {
      path: '/workflows',
      start: { role: 'list', name: 'Ways to start' },
      async work(hand) {
        const id = await addWorkflow(hand, 'Totals', 'Webhook');
        await hand.openStep('start');
        await hand.write(field('Payload Sample JSON'), JSON.stringify(ORDER));
        await hand.choose(select('Respond to the caller'), 'When the run ends');
        await hand.addStep('JavaScript');
        await hand.write(SCRIPT, 'return Steps["start"].Payload.lines.reduce((sum, line) => sum + line.quantity * line.price, 0)');
        await hand.testStep();
        await hand.page.see({ role: 'treeitem', name: /^Response .*506/ });
        await hand.addStep('End Step');
        await hand.tick({ role: 'checkbox', name: "Respond to the webhook's caller" });
        await hand.write(field('Body'), '{"order": "${Steps["start"].Payload.id}", "total": ${Steps["CustomScript1"].Response}}');
        await activate(hand);
        const { webhookUrl } = await api('GET /api/workflows/generate-webhook-url/{id}', { params: { id } });
        const response = await fetch(webhookUrl, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(ORDER),
        });
        mustEqual('The response', await response.json(), { order: 'A-1004', total: 506 });
      },
    };
  },
};
