import { type Client, createClient } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { patientFetch } from '../start/patient-fetch.ts';
import { contactForm } from './sample-workflows/contact-form.ts';
import { nightlyStockReport } from './sample-workflows/nightly-stock-report.ts';
import { orders } from './sample-workflows/orders.ts';
import type { SampleWorkflow } from './sample-workflows/sample-workflow.ts';

const SAMPLES: readonly SampleWorkflow[] = [orders, contactForm, nightlyStockReport];

/** Makes the sample workflows and starts their runs, signed in as their owner. */
export async function seedWorkflows(origin: string, { email, password }: { email: string; password: string }): Promise<void> {
  const fetch = patientFetch();
  const { user } = await createClient<Calls>({ baseUrl: origin, fetch })('POST /api/users/signin', { body: { email, password } });
  const api = createClient<Calls>({ baseUrl: origin, fetch, getAccessToken: () => user.accessToken.value });
  for (const sample of SAMPLES) await seedWorkflow(api, fetch, sample);
}

async function seedWorkflow(api: Client<Calls>, send: typeof fetch, { name, description, steps, payloads }: SampleWorkflow): Promise<void> {
  const { workflow } = await api('POST /api/workflows', { body: { name, description, steps } });
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
    if (response.status !== 202) throw new Error(`The webhook of “${name}” answered ${response.status}: ${await response.text()}`);
  }
}
