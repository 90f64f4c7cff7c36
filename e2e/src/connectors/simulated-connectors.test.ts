import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, signIn } from '../api/session.ts';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { closeByClick } from '../browser/close-by-click.ts';
import { freePort, type Stack, startStack } from '../stack/stack.ts';
import { startedDataDir } from '../stack/started-data-dir.ts';
import { makeTemplate } from '../templates/template-people.ts';
import { type ConnectorPerson, field, newConnectorPerson, toast } from './connector-people.ts';
import { makeEventWorkflow } from './make-event-type.ts';

/** Portage as shipped: nothing is taken over, and each simulated system is one click away. */
describe('a person connects simulated systems', () => {
  let stack: Stack;
  let person: ConnectorPerson;
  let data: Awaited<ReturnType<typeof startedDataDir>>;
  let port: number;
  const start = async () => startStack({ dataDir: data.dataDir, port, env: { PORTAGE_SEED_DEMO: 'false' } });

  beforeAll(async () => {
    data = await startedDataDir();
    port = await freePort();
    stack = await start();
    person = await newConnectorPerson(stack.baseUrl);
  });

  afterAll(async () => {
    await person?.close();
    await stack?.stop();
    await data?.remove();
  });

  const local = async (call: string, body?: object) => {
    const [method = 'GET', path = ''] = call.split(' ');
    const answer = await fetch(`${stack.baseUrl}/local/simulators${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    return { status: answer.status, body: (await answer.json()) as any };
  };
  const runsOf = async (api: Client<Calls>, workflowId: string) =>
    (await api('GET /api/workflows/find-instances', { query: { workflowId, pageSize: 100, pageIndex: 0 } })).workflowInstances;
  const simulated = async (connectorTypeId: string) =>
    (await person.api('POST /api/connectors/simulated', { body: { connectorTypeId } })).connector.id;

  test('with one click, and the test says that it works', async () => {
    const { page } = person;
    await page.goto('/connectors/add');
    await page.getByRole('searchbox', { name: 'Filter' }).fill('Shopify');
    await page.getByRole('list', { name: 'Applications' }).getByRole('button', { name: 'Shopify', exact: false }).first().click();
    const button = page.getByRole('button', { name: 'Use simulated Shopify' });
    await button.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button.click();
    await toast(page, 'Connector created.');
    await page.waitForURL('**/connectors/*/edit');
    await page.getByText(/^Works · tested \d/).waitFor();
    expect(await page.getByRole('button', { name: 'Re-Connect' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('The connection to Shopify works.').waitFor();
    await page.goto('/connectors');
    const row = page.getByRole('row', { name: /Simulated Shopify/ });
    await row.getByText(/^Works · tested \d/).waitFor();
    await row.getByText('Simulated', { exact: true }).waitFor();
    // A system without its own simulator is simulated from its document.
    await page.goto('/connectors/add?connectorTypeId=system-slack');
    await page.getByRole('button', { name: 'Use simulated Slack' }).waitFor();
    expect(person.problems).toEqual([]);
  });

  test('every simulated system works at once', async () => {
    const { simulatedConnectorTypeIds } = await person.api('GET /api/configuration');
    expect(simulatedConnectorTypeIds.length).toBeGreaterThan(9);
    for (const typeId of simulatedConnectorTypeIds) {
      const id = await simulated(typeId);
      const tested = await person.api('POST /api/connectors/{id}/test', { params: { id } });
      expect([typeId, tested]).toEqual([typeId, { isSuccess: true, message: expect.stringMatching(/works\.$/) }]);
    }
  });

  test('if a system has no app set up, the form asks for one and offers a way out, and an outdated test is discarded', async () => {
    const { page } = person;
    await page.goto('/connectors/add?connectorTypeId=system-shopify');
    await page.getByText(/Sign-in to Shopify is not set up here.*or use Shopify Private with an access token/).waitFor();
    expect(await field(page, 'Name').inputValue()).toBe('Shopify');
    await field(page, 'Shopify Store Name').fill('https://my-store.myshopify.com/admin');
    await expect.poll(() => field(page, 'Shopify Store Name').inputValue()).toBe('my-store');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Please input Client Id').waitFor();
    await page.getByText('Please input Client Secret').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const id = await simulated('system-mindbody');
    const stateOf = async () => (await person.api('GET /api/connectors/{id}', { params: { id } })).connector.testedAt;
    expect(await stateOf()).not.toBeNull();
    await person.api('PUT /api/connectors/{id}', { params: { id }, body: { name: 'Studio', slug: '-99' } });
    expect(await stateOf()).not.toBeNull();
    await person.api('PUT /api/connectors/{id}', { params: { id }, body: { slug: '-1' } });
    expect(await stateOf()).toBeNull();
  });

  test('a change in a simulated system calls its webhook, signed, and starts a run', async () => {
    const { api } = person;
    for (const [typeId, eventId, place, read] of [
      ['system-shopify', 'products/create', '/shopify/products', 'title'],
      ['system-mindbody', 'client.created', '/mindbody/clients', 'eventData'],
    ] as const) {
      const connectorId = await simulated(typeId);
      const { id } = await makeEventWorkflow(api, { connectorId, connectorTypeId: typeId }, eventId);
      await api('POST /api/workflows/{id}/activate', { params: { id } });
      await local(`POST ${place}/fill`, { count: 1 });
      await expect.poll(async () => (await runsOf(api, id)).map(({ status }) => status)).toEqual(['Succeeded']);
      const [run] = await runsOf(api, id);
      const { stepInstances } = await api('GET /api/workflows/step-instances', {
        query: { workflowInstanceId: run?.id ?? '', pageSize: 10, pageIndex: 0 },
      });
      const step = stepInstances.find(({ name }) => name === 'read');
      const { stepInstance } = await api('GET /api/workflows/step-instances/{id}', {
        params: { id: step?.id ?? '' },
        query: { workflowInstanceId: run?.id ?? '' },
      });
      expect(stepInstance.stepData?.response?.body).toHaveProperty(read);
      await api('POST /api/workflows/{id}/deactivate', { params: { id } });
      await local(`POST ${place}/fill`, { count: 1 });
    }
    expect((await local('GET /shopify/webhooks')).body.totalCount).toBe(0);
  });

  test('from the template’s page, with one click or in the window, without leaving', async () => {
    const admin = await signIn(stack.baseUrl, ADMIN);
    const steps = [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'products' },
      {
        stepId: 'products',
        type: 'ConnectorOperation',
        connectorTypeId: 'system-shopify-custom-app',
        operationId: 'POST /graphql.json#products',
        nextStepId: 'leads',
      },
      { stepId: 'leads', type: 'ConnectorOperation', connectorTypeId: 'system-stripe', operationId: 'GET /v1/customers' },
    ];
    const templateId = await makeTemplate(admin, 'Shop to payments', { steps: steps as never });
    const other = await newConnectorPerson(stack.baseUrl);
    try {
      const { page } = other;
      await page.goto(`/workflows/add-from-template-id/${templateId}/`);
      await page.getByText('0 of 2 connected').waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole('button', { name: 'Use simulated Shopify Private' }).click();
      await page.getByText('1 of 2 connected').waitFor();
      const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Add Stripe connector' }).click()]);
      await popup.getByRole('heading', { name: 'New Stripe Connector' }).waitFor();
      expect(await field(popup, 'Name').inputValue()).toBe('Stripe');
      await popup.getByRole('button', { name: 'Authorization Type' }).click();
      await popup.getByRole('option', { name: 'API key or token' }).click();
      await field(popup, 'Token').fill('sk_test_1');
      await closeByClick(popup, popup.getByRole('button', { name: 'Add Connector' }));
      await page.getByText('2 of 2 connected').waitFor();
      await page.getByRole('button', { name: 'Continue to Designer' }).click();
      await page.waitForURL(/\/workflows\/[\w-]+\/edit/);
      expect(other.problems).toEqual([]);
    } finally {
      await other.close();
    }
  });

  test('their page shows the records, and their data survives a restart', async () => {
    const { page } = person;
    await page.goto('/local/simulators?system=shopify&entity=customers');
    await page.getByLabel('How many').fill('3');
    await page.getByRole('button', { name: 'Add customers' }).click();
    await page.getByText('customers: 3').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const before = await local('GET /shopify/customers');
    const connectorId = await simulated('system-shopify');
    await stack.stop();
    stack = await start();
    expect((await local('GET /shopify/customers')).body).toEqual(before.body);
    expect(await person.api('POST /api/connectors/{id}/test', { params: { id: connectorId } })).toMatchObject({ isSuccess: true });
    const foreign = await fetch(`${stack.baseUrl}/local/simulators/shopify/customers/fill`, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: '{"count":1}',
    });
    expect(foreign.status).toBe(403);
    expect((await local('GET /shopify/customers')).body.totalCount).toBe(3);
  });
});
