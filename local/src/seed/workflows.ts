import { type Client, createClient } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import contactForm from '@portage/examples/workflows/contact-form.json' with { type: 'json' };
import nightlyStockReport from '@portage/examples/workflows/nightly-stock-report.json' with { type: 'json' };
import orders from '@portage/examples/workflows/orders.json' with { type: 'json' };
import type { WorkflowStep } from '@portage/workflow';
import { patientFetch } from '../processes/patient-fetch.ts';

interface Example {
  workflow: { name: string; description: string; steps: unknown };
  /** Each payload starts one run. */
  payloads: unknown[];
}

const EXAMPLES: readonly Example[] = [
  {
    workflow: orders,
    payloads: [
      {
        id: 'A-1001',
        total: 180,
        lines: [
          { sku: 'tea', quantity: 2, price: 45 },
          { sku: 'pot', quantity: 1, price: 90 },
        ],
      },
      { id: 'A-1002', total: 24, lines: [{ sku: 'mug', quantity: 2, price: 12 }] },
      {
        id: 'A-1003',
        total: 415,
        lines: [
          { sku: 'bag', quantity: 5, price: 35 },
          { sku: 'pen', quantity: 60, price: 4 },
        ],
      },
      {
        id: 'A-1004',
        total: 99.5,
        lines: [
          { sku: 'tea', quantity: 1, price: 45 },
          { sku: 'jar', quantity: 3, price: 18.17 },
        ],
      },
    ],
  },
  {
    workflow: contactForm,
    payloads: [
      { name: ' Mara Lindqvist', email: 'Mara@example.com', message: 'Do you ship to Sweden?' },
      // No e-mail address, so that its run fails.
      { name: 'Anonymous', message: 'I forgot to say who I am.' },
      { name: 'Jonas Ferro', email: 'jonas@example.com', message: 'Is the blue bag back in stock?' },
    ],
  },
  { workflow: nightlyStockReport, payloads: [undefined] },
];

/** Creates the workflows of `examples` and starts some of their runs, signed in as their owner. */
export async function seedWorkflows(origin: string, { email, password }: { email: string; password: string }): Promise<void> {
  const fetch = patientFetch();
  const { user } = await createClient<Calls>({ baseUrl: origin, fetch })('POST /api/users/signin', { body: { email, password } });
  const api = createClient<Calls>({ baseUrl: origin, fetch, getAccessToken: () => user.accessToken.value });
  for (const example of EXAMPLES) await seedWorkflow(api, fetch, example);
}

async function seedWorkflow(api: Client<Calls>, send: typeof fetch, { workflow: example, payloads }: Example): Promise<void> {
  const { workflow } = await api('POST /api/workflows', { body: { ...example, steps: example.steps as WorkflowStep[] } });
  const params = { id: workflow.id };
  await api('POST /api/workflows/{id}/activate', { params });
  if (workflow.triggerType !== 'Webhook') {
    for (const payload of payloads) await api('POST /api/workflows/{id}/run', { params, body: { payload } });
    return;
  }
  const { webhookUrl } = await api('GET /api/workflows/generate-webhook-url/{id}', { params });
  for (const payload of payloads) {
    const response = await send(webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    });
    if (response.status !== 202) throw new Error(`The webhook of “${example.name}” returned ${response.status}: ${await response.text()}`);
  }
}
