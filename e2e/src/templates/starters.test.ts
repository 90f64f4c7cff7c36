import { beforeAll, describe, expect, test } from 'vitest';
import { activeWebhook, listSteps, postWebhook, waitForRun } from '../api/runs.ts';
import { signUp } from '../api/session.ts';
import { simulatedRecords } from '../playbooks/simulated-records.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

const baseUrl = sharedBaseUrl();
type Person = Awaited<ReturnType<typeof signUp>>;

/** What each starter stores in Data Storage, or does elsewhere, with nothing entered by a person. */
const EXPECTED: Record<string, { data?: Record<string, unknown>; steps?: string[] }> = {
  'sort-orders-by-size': { data: { newestLargeOrder: { id: 'A-1001', customer: 'Ada Lovelace', total: 114 } } },
  'keep-entries-of-a-form': {
    data: { entries: [{ name: 'Ada Lovelace', email: 'ada@example.com', message: 'Please call me back.', at: expect.any(String) }] },
  },
  'duties-of-the-week': {},
  'clean-up-a-list': {
    data: {
      people: [
        { name: 'Ada Lovelace', email: 'ada@example.com' },
        { name: 'Hopper, Grace', email: 'grace@example.com' },
      ],
      leftOut: [
        { name: 'Ada again', email: 'ada@example.com', reason: 'Comes twice' },
        { name: 'No address', email: '', reason: 'No valid e-mail address' },
      ],
    },
  },
  'ask-wait-remind': { data: { lastReminder: 'Please decide on R-17, grace@example.com: A new laptop for Ada' } },
  'shopify-orders-to-salesforce-leads': { steps: ['known leads'] },
  'mindbody-clients-to-shopify': { data: { readUntil: expect.any(String) }, steps: ['known', 'customer'] },
  'low-stock-in-shopify-each-morning': { steps: ['variants', 'low'] },
};

async function instantiate({ api }: Person, name: string) {
  const { template } = await api('GET /api/workflow-templates/{id}', { params: { id: `system-${name}` } });
  const connectorIds: Record<string, string> = {};
  for (const { id } of template.connectorTypes) {
    connectorIds[id] = (await api('POST /api/connectors/simulated', { body: { connectorTypeId: id } })).connector.id;
  }
  return (await api('POST /api/workflows', { body: { name: `My ${template.name}`, templateId: template.id, connectorIds } })).workflow;
}

async function runOnce({ api }: Person, workflowId: string, payload?: unknown) {
  const started = await api('POST /api/workflows/{id}/test-run', {
    params: { id: workflowId },
    ...(payload === undefined ? {} : { body: { payload: payload as never } }),
  });
  expect(await waitForRun(api, started.workflowInstanceId)).toMatchObject({ status: 'Succeeded', errorMessage: null, failedSteps: 0 });
  return (await listSteps(api, started.workflowInstanceId)).map(({ name }) => name);
}

async function readContextData({ api }: Person, workflowId: string): Promise<Record<string, unknown>> {
  const { contextData } = await api('GET /api/workflows/{id}/workflow-context-data', { params: { id: workflowId } });
  return Object.fromEntries(contextData.map(({ key, value }) => [key, value]));
}

describe('unchanged starters', () => {
  let person: Person;
  beforeAll(async () => {
    person = await signUp(baseUrl);
    await simulatedRecords(baseUrl).fill('mindbody', 'clients', 2);
  });

  test('covers every starter', async () => {
    const { templates } = await person.api('GET /api/workflow-templates', { query: { pageSize: 100 } });
    const starters = templates.filter(({ isStarter }) => isStarter).map(({ id }) => id.replace('system-', ''));
    expect(starters).toEqual(Object.keys(EXPECTED));
  });

  test.each(Object.entries(EXPECTED))('%s can be activated, and its first run does its work', async (name, { data, steps }) => {
    const { id } = await instantiate(person, name);
    const ran = await runOnce(person, id);
    expect(await readContextData(person, id)).toMatchObject(data ?? {});
    expect(ran).toEqual(expect.arrayContaining(steps ?? []));
    const activated = await person.api('POST /api/workflows/{id}/activate', { params: { id } });
    expect(activated).toMatchObject({ isSuccess: true });
  });

  test('an order of a customer who is already a lead makes no second lead, and a quote in the address isn’t part of the query', async () => {
    const { id } = await instantiate(person, 'shopify-orders-to-salesforce-leads');
    const email = `o'neill-${crypto.randomUUID()}@example.com`;
    const payload = { name: '#1', email, total_price: '1.00', currency: 'EUR', customer: { first_name: 'Ada', last_name: "O'Neill" } };
    expect(await runOnce(person, id, payload)).toContain('lead');
    expect(await runOnce(person, id, payload)).not.toContain('lead');
  });

  test('the second night doesn’t carry the first night’s clients again', async () => {
    const { id } = await instantiate(person, 'mindbody-clients-to-shopify');
    await simulatedRecords(baseUrl).fill('mindbody', 'clients', 1);
    expect(await runOnce(person, id)).toContain('customer');
    expect(await runOnce(person, id)).not.toContain('customer');
  });

  test('a decision that arrives in time is found after the wait', async () => {
    const { api } = person;
    const { template } = await api('GET /api/workflow-templates/{id}', { params: { id: 'system-ask-wait-remind' } });
    const { workflowId, webhookUrl } = await activeWebhook(api, 'Approvals', template.steps);
    const asked = await postWebhook(webhookUrl, { request: 'R-1', text: 'Tea', approver: 'grace@example.com' });
    const decided = await postWebhook(webhookUrl, { request: 'R-1', decision: 'approved' });
    for (const runId of [decided, asked]) expect((await waitForRun(api, runId)).status).toBe('Succeeded');
    expect(await readContextData(person, workflowId)).toMatchObject({ lastDecided: 'R-1: approved' });
  });

  test('a form entry without an address isn’t stored, and a payload of another shape fails no starter', async () => {
    const form = await instantiate(person, 'keep-entries-of-a-form');
    expect(await runOnce(person, form.id, { name: 'Robot' })).not.toContain('keep');
    for (const name of ['sort-orders-by-size', 'keep-entries-of-a-form', 'clean-up-a-list']) {
      const { id } = await instantiate(person, name);
      await runOnce(person, id, {});
    }
  });

  test('each week has its own duties', async () => {
    const { id } = await instantiate(person, 'duties-of-the-week');
    await runOnce(person, id, { scheduledAt: '2026-02-26T07:00:00.000Z' });
    expect((await readContextData(person, id)).dueThisWeek).toEqual([
      { name: 'Close the books', date: '2026-02-28' },
      { name: 'Send the invoices', date: '2026-03-01' },
    ]);
  });
});
