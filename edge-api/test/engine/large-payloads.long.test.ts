import { dataLimits } from '@portage/contracts';
import { expect, test } from 'vitest';
import { api, fetchWorker, signedInPerson } from '../api.ts';

/** JSON of exactly the largest size that a webhook accepts: orders with their lines. */
function largestPayload(id: number): string {
  const line = { sku: 'sku-00000000', name: 'Green tea, loose leaf', price: 12.5, paid: true };
  const count = Math.floor(dataLimits.webhookBodyBytes / (JSON.stringify(line).length + 1)) - 2;
  const json = JSON.stringify({ id, pad: '', lines: Array.from({ length: count }, () => line) });
  return json.replace('"pad":""', `"pad":"${'x'.repeat(dataLimits.webhookBodyBytes - json.length)}"`);
}

test('ten simultaneous calls of the largest size are all accepted, and a script in each run reads what was sent', async () => {
  const { token } = await signedInPerson();
  const steps = [
    { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'count' },
    {
      stepId: 'count',
      type: 'CustomScript',
      script:
        'const { id, lines } = Steps["start"].Payload; return { id, count: lines.length, sum: lines.reduce((sum, { price }) => sum + price, 0) }',
    },
  ];
  const made = await api('POST /api/workflows', { token, body: { name: 'Large', steps } });
  const { id, triggerCode } = made.body.workflow;
  expect((await api(`POST /api/workflows/${id}/activate`, { token })).status).toBe(200);
  const send = (body: string) =>
    fetchWorker(`/api/webhooks/${triggerCode}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

  const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => send(largestPayload(index))));
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  expect(answers.map(({ status }, index) => (status === 202 ? 202 : texts[index]))).toEqual(answers.map(() => 202));
  for (const text of texts) {
    const runId = (JSON.parse(text) as { workflowInstanceId: string }).workflowInstanceId;
    const run = async () => (await api(`GET /api/workflows/instances/${runId}`, { token })).body.workflowInstance;
    await expect.poll(async () => (await run()).status, { timeout: 120_000, interval: 500 }).toMatch(/Succeeded|Failed/);
    expect(await run()).toMatchObject({ status: 'Succeeded', errorMessage: null });
  }

  const tooLarge = await send(`${largestPayload(11)} `);
  expect(tooLarge.status).toBe(413);
  expect(await tooLarge.text()).toContain('larger than 10 MB');
}, 300_000);
